//! What is said of the reference in words: in its heading, and below it.

use iri_core::reference::Dialect;
use iri_core::unicode;

use crate::inspector::analysis::Judged;
use crate::inspector::app::App;
use crate::ui::direction;

/// Which character is selected.
pub fn note(app: &App) -> String {
    let selection = app.editor.selection();
    if !selection.is_empty() {
        let count = selection.slice(app.text()).chars().count();
        return format!("{count} of {} characters selected", app.judged.length);
    }
    let cluster = app.editor.cluster().slice(app.text());
    let Some(c) = app.text()[app.selected_character()..].chars().next() else {
        let place = direction::place(app).map_or_else(String::new, |place| format!(", {place}"));
        return format!("end of {} characters{place}", app.judged.length);
    };
    let number = app.text()[..app.selected_character()].chars().count();
    let more = match cluster.chars().count() {
        1 => "",
        _ if app.selected_character() == app.editor.cursor() => ", and what joins it",
        _ => ", joined to what stands before it",
    };
    let place = direction::place(app).map_or_else(String::new, |place| format!(", {place}"));
    format!("at {number} of {}{place}: {}{more}", app.judged.length, unicode::label(c))
}

/// The verdict in words: what it is, and what it is not.
pub fn verdict(judged: &Judged) -> String {
    let kind = if judged.has_scheme { "" } else { "relative: " };
    let words = match judged.dialect {
        Some(Dialect::Uri) => "a URI, and so an IRI and a LEIRI",
        Some(Dialect::Iri) if !judged.is_a(Dialect::Iri) => "an IRI by its grammar, but with what RFC 3987 bans",
        Some(Dialect::Iri) => "an IRI, and so a LEIRI; no URI",
        Some(Dialect::IriBis) => "an IRI by the draft 3987bis alone",
        Some(Dialect::Leiri) => "a LEIRI, which XML takes; no IRI",
        Some(Dialect::WebAddress) => "no LEIRI; browsers take it",
        None => "neither URI nor IRI nor LEIRI",
    };
    format!("{kind}{words}")
}
