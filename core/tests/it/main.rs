//! Tests of the public interface of the library.

// What several tests use.
mod cases;
#[cfg(feature = "xml")]
mod documents;
#[cfg(feature = "xml")]
#[allow(dead_code, reason = "the front ends use the rest")]
mod faulty_documents;
mod keep;
#[cfg(feature = "xml")]
mod linear;
mod nasty;
#[cfg(feature = "files")]
#[allow(dead_code, reason = "these tests use a part")]
mod system;
mod unicode_data;
mod warnings;

mod abnf;
mod address_bar;
#[cfg(feature = "xml")]
mod after_a_fix;
#[cfg(feature = "xml")]
mod author;
#[cfg(feature = "xml")]
mod bases;
mod bidi;
mod bidi_conformance;
mod bidi_peer;
mod bidi_rules;
mod bidi_twins;
#[cfg(feature = "xml")]
mod broken_documents;
mod characters;
mod components;
#[cfg(feature = "files")]
mod config;
mod conversions;
mod decoding;
mod decoding_properties;
#[cfg(feature = "xml")]
mod document_fixes;
#[cfg(feature = "files")]
mod document_inspection;
#[cfg(feature = "xml")]
mod encodings;
mod fixes;
#[cfg(feature = "files")]
mod growth;
mod idna;
mod idna2008;
mod idna_conformance;
#[cfg(feature = "xml")]
mod instances;
mod java_net_uri;
#[cfg(feature = "xml")]
mod message_lengths;
mod messages;
mod names;
mod nfc_conformance;
mod notation;
mod parsers;
#[cfg(feature = "xml")]
mod places;
#[cfg(feature = "xml")]
mod positions;
mod properties;
#[cfg(feature = "rdf")]
mod rdf;
mod resolution;
mod rfc5893;
mod rule_cases;
mod rule_pages;
mod safe_fixes;
#[cfg(feature = "files")]
mod schema_binding;
#[cfg(feature = "xml")]
mod schema_relax_ng;
#[cfg(feature = "xml")]
mod schema_relax_ng_properties;
#[cfg(feature = "xml")]
mod schema_xsd;
mod schemes;
#[cfg(feature = "serde")]
mod serialize;
mod slips;
mod standards;
mod syntax;
mod unicode_version;
#[cfg(feature = "files")]
mod unknown_places;
#[cfg(feature = "files")]
mod unused_suppressions;
mod uts39;
mod validation;
mod whatwg;
#[cfg(feature = "files")]
mod workspace;
#[cfg(feature = "xml")]
mod xml_edits;
#[cfg(feature = "xml")]
mod xml_entities;
#[cfg(feature = "xml")]
mod xml_recovery;
