//! The language server for JavaScript: a message of the client is answered with an array of messages of the server.
//!
//! ```text
//! JavaScript ─▶ buffer(length) ─▶ writes the message ─▶ call() ─▶ buffer(length) ─▶ reads the messages
//! ```
//!
//! The interface is that of `core/wasm`, without an `unsafe` block.

use std::cell::RefCell;

use iri_lsp::browser::Connection;

thread_local! {
    /// The message of the client, and then those of the server.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CONNECTION: RefCell<Connection> = RefCell::default();
}

/// Returns the address of the message, which gets `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> usize {
    MESSAGE.with_borrow_mut(|message| {
        message.resize(length, 0);
        message.as_ptr() as usize
    })
}

/// Replaces the message with those of the server, and returns their length.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    MESSAGE.with_borrow_mut(|message| {
        let sent = CONNECTION.with_borrow_mut(|connection| connection.receive(&std::mem::take(message)));
        // All keys are strings, so nothing fails.
        *message = serde_json::to_vec(&sent).unwrap_or_default();
        message.len()
    })
}
