//! What a person or a program reads of an inspection.

pub mod check;
pub mod diff;
pub mod explain;
pub mod json;
pub mod output;
pub mod source;
pub mod text;

pub mod paint;
mod wrap;
