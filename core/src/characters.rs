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

pub use escape::{Escaper, boxed, needs_escape};
pub use notation::{BidiNotation, LegendEntry, notation, visual_notation};
pub use quotable::quotable;
pub use short_names::short_name;
