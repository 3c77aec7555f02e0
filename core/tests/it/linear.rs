//! Time that grows linearly, on a machine that also runs other programs.

use std::time::Instant;

/// Asserts that four times the size takes four times as long: quadratic work takes sixteen times as long.
pub fn assert_linear(size: usize, work: impl Fn(usize)) {
    let time = |size| {
        let start = Instant::now();
        work(size);
        start.elapsed()
    };
    // Other programs delay some of the runs.
    let mut measured = (0..40).map(|_| (time(size), time(4 * size)));
    assert!(measured.any(|(small, large)| large < 8 * small), "four times {size} takes more than eight times as long");
}
