//! The client: what it can do, what it is asked and told, and its settings.

pub mod capabilities;
pub mod requests;
pub mod settings;
