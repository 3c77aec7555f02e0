//! Findings as one self-contained page for people.
//!
//! The page loads nothing and runs nothing. Source lines are displayed in stored order.

use std::io::{self, Write};

use iri_core::characters::Escaper;

use crate::report::findings::located::LocatedFinding;
use crate::report::findings::{DescribedSite, ReportedFindings};
use crate::report::output::OutputDevice;
use crate::report::source_line::{MarkedText, SourceLine};

/// The page: lines of the usual width, without a terminal.
const DEVICE: OutputDevice = OutputDevice { width: None, is_terminal: false, has_links: false };

/// Text before the first file.
pub const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>iri-inspect</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0; overflow-wrap: anywhere; }
article { border-top: 1px solid #8886; padding: .6rem 0; }
h3 { font-size: 1em; font-weight: normal; margin: 1em 0; }
p { margin: 0; overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .4rem .6rem; overflow-x: auto; background: #8881; }
pre, code { font-family: ui-monospace, monospace; direction: ltr; unicode-bidi: bidi-override; }
mark { background: #f5a62366; color: inherit; text-decoration: underline wavy; }
.error b { color: #c62828; } .warning b { color: #b26a00; } .information b { color: #0277bd; } .hint b { color: #777; }
small { color: #777; }
</style>
</head>
<body>
<h1>References</h1>
"#;

/// Writes the start of a file.
///
/// # Errors
/// If `out` cannot be written.
pub fn begin_file(out: &mut impl Write, path: &str) -> io::Result<()> {
    writeln!(out, "<section>\n<h2><code>{}</code></h2>", Escaper::Markup.escape(path))
}

/// Text after a file.
pub const FILE_TAIL: &str = "</section>\n";

/// Writes one finding.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
) -> io::Result<()> {
    let escape = |text: &str| Escaper::Markup.escape(text);
    let finding = &located.found.finding;
    let (line, column) = (located.start.line, located.start.column);
    let source = SourceLine::new(MarkedText::Document(located.document, finding.span), line, DEVICE);
    let [before, marked, after] = source.parts().map(|text| escape(&text));
    let (severity, rule, message) = (finding.severity, finding.rule.name, escape(&located.message()));
    writeln!(
        out,
        "<article class=\"{severity}\"><h3><b>{severity}</b> {line}:{column} <bdi>{message}</bdi> <small>{rule}</small></h3>"
    )?;
    writeln!(out, "<pre>{line} | {before}<mark>{marked}</mark>{after}</pre>")?;
    let DescribedSite { place, .. } = reported.describe(located);
    let place = escape(&place.to_string());
    let role = located.found.site.role.name;
    write!(out, "<p><small><bdi>{place}</bdi>: {role}</small>")?;
    if let Some(fix) = finding.fixes.first() {
        write!(out, "<br><small>{} fix: <bdi>{}</bdi></small>", fix.safety.name(), escape(&fix.title))?;
    }
    out.write_all(b"</p></article>\n")
}

/// Writes the text after the last file.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_tail(out: &mut impl Write, summary: &str, failures: &[String]) -> io::Result<()> {
    for failure in failures {
        writeln!(out, "<p class=\"error\"><b>not checked</b> <bdi>{}</bdi></p>", Escaper::Markup.escape(failure))?;
    }
    writeln!(out, "<p>{}</p>\n</body>\n</html>", Escaper::Markup.escape(summary))
}
