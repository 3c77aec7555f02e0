//! All tables have one version of Unicode, which is the one in messages.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use iri_core::unicode::UNICODE_VERSION;
use unicode_security::mixed_script::AugmentedScriptSet;

#[test]
fn the_named_version_is_that_of_the_confusables() {
    let (major, minor, _) = unicode_security::UNICODE_VERSION;
    assert_eq!(UNICODE_VERSION, format!("{major}.{minor}"));
}

/// Only assigned characters have a script, so two tables that agree on all characters have one version.
#[test]
fn the_properties_are_of_the_same_version() {
    let categories = CodePointMapData::<GeneralCategory>::new();
    for c in '\0'..=char::MAX {
        let is_assigned = !matches!(categories.get(c), GeneralCategory::Unassigned | GeneralCategory::PrivateUse);
        assert_eq!(is_assigned, !AugmentedScriptSet::for_char(c).is_empty(), "U+{:04X}", u32::from(c));
    }
}
