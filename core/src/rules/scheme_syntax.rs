//! What a scheme requires beyond the generic syntax: one file per family under `schemes/`.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::schemes::{data, file, mailto, names, numbers, urn, web};

pub(super) static RULE: Rule = Rule {
    name: "scheme-syntax",
    group: Group::Scheme,
    severity: Some(Severity::Warning),
    page: include_str!("scheme_syntax.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::SCHEME, run: check };

/// Length of the longest scheme that has a section, in bytes.
const LONGEST: usize = 6;

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(scheme) = context.reference.scheme else { return };
    let mut lower = [0; LONGEST];
    let Some(lower) = lower.get_mut(..scheme.len()) else { return };
    lower.copy_from_slice(scheme.slice(context.text).as_bytes());
    lower.make_ascii_lowercase();
    match &*lower {
        b"http" | b"https" | b"ftp" => web::check(context, out),
        b"ws" | b"wss" => {
            web::check(context, out);
            web::check_no_fragment(context, out);
        }
        b"file" => file::check(context, out),
        [_] => file::check_drive(context, out),
        b"urn" => urn::check(context, out),
        b"mailto" => mailto::check(context, out),
        b"data" => data::check(context, out),
        b"tag" => names::check_tag(context, out),
        b"info" => names::check_info(context, out),
        b"doi" => names::check_doi(context, out),
        b"did" => names::check_did(context, out),
        b"tel" => numbers::check_tel(context, out),
        b"geo" => numbers::check_geo(context, out),
        _ => {}
    }
}
