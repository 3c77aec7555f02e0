//! One whole input: spans of it, and the way from a decoded value back to its source.

mod decoded;
mod span;

pub use decoded::{Decoded, Slip, SlipKind};
pub use span::Span;
