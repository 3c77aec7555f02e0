//! The inspector without its screen: its state, the changes of the state, and the analysis of the text.
//!
//! ```text
//!  key, paste, mouse, resize ─▶ Message ─▶ App::update ─▶ Effect ─▶ event loop (draw, quit, suspend, copy)
//!                                             │
//!                                             └─▶ Analysis, on a worker thread if the text is long
//! ```
//!
//! The screen depends on this module, never the reverse. An update asks the screen through [`app::Viewport`].

pub mod analysis;
pub mod app;
mod availability;
mod changes;
mod choosing;
mod copying;
pub mod edited_reference;
pub mod editor;
mod following;
pub mod keys;
mod list;
pub mod look;
pub mod message;
mod navigation;
pub mod origin;
pub mod overlay;
mod overlay_input;
pub mod pane;
pub mod panes;
pub mod patch;
pub mod proposal;
mod refresh;
mod search;
pub mod settings;
mod source_history;
pub mod subject;
pub mod tour;
mod update;
pub mod user_command;
pub mod worker;

#[cfg(test)]
pub mod tests;
