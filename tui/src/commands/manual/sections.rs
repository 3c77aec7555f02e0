//! Sections of the manual pages that the definition of the command line does not contain.

use std::io::{self, Write};

use iri_core::files::CONFIG_FILE_NAME;

/// Term and its description.
type Entry = (&'static str, &'static str);

/// Sections of a manual page.
pub struct Sections {
    statuses: Vec<Entry>,
    files: Vec<Entry>,
    environment: Vec<Entry>,
    /// Command lines with their descriptions.
    examples: &'static [Entry],
}

const CONFIG: Entry = (
    CONFIG_FILE_NAME,
    "Configuration of a project: the nearest one in the directory of a file or in a parent directory.",
);
const IGNORE: Entry = (".gitignore, .ignore", "Files that are skipped in directories.");
const SETTINGS: Entry = (
    "$XDG_CONFIG_HOME/iri-inspect/config.toml",
    "Colors, keys and display of the inspector; XDG_CONFIG_HOME defaults to ~/.config. \
     On Windows: %APPDATA%\\iri-inspect\\config.toml.",
);
const COLORS: Entry =
    ("NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE", "Whether colors are used if --color is not given.");
const COLUMNS: Entry = ("COLUMNS", "Width of the text on standard output if it is not a terminal.");
const WORKFLOW: Entry = (
    "GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION",
    "If one is set, text that the runner would obey as a command is changed.",
);
const INSPECTOR: [Entry; 4] = [
    ("IRI_INSPECT_SETTINGS", "File of settings; an empty name means no settings."),
    ("VISUAL, EDITOR", "Editor that the key e opens."),
    ("TERM, COLORTERM, COLORFGBG", "Abilities of the terminal."),
    ("LC_ALL, LC_CTYPE, LANG", "Whether the terminal displays symbols of Unicode."),
];
const SUCCESS: Entry = ("0", "Success.");
const ERROR: Entry = ("2", "Error: invalid arguments, input that cannot be read, or output that cannot be written.");

impl Sections {
    /// Returns the sections of the command `name`; `None` is the program.
    pub fn for_command(name: Option<&str>) -> Self {
        Self { statuses: statuses(name), files: files(name), environment: environment(name), examples: examples(name) }
    }

    /// Writes the sections.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let sections = [("EXIT STATUS", &self.statuses), ("FILES", &self.files), ("ENVIRONMENT", &self.environment)];
        for (heading, entries) in sections.into_iter().filter(|(_, entries)| !entries.is_empty()) {
            writeln!(out, ".SH \"{heading}\"")?;
            for (term, description) in entries {
                writeln!(out, ".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(description))?;
            }
        }
        writeln!(out, ".SH EXAMPLES")?;
        for (line, description) in self.examples {
            writeln!(out, ".PP\n{}\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE", escaped(description), escaped(line))?;
        }
        writeln!(out, ".SH \"SEE ALSO\"\n\\fBiri\\-inspect\\fR(1), \\fBiri\\-lsp\\fR(1)")
    }
}

/// Returns text for roff: a backslash, a hyphen and a leading control character have a meaning there.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

fn statuses(name: Option<&str>) -> Vec<Entry> {
    let one = match name {
        None => Some(("1", "Files were checked, and a finding is a warning or an error.")),
        Some("check") => Some(("1", "A finding of at least the severity of --fail-on, or with --diff a patch.")),
        Some("compare") => Some(("1", "The references are not equal at the level of --at.")),
        _ => None,
    };
    [Some(SUCCESS), one, Some(ERROR)].into_iter().flatten().collect()
}

fn files(name: Option<&str>) -> Vec<Entry> {
    match name {
        None => vec![CONFIG, IGNORE, SETTINGS],
        Some("check" | "list" | "schema") => vec![CONFIG, IGNORE],
        Some("init") => vec![(CONFIG_FILE_NAME, "The file that is written; an existing one is not changed.")],
        Some("tour") => vec![SETTINGS],
        Some("completions") => vec![
            ("~/.local/share/bash-completion/completions/iri-inspect", "Completions for bash."),
            ("~/.config/fish/completions/iri-inspect.fish", "Completions for fish."),
        ],
        Some("man") => vec![("~/.local/share/man/man1/iri-inspect.1", "Manual page of the program.")],
        _ => Vec::new(),
    }
}

fn environment(name: Option<&str>) -> Vec<Entry> {
    match name {
        None => [COLORS, COLUMNS, WORKFLOW].into_iter().chain(INSPECTOR).collect(),
        Some("tour") => [COLORS].into_iter().chain(INSPECTOR).collect(),
        Some("check" | "show" | "list" | "schema" | "explain") => vec![COLORS, COLUMNS, WORKFLOW],
        _ => vec![WORKFLOW],
    }
}

fn examples(name: Option<&str>) -> &'static [Entry] {
    match name {
        Some("show") => &[
            ("iri-inspect show 'http://example.org/a b'", "Print a report of a reference:"),
            ("iri-inspect show -0 --format json < references > reports.jsonl", "Print JSON for many references:"),
            (
                "iri-inspect show -0 --format json --fields input,findings < references",
                "Print only two fields of each:",
            ),
        ],
        Some("check") => &[
            ("iri-inspect check docs", "Check the files in a directory:"),
            ("iri-inspect check --fix docs", "Apply safe fixes:"),
            ("iri-inspect check --diff docs > fixes.patch", "Write the fixes as a patch:"),
            ("iri-inspect check --format sarif -o iri.sarif --exit-zero", "Write a report for code scanning:"),
            ("iri-inspect check --watch docs", "Check again after each change:"),
        ],
        Some("list") => &[("iri-inspect list --format json docs", "Print every reference of a directory as JSON:")],
        Some("schema") => &[("iri-inspect schema docs/guide.xml", "Print the schemas of a file:")],
        Some("places") => {
            &[("iri-inspect places shop.xsd >> .iri.toml", "Check documents as their schema says, without the schema:")]
        }
        Some("convert") => &[("iri-inspect convert --to uri 'http://example.org/\u{E9}'", "Convert an IRI to a URI:")],
        Some("compare") => {
            &[("iri-inspect compare http://example.org/%7ea http://example.org/~a", "Compare two references:")]
        }
        Some("explain") => &[
            ("iri-inspect explain leiri-space", "Explain a rule:"),
            ("iri-inspect explain bidi", "List the rules of a group:"),
        ],
        Some("tour") => &[("iri-inspect tour", "Start the tour:")],
        Some("init") => &[("iri-inspect init", "Write a configuration file:")],
        Some("completions") => {
            &[("iri-inspect completions bash > iri-inspect.bash", "Print the completions for bash:")]
        }
        Some("man") => &[("iri-inspect man check > iri-inspect-check.1", "Print the manual page of check:")],
        _ => &[
            ("iri-inspect 'http://example.org/a b'", "Inspect a reference:"),
            ("iri-inspect docs", "Inspect the references of a directory:"),
            ("iri-inspect check docs", "Check the files in a directory:"),
        ],
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_example_is_a_valid_command_line() {
        let command = Cli::command();
        let names = command.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help");
        let mut count = 0;
        for name in names.map(Some).chain([None]) {
            for (line, _) in examples(name) {
                let words =
                    line.split([' ', '\'']).filter(|word| !word.is_empty()).take_while(|word| !"<>|".contains(word));
                let read = Cli::try_parse_from(words);
                assert!(read.is_ok(), "{line}: {read:?}");
                assert!(
                    name.is_none_or(|name| line.split(' ').nth(1) == Some(name)),
                    "{line} is an example of {name:?}"
                );
                count += 1;
            }
        }
        assert!(count > 15, "only {count} examples");
    }
}
