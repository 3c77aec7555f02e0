//! Serialization of plain data with serde, with the keys of docs/json.md: a span is `start` and `end` among the other
//! keys, a named value is its name.

#[cfg(feature = "xml")]
mod findings;
mod owned;
mod reference;

#[cfg(feature = "xml")]
pub use findings::{FindingRecord, ReferenceDetail, ReportedSite, SiteRecord};
pub use reference::{FieldSelection, ReferenceRecord, ReportField};

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::bidi::DisplayOrder;
use crate::inspect::CharacterAt;
use crate::present::{ReportRow, RowKind, Section};
use crate::reference::{Component, ComponentName, Dialect, Form, HostKind, NormalizationLevel, Violation};
use crate::rules::{Finding, Fix, Group, LazyText, Role, Rule, Safety, Severity};
#[cfg(feature = "xml")]
use crate::text::LineColumn;
use crate::text::{Edit, Span};
use crate::unicode::LeiriGroup;

/// Implements `Serialize` for types whose values have names.
macro_rules! serialize_names {
    ($($type:ty: $name:expr,)*) => {$(
        impl Serialize for $type {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let name: fn(&Self) -> &str = $name;
                serializer.serialize_str(name(self))
            }
        }
    )*};
}

serialize_names! {
    Severity: |severity| severity.name(),
    Safety: |safety| safety.name(),
    Group: |group| group.name(),
    Rule: |rule| rule.name,
    Role: |role| role.name,
    Dialect: |dialect| dialect.name(),
    Form: |form| form.name(),
    NormalizationLevel: |level| level.name(),
    ComponentName: |component| component.name(),
    HostKind: |kind| kind.name(),
    LeiriGroup: |group| group.name(),
    DisplayOrder: |order| order.name(),
    LazyText: |wording| wording,
    Section: |section| section.name(),
    RowKind: |kind| kind.name(),
}

/// Implements `Serialize` for structs: each key with its value.
macro_rules! serialize_structs {
    ($($type:ident $(<$space:ident>)?: |$value:ident| { $($key:literal: $field:expr,)* })*) => {$(
        impl $(<$space>)? Serialize for $type $(<$space>)? {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let $value = self;
                let length = [$($key),*].len();
                let mut out = serializer.serialize_struct(stringify!($type), length)?;
                $(out.serialize_field($key, &$field)?;)*
                out.end()
            }
        }
    )*};
}

serialize_structs! {
    Span<S>: |span| {
        "start": span.start,
        "end": span.end,
    }
    Edit<S>: |edit| {
        "start": edit.span.start,
        "end": edit.span.end,
        "text": edit.text,
    }
    Fix<S>: |fix| {
        "title": fix.title,
        "safety": fix.safety,
        "edits": fix.edits,
    }
    Finding<S>: |finding| {
        "rule": finding.rule,
        "severity": finding.severity,
        "start": finding.span.start,
        "end": finding.span.end,
        "message": finding.message,
        "fixes": finding.fixes,
    }
    Component: |component| {
        "name": component.name,
        "start": component.span.start,
        "end": component.span.end,
    }
    CharacterAt: |at| {
        "index": at.index,
        "start": at.start,
        "code_point": at.character.code_point(),
        "name": at.character.name,
        "category": at.character.category,
        "script": at.character.script,
        "bidi_class": at.character.bidi_class,
        "group": at.character.group,
        "allowed_by": at.allowed_by,
    }
    ReportRow: |row| {
        "label": row.label,
        "text": row.text,
        "kind": row.kind,
    }
    Violation: |violation| {
        "start": violation.span.start,
        "end": violation.span.end,
        "dialect": violation.dialect,
        "production": violation.production,
        "source": violation.source,
        "message": violation.to_string(),
    }
}

#[cfg(feature = "xml")]
serialize_structs! {
    LineColumn: |place| {
        "line": place.line,
        "column": place.column,
    }
}
