//! Rules: each is one thing that can be wrong and a pair of files. `<name>.rs` is the check, `<name>.md` the page and
//! the test. To add a rule, add the pair, one line below, and one line in `table.rs`.
//!
//! ```text
//! rule (data) ─▶ finding, role ─▶ policy (severity) ─▶ context ─▶ <name>.rs ─▶ table ─▶ registry
//! ```

mod characters;
mod context;
mod css;
mod features;
mod finding;
mod fragments;
mod host_label;
mod items;
mod markdown;
mod page;
pub(crate) mod placeholders;
mod pointers;
mod policy;
mod registry;
mod role;
mod role_words;
mod rule;
mod runs;
mod table;
mod xpath;

mod component;
mod direction;
mod leiri;
mod mistakes;
mod names;
mod percent;
mod port;
mod schemes;

mod backslash_path;
mod bad_directive;
mod bad_host;
mod bad_idna;
mod bad_local_name;
mod bad_port;
mod bad_scheme;
mod bad_userinfo;
mod bidi_twin;
mod broken_percent;
mod common_mistake;
mod compatibility_character;
mod default_port;
mod displaced_host;
mod dot_segments;
mod double_encoded;
mod edge_whitespace;
mod empty_port;
mod encoded_bidi_formatting;
mod host_length;
mod host_look_alike;
mod host_percent;
mod idna_bidi;
mod invisible_character;
mod lazy_text;
mod leiri_control;
mod leiri_private_use;
mod leiri_space;
mod leiri_tag;
mod look_alike;
mod lowercase_percent;
mod misleading_userinfo;
mod missing_fragment;
mod missing_target;
mod missing_values;
mod mixed_direction;
mod mixed_script;
mod must_be_absolute;
mod namespace_end;
mod needless_percent;
mod non_uri_character;
mod non_xml_character;
mod not_nfc;
mod other_spelling;
mod parsers_disagree;
mod password;
mod percent_not_utf8;
mod port_leading_zero;
mod raw_ampersand;
mod relative_namespace;
mod restricted_host_character;
mod rtl_edge;
mod schema_not_loaded;
mod scheme_syntax;
mod second_fragment;
mod stray_bracket;
mod surrogate;
mod unassigned_character;
mod unclosed_iri;
mod undeclared_prefix;
mod uneven_pairs;
mod unknown_rule;
mod unused_suppression;
mod unwanted_fragment;
mod uppercase_host;
mod uppercase_scheme;

pub(crate) use common_mistake::absorb;
#[cfg(feature = "xml")]
pub(crate) use common_mistake::{misspelled_namespace, prefix_as_scheme};
pub(crate) use context::CheckInput;
#[cfg(feature = "xml")]
pub(crate) use css::{css_escapes, css_identifier, css_identifier_at, id_selectors};
pub(crate) use features::Features;
pub use finding::{Finding, Fix, Safety};
pub(crate) use host_look_alike::delimiter_look_alikes;
pub use lazy_text::LazyText;
#[cfg(feature = "xml")]
pub(crate) use missing_fragment::message as missing_fragment_message;
#[cfg(feature = "xml")]
pub(crate) use missing_target::message as missing_target_message;
pub(crate) use mistakes::{has_free_scheme, has_raw_scheme, is_file_name, is_kept};
#[cfg(feature = "rdf")]
pub(crate) use namespace_end::MESSAGE as NAMESPACE_END_MESSAGE;
#[cfg(feature = "rdf")]
pub(crate) use other_spelling::{message as other_spelling_message, scheme_message as other_scheme_message};
#[doc(hidden)] // for the programs of this workspace
pub use page::{Example, Page};
#[cfg(feature = "xml")]
pub(crate) use placeholders::is_guid;
pub use policy::Severities;
#[cfg(feature = "xml")]
pub(crate) use registry::is_known;
pub use registry::{ALL, UnknownRule, find, rule_names};
pub(crate) use registry::{OWNERS, are_checked, check, check_counting, check_fixed};
pub use role::{Cardinality, ReferenceUse, Role, Whitespace};
pub use rule::{Group, Rule, Severity, Subject};
pub(crate) use table::{BAD_SCHEME, NON_URI_CHARACTER};
#[cfg(feature = "xml")]
pub(crate) use table::{COMMON_MISTAKE, MISSING_FRAGMENT, MISSING_TARGET, UNUSED_SUPPRESSION};
#[cfg(feature = "rdf")]
pub(crate) use table::{NAMESPACE_END, OTHER_SPELLING};
#[cfg(feature = "xml")]
pub(crate) use unknown_rule::{DIRECTIVES, is_misspelled_directive};
#[cfg(feature = "xml")]
pub(crate) use unused_suppression::{message as unused_suppression_message, title as unused_suppression_title};
