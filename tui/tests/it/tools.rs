//! Programs and rights that a test needs and a machine may lack.
#![allow(clippy::print_stdout)] // Tests report what they cannot test here.

fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|ci| !ci.is_empty())
}

/// Reports that a test needs a program that is not installed. In CI the test fails: there it is to be installed.
pub fn missing_program(why: &str) {
    assert!(!is_ci(), "not tested: {why}");
    println!("not tested: {why}");
}

/// Reports that a test needs a right that this user lacks. In CI root has them all, and the test fails.
pub fn missing_right(why: &str) {
    assert!(!(is_ci() && rustix::process::geteuid().is_root()), "not tested: {why}");
    println!("not tested: {why}");
}
