//! What the features find in a document, in the terms of the core.

pub mod action;
pub mod completion;
pub mod config_file;
mod file_kinds;
pub mod files;
pub mod findings;
pub mod fixes;
pub mod link_index;
pub mod link_targets;
pub mod missing_files;
pub mod navigation;
pub mod readable_forms;
pub mod renames;
pub mod report;
pub mod rewrites;
pub mod rule_page;
pub mod structure;
pub mod suppressions;
