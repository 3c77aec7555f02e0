//! Findings as annotations of GitHub: commands that a workflow prints.
//!
//! ```text
//! ::warning file=docs/guide.xml,line=88,col=31,endColumn=32,title=leiri-space::SPACE (U+0020) is not allowed …
//! ```
//!
//! GitHub shows ten annotations of each kind per step and fifty per job, and the log does not show the commands. So the
//! log gets all findings as text, and only the first of each kind become annotations.
//!
//! The runner also parses the text, in which a file name or a quoted line may look like a command. The text is
//! therefore between `::stop-commands::TOKEN` and `::TOKEN::`, with a token that no file can know.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

use iri_core::Severity;
use iri_core::characters::Escaper;
use iri_core::files::PathStyle;

use crate::files::tally::named;
use crate::report::findings::located::LocatedFinding;

/// Maximum number of annotations of each kind.
pub const LIMIT: usize = 50;

/// Returns the command for one finding.
pub fn annotation(located: &LocatedFinding<'_>) -> String {
    let finding = &located.found.finding;
    let kind = kind(finding.severity);
    let (path, entry) = located.on_disk();
    let path = PathStyle::SYSTEM.text_for_programs(path);
    let path = Escaper::WorkflowProperty.escape(path.strip_prefix("./").unwrap_or(&path));
    let (start, end) = (located.start, located.end);
    // GitHub uses columns only if the finding is on one line. A package has no lines: only the message can have them.
    let extent = match entry {
        Some(_) => String::new(),
        None if start.line == end.line => format!(",line={},col={},endColumn={}", start.line, start.column, end.column),
        None => format!(",line={},endLine={}", start.line, end.line),
    };
    let rule = finding.rule.name;
    let message = Escaper::WorkflowMessage.escape(&located.message_on_disk());
    format!("::{kind} file={path}{extent},title={rule}::{message}\n")
}

/// Token that ends a text without commands: 128 random bits.
pub struct StopToken(String);

impl StopToken {
    /// Creates a random token.
    pub fn random() -> Self {
        // The standard library seeds these hashers with randomness of the operating system.
        let bits = || RandomState::new().build_hasher().finish();
        Self(format!("{:016x}{:016x}", bits(), bits()))
    }

    /// Returns the line after which the runner ignores commands.
    pub fn stop(&self) -> String {
        format!("::stop-commands::{}\n", self.0)
    }

    /// Returns the line after which the runner obeys commands again.
    pub fn resume(&self) -> String {
        format!("::{}::\n", self.0)
    }
}

/// The first commands of each severity, the least severe first.
#[derive(Default)]
pub struct Annotations {
    kept: [Vec<String>; 4],
}

impl Annotations {
    /// Adds a command, unless there are enough of its severity.
    pub fn keep(&mut self, severity: Severity, command: String) {
        let kept = &mut self.kept[severity as usize];
        if kept.len() < LIMIT {
            kept.push(command);
        }
    }

    /// Writes the commands, the most severe first, because GitHub shows a limited number. `listed` findings are in the
    /// text.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut impl Write, listed: usize) -> io::Result<()> {
        for command in self.kept.iter().rev().flatten() {
            out.write_all(command.as_bytes())?;
        }
        let omitted = listed.saturating_sub(self.kept.iter().map(Vec::len).sum());
        if omitted > 0 {
            writeln!(
                out,
                "{} listed above without an annotation; GitHub shows a limited number",
                named(omitted, "finding")
            )?;
        }
        Ok(())
    }
}

/// Returns the name of a severity on GitHub.
pub const fn kind(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    }
}
