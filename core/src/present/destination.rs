//! What a reference opens, in one sentence.

use crate::characters::quotable;
use crate::inspect::Inspection;
use crate::interop::{DifferingPart, Disagreement, Parser, disagreement};
use crate::reference::idna;
use crate::rules::ReferenceUse;
use crate::text::shorten;

/// Number of characters of a host or user name in the sentence.
const LENGTH: usize = 60;

/// Returns the sentence; `None` if no host is opened, or if the role is that of a name.
pub(super) fn sentence(inspection: &Inspection<'_>) -> Option<String> {
    let (text, options) = (inspection.text(), inspection.options());
    if !inspection.is_known() || options.role.reference_use == ReferenceUse::Namespace {
        return None;
    }
    if let Some(found) = disagreement(text, options.base.as_deref()) {
        return Some(disagreeing(&found, text));
    }
    let authority = inspection.reference().authority;
    let Ok(opened) = Parser::Whatwg.interpret(text, options.base.as_deref()) else {
        let has_host = inspection.reference().has_scheme() && authority.is_some_and(|found| !found.host.is_empty());
        return has_host.then(|| "browsers reject it".to_owned());
    };
    let host = opened.host?;
    let letters = idna::to_unicode(&host);
    let mut sentence = format!("opens {}", quoted(&letters, text));
    if letters != host {
        sentence.extend([", in ASCII ", &quoted(&host, text)]);
    }
    let user = authority.and_then(|authority| authority.userinfo).map(|userinfo| userinfo.slice(text));
    if let Some(user) = user.and_then(|userinfo| userinfo.split(':').next()).filter(|user| user.contains('.')) {
        sentence.extend(["; ", &quoted(user, text), " is only a user name"]);
    }
    Some(sentence)
}

fn disagreeing(found: &Disagreement, text: &str) -> String {
    let [(first, one), (second, other)] = [&found.first, &found.second];
    let (part, one, other) = match found.part {
        DifferingPart::Host => ("open", one.host.as_deref(), other.host.as_deref()),
        DifferingPart::Scheme => ("find the scheme", one.scheme.as_deref(), other.scheme.as_deref()),
        DifferingPart::Port => ("open the port", one.port.as_deref(), other.port.as_deref()),
    };
    let value = |value: Option<&str>| value.map_or_else(|| "the default".to_owned(), |value| quoted(value, text));
    format!("parsers disagree: they {part} {} ({}) or {} ({})", value(one), first.name(), value(other), second.name())
}

fn quoted(part: &str, whole: &str) -> String {
    format!("'{}'", shorten(&quotable(part, whole), LENGTH))
}
