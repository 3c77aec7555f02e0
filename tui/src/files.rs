//! The references of files: read on threads, listed, fixed, saved.
//!
//! ```text
//!  jobs ─▶ workers ─▶ loader ─▶ chunk ─┬─▶ printed by a command
//!                                      └─▶ listed ─▶ documents ─ filter ─▶ the list of the inspector
//!                                                        │
//!                                                        └─ edits, task: fixes, undo, redo, save
//! ```

pub mod change;
pub mod changed;
pub mod chunk;
pub mod config_edit;
mod current;
mod dependencies;
pub mod documents;
pub mod edits;
pub mod file;
pub mod filter;
pub mod here;
pub mod history;
pub mod ignore_uses;
mod ignoring;
pub mod jobs;
pub mod line_diff;
pub mod link_target;
pub mod listed;
pub mod loader;
pub mod new_file;
pub mod package_file;
mod package_saving;
pub mod package_targets;
pub mod position;
pub mod reading;
pub mod recovery;
pub mod replacement;
pub mod rows;
pub mod selection;
pub mod tally;
pub mod task;
mod task_run;
pub mod workers;
