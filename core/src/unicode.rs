//! Characters: their properties and their groups in the LEIRI Note.

mod arabic_forms;
mod ascii_look_alike;
mod character;
mod delimiters;
mod idna2008;
mod leiri_groups;
mod properties;
mod versions;

#[doc(hidden)] // for the programs of this workspace
pub use arabic_forms::arabic_forms;
#[doc(hidden)] // for the programs of this workspace
pub use ascii_look_alike::ascii_look_alike;
pub(crate) use character::decimal_digit;
pub use character::{Character, Repertoire, UNICODE_VERSION, block, name, script_name};
#[doc(hidden)] // for the programs of this workspace
pub use character::{code_point, is_noncharacter, label, quoted, quoted_name};
#[doc(hidden)] // for the programs of this workspace
pub use delimiters::delimiter_look_alike;
pub use idna2008::IdnaProperty;
pub use leiri_groups::LeiriGroup;
pub(crate) use properties::{Block, CharacterProperties, MarkOrder, Scripts, bidi_class, first_above_ascii};
#[doc(hidden)] // for the programs of this workspace
pub use properties::{is_invisible, is_mark, is_right_to_left, is_unassigned_or_grouped, may_reorder};
#[doc(hidden)] // for the programs of this workspace
pub use versions::versions;
