//! `--list-files` and `--print-config`: the files that would be read, and their configuration.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::Path;

use iri_core::files::config::{Association, ConfigPath, ConfigValues, toml_string};
use iri_core::files::{ConfigFile, Configs, absolute, relative_text};
use iri_core::xml::UnknownPlaces;
use iri_core::{Config, Options, Settings, Severity, rules};

use crate::cells::escape_line;
use crate::cli::files::FileArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::run_settings::keys;
use crate::commands::printer::print_paths;
use crate::files::chunk::Chunk;
use crate::files::here::from_here;
use crate::files::jobs::Job;
use crate::files::loader::{FileLoader, InputSource};
use crate::files::selection::Selection;
use crate::files::workers::Sink;

/// Prints the path of every file that would be read, one per line or with `--null` each before a NUL.
///
/// # Errors
/// If the output cannot be written.
pub fn files((files, selection): (&FileArgs, &Selection), loader: &FileLoader) -> io::Result<Outcome> {
    let is_terminal = io::stdout().is_terminal();
    let work = |job: Job, sink: &Sink<Chunk>| {
        let entry = job.entry_name();
        let Some((place, _)) = loader.select(job, sink)? else { return Ok(()) };
        let path = match (&entry, &place) {
            (Some(entry), _) => Path::new(entry),
            (None, InputSource::Stdin | InputSource::Entry { .. }) => Path::new("-"),
            (None, InputSource::File { path, .. }) => path,
        };
        let bytes = path.as_os_str().as_encoded_bytes();
        let mut line = if is_terminal { escape_line(&path.to_string_lossy()).into_bytes() } else { bytes.to_vec() };
        line.push(if files.null && !is_terminal { 0 } else { b'\n' });
        sink.send(Chunk::Out(line))
    };
    let mut printer = print_paths((files, selection), files.null, work)?;
    printer.end("", false)?;
    Ok(if printer.failures.is_empty() { Outcome::Done } else { Outcome::Failed })
}

/// Prints the configuration of each named path as an equivalent configuration file.
/// Arguments are not included.
///
/// # Errors
/// If the output cannot be written.
pub fn config(files: &FileArgs) -> io::Result<Outcome> {
    let configs = Configs::new(files.config_source());
    let paths = files.inputs();
    let mut page = String::new();
    let mut outcome = Outcome::Done;
    for path in paths {
        // Of a folder, that of the files in it.
        let file = if path.is_dir() { path.join("-") } else { path.clone() };
        let config = configs.config_for(&file);
        if config.is_unread && files.config_file().is_some() {
            let reason = config.problems.last().map_or_else(String::new, ToString::to_string);
            return Ok(fail(&format!("cannot read the configuration {}: {reason}", config_name(&config))));
        }
        describe(&mut page, &path, &file, &config);
        for problem in &config.problems {
            writeln!(page, "# {}: {}", problem.severity, escape_line(&problem.message)).expect(INFALLIBLE);
            if problem.severity == Severity::Error {
                outcome = Outcome::Failed;
            }
        }
    }
    crate::report::output::print(page.as_bytes())?;
    Ok(outcome)
}

fn config_name(config: &ConfigFile) -> String {
    escape_line(&config.path.as_deref().map_or_else(String::new, from_here))
}

const INFALLIBLE: &str = "writing to a String cannot fail";

fn describe(page: &mut String, path: &Path, file: &Path, config: &ConfigFile) {
    let from = config.path.as_deref().map_or_else(|| "no configuration".to_owned(), from_here);
    writeln!(page, "# {}: {}", escape_line(&path.to_string_lossy()), escape_line(&from)).expect(INFALLIBLE);
    if config.is_ignored_file(file) {
        writeln!(page, "# ignored: no findings are reported").expect(INFALLIBLE);
    }
    let settings = config.settings_for(file);
    if settings.unknown == Some(UnknownPlaces::Off) {
        writeln!(page, "unknown = false").expect(INFALLIBLE);
    }
    describe_settings(page, &settings);
    describe_check(page, config);
    describe_schemas(page, file, config);
}

/// Describes the options of a check, those of configurations that are overridden excepted.
fn describe_check(page: &mut String, config: &ConfigFile) {
    let all: BTreeMap<_, _> =
        config.check_settings().into_iter().map(|(folder, setting)| (setting.name, (folder, setting))).collect();
    if all.is_empty() {
        return;
    }
    writeln!(page, "[check]").expect(INFALLIBLE);
    for (name, (folder, setting)) in all {
        let values = setting.values.iter().map(|value| match folder.filter(|_| setting.is_path) {
            Some(folder) => quoted(&from_here(&folder.join(value))),
            None if is_bare(name, value) => value.clone(),
            None => quoted(value),
        });
        writeln!(page, "{name} = {}", array(values.collect())).expect(INFALLIBLE);
    }
    page.push('\n');
}

/// Returns whether a value of an option is no string in TOML.
fn is_bare(name: &str, value: &str) -> bool {
    match keys().find(|(key, _)| *key == name) {
        Some((_, ConfigValues::Boolean)) => true,
        Some((_, ConfigValues::Number)) => value.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// Returns one value, or an array of values.
fn array(values: Vec<String>) -> String {
    match <[String; 1]>::try_from(values) {
        Ok([value]) => value,
        Err(values) => format!("[{}]", values.join(", ")),
    }
}

/// Describes the catalogs, and the associations that `file` may match.
fn describe_schemas(page: &mut String, file: &Path, config: &ConfigFile) {
    let path = |folder: &Path, at: &ConfigPath| quoted(&from_here(&folder.join(&at.path)));
    let (mut catalogs, mut associations) = (Vec::new(), Vec::new());
    for (folder, schemas) in config.schemas() {
        let at = relative_text(&absolute(file), folder);
        catalogs.extend(schemas.catalogs.iter().map(|catalog| path(folder, catalog)));
        for association in &schemas.associations {
            let Association { files, root, namespace, schema } = association;
            if files.as_ref().is_some_and(|files| !files.matches(&at)) {
                continue;
            }
            let conditions = [("root", root), ("namespace", namespace)];
            let conditions = conditions.iter().filter_map(|(key, value)| Some((*key, quoted(value.as_deref()?))));
            let mut entries: Vec<_> = conditions.collect();
            if entries.is_empty() {
                entries.push(("files", quoted("**")));
            }
            entries.push(("schema", path(folder, schema)));
            let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            associations.push(format!("{{ {} }}", entries.join(", ")));
        }
    }
    if catalogs.is_empty() && associations.is_empty() && config.uses_index() {
        return;
    }
    writeln!(page, "[schemas]").expect(INFALLIBLE);
    for (key, values) in [("catalogs", catalogs), ("associations", associations)] {
        if !values.is_empty() {
            writeln!(page, "{key} = [{}]", values.join(", ")).expect(INFALLIBLE);
        }
    }
    if !config.uses_index() {
        writeln!(page, "index = false").expect(INFALLIBLE);
    }
    page.push('\n');
}

fn describe_settings(page: &mut String, settings: &Settings) {
    let options = Options::default().with_severities(settings.severities.clone());
    writeln!(page, "[rules] # commented out: defaults, unless the role of a reference requires another")
        .expect(INFALLIBLE);
    for rule in rules::ALL {
        let mark = if settings.severities.is_set(rule) { "" } else { "# " };
        let severity = options.severity(rule).map_or("off", Severity::name);
        writeln!(page, "{mark}{} = \"{severity}\"", rule.name).expect(INFALLIBLE);
    }
    for place in &settings.places {
        write!(page, "\n{}", Config::table_for(place, is_changed_on_screen)).expect(INFALLIBLE);
    }
    for ignored in settings.ignored.sorted() {
        let rules: Vec<String> = ignored.rules.iter().map(|rule| quoted(rule)).collect();
        writeln!(page, "\n[[ignore]]\nvalues = [{}]", quoted(&ignored.value)).expect(INFALLIBLE);
        if !rules.is_empty() {
            writeln!(page, "rules = [{}]", rules.join(", ")).expect(INFALLIBLE);
        }
    }
    page.push('\n');
}

/// Returns `text` as a string of TOML that a terminal shows as it is.
fn quoted(text: &str) -> String {
    toml_string(text, is_changed_on_screen)
}

/// Returns whether a terminal would not show `c` as it is.
pub fn is_changed_on_screen(c: char) -> bool {
    !escape_line(c.encode_utf8(&mut [0; 4])).chars().eq([c])
}
