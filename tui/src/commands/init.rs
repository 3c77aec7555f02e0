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

# A configuration that this one is added to, in a directory above.
# extend = \"../.iri.toml\"

# Whether references in places that nothing knows are looked for.
# unknown = false

# Severities of rules and groups: error, warning, information, hint or off.
# [rules]
# leiri = \"error\"
# not-nfc = \"off\"

# Severities in some files.
# [[override]]
# files = [\"drafts/**\"]
# rules = { leiri = \"hint\" }

# Options of `iri-inspect check`; arguments take precedence.
# [check]
# as = \"leiri\"
# base = \"http://example.org/docs/\"
# baseline = \"iri-baseline.json\"
# charset = \"utf-8\"
# exclude = [\"build/\"]
# extension = [\"jar\"]
# fail-on = \"warning\"
# fix-least = \"warning\"
# force-exclude = true
# format = \"text\"
# hidden = true
# ignore = [\"not-nfc\"]
# least = \"hint\"
# links = true
# max-findings = 5000
# no-ignore = true
# select = [\"leiri\", \"bidi\"]

# Attributes and elements of your own vocabulary that contain references.
# [[places]]
# namespace = \"urn:example:shop\"
# element = \"item\"
# attribute = \"link\"
# role = \"iri\"
# keywords = [\"none\"]
# values = \"absolute\"

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

# Schemas, which determine further places, and XML catalogs, which find them and lead links in editors.
# [schemas]
# catalogs = [\"catalog.xml\"]
# associations = [
#     { files = \"*.shop.xml\", schema = \"schemas/shop.xsd\" },
#     { root = \"order\", namespace = \"urn:example:shop\", schema = \"schemas/order.rng\" },
# ]
# index = false
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
    use iri_core::files::config::ConfigTable;

    use super::*;

    #[test]
    fn the_template_is_valid_with_and_without_its_settings() {
        assert_eq!(Config::parse(TEMPLATE).1, []);
        let is_setting = |line: &&str| line.starts_with(['[', ']']) || line.contains(" = ");
        let settings: Vec<&str> =
            TEMPLATE.lines().filter_map(|line| line.strip_prefix("# ")).filter(is_setting).collect();
        assert!(settings.len() > 12, "{settings:?}");
        assert_eq!(Config::parse(&settings.join("\n")).1, []);
    }

    #[test]
    fn the_template_has_every_key() {
        fn assert_keys(table: &'static ConfigTable) {
            for key in table.keys() {
                let is_there = TEMPLATE.lines().any(|line| {
                    let line = line.trim_start_matches(['#', ' ', '[']);
                    line.strip_prefix(key.name).is_some_and(|rest| rest.starts_with([' ', ']']))
                        || line.contains(&format!("{} = ", key.name))
                });
                assert!(is_there, "{} is missing", key.name);
                key.values.table().into_iter().for_each(assert_keys);
            }
        }
        assert_keys(&ConfigTable::ROOT);
    }
}
