//! The library for JavaScript: a request in JSON is answered in JSON, with the records of the command line.
//!
//! ```text
//! JavaScript ─▶ buffer(length) ─▶ writes the request ─▶ call() ─▶ buffer(length) ─▶ reads the answer
//! ```
//!
//! The host writes into the memory of the module and reads from it, so there is no `unsafe` block, and no generated code.

mod request;

use std::cell::RefCell;

thread_local! {
    /// The request, and then its answer.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address of the message, which gets `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> usize {
    MESSAGE.with_borrow_mut(|message| {
        message.resize(length, 0);
        message.as_ptr() as usize
    })
}

/// Replaces the message, a request, with its answer, and returns the length of that.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    MESSAGE.with_borrow_mut(|message| {
        // A request may be a large document, whose memory the answer can use.
        let request = std::mem::take(message);
        *message = request::answer(&request);
        message.len()
    })
}
