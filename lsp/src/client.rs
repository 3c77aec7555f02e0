//! The client: its capabilities, the requests to it, and its settings.

pub mod capabilities;
pub mod requests;
pub mod settings;
