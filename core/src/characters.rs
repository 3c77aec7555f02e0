//! How a character is written for people: escapes per output, short names, Bidi Notation.
//!
//! ```text
//!                      terminal     plain text, log   Markdown       Bidi Notation
//!  SPACE               ␣ or [SP]                                     {SP}
//!  U+202E              [RLO]        [RLO]             \[RLO\]        {RLO}
//!  U+E000              [E000]       [E000]            \[E000\]       {E000}
//!  *                   *            *                 \*             *
//! ```
//!
//! Every front end writes text that came from a document, a file name or a configuration through an [`Escaper`], and
//! all names come from one table ([`short_name`]).

mod escape;
mod notation;
mod quotable;
mod short_names;

pub use escape::Escaper;
#[doc(hidden)] // for the programs of this workspace
pub use escape::{boxed, needs_escape};
#[doc(hidden)] // for the programs of this workspace
pub use notation::{BidiNotation, LegendEntry};
pub use notation::{notation, visual_notation};
#[doc(hidden)] // for the programs of this workspace
pub use quotable::quotable;
#[doc(hidden)] // for the programs of this workspace
pub use short_names::short_name;
