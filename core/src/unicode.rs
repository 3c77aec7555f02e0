//! Characters and their display: what each is, which LEIRI group it is in, where a reader sees it.

pub mod bidi;
mod character;
mod features;
mod leiri_groups;
mod properties;
mod versions;
mod words;

pub use bidi::Bidi;
pub use character::{
    Character, Repertoire, UNICODE_VERSION, block, code_point, is_noncharacter, label, name, script_name,
};
pub use features::Features;
pub use leiri_groups::LeiriGroup;
pub use versions::versions;
