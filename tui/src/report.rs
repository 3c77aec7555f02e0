//! The writers: one reference as text or JSON, the findings of files in each format, patches, rule pages.

pub mod diff;
pub mod findings;
pub mod json_writer;
pub mod links;
pub mod output;
pub mod output_file;
pub mod reference_text;
pub mod rule_page;
mod source_line;
pub mod styles;
pub mod wrap;
