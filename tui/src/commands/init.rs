//! `init`: a commented configuration file in the current directory.

use std::io;
use std::path::Path;

use iri_core::files::CONFIG_FILE_NAME;

use crate::cli::outcome::{Outcome, fail};
use crate::files::new_file;
use crate::report::output;

/// Contents of a new configuration file: every setting, commented out.
const TEMPLATE: &str = "\
#:schema https://example.org/docs/iri-toml.schema.json
# Configuration of iri-inspect and iri-lsp. Every setting is commented out: remove the # of what you need.
# `iri-inspect check --print-config` prints the result, `iri-inspect explain` all rules.

# Severities of rules and groups: error, warning, information, hint or off.
# [rules]
# leiri = \"error\"
# not-nfc = \"off\"

# Attributes and elements of your own vocabulary that contain references.
# [[places]]
# namespace = \"urn:example:shop\"
# element = \"item\"
# attribute = \"link\"
# role = \"iri\"

# Files that are skipped, with patterns as in .gitignore.
# [[ignore]]
# files = [\"vendor/**\"]

# Rules that are off in some files.
# [[ignore]]
# files = [\"old/*.xml\"]
# rules = [\"leiri-space\", \"bidi\"]

# Values that are not references yet.
# [[ignore]]
# values = [\"TODO*\"]

# XML catalogs, for links in editors.
# [schemas]
# catalogs = [\"catalog.xml\"]
";

/// Writes the file; an existing file is not changed.
///
/// # Errors
/// If standard output cannot be written.
pub fn run() -> io::Result<Outcome> {
    match new_file::create(Path::new(CONFIG_FILE_NAME), TEMPLATE.as_bytes()) {
        Ok(()) => output::print(format!("{CONFIG_FILE_NAME} written\n").as_bytes()).map(|()| Outcome::Done),
        Err(error) => Ok(fail(&format!("cannot write {CONFIG_FILE_NAME}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use iri_core::Config;

    use super::*;

    #[test]
    fn the_template_is_valid_with_and_without_its_settings() {
        assert_eq!(Config::parse(TEMPLATE).1, []);
        let is_setting = |line: &&str| line.starts_with('[') || line.contains(" = ");
        let settings: Vec<&str> =
            TEMPLATE.lines().filter_map(|line| line.strip_prefix("# ")).filter(is_setting).collect();
        assert!(settings.len() > 12, "{settings:?}");
        assert_eq!(Config::parse(&settings.join("\n")).1, []);
    }
}
