//! Compares the WHATWG form with the data of the web-platform-tests project, and prints each difference:
//!
//! ```text
//! cargo run -p iri-core --example web_platform_tests -- wpt/url/resources
//! ```
//!
//! The argument is the directory `url/resources` of a checkout. The exit status is 1 if there are differences.

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use iri_core::reference::Form;
use iri_core::{Options, inspect};
use regex::{Captures, Regex};
use serde_json::Value;

/// Start of two inputs whose U+3E8AC Unicode 18 assigns: the data is older.
const NEWLY_ASSIGNED: &str = "\u{3E8AC}\u{3002}\u{729}";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let directory = env::args_os().nth(1).ok_or("expected the directory url/resources of web-platform-tests")?;
    let directory = Path::new(&directory);
    let (mut rows, mut differences) = (0, 0);
    let mut compare = |reference: &str, base: Option<&str>, expected: Option<&str>| {
        let options = base.map_or_else(Options::default, |base| Options::default().with_base(base));
        let form = inspect(reference, &options).converted(Form::Whatwg);
        rows += 1;
        if form.as_deref() != expected {
            differences += 1;
            println!("{reference:?} with base {base:?}: {form:?}, expected {expected:?}");
        }
    };
    for row in objects(directory, "urltestdata.json")? {
        compare(text(&row, "input")?, row["base"].as_str(), row["href"].as_str());
    }
    for name in ["toascii.json", "IdnaTestV2.json"] {
        for row in objects(directory, name)? {
            let input = text(&row, "input")?;
            // An empty host cannot be tested in a URL.
            if !input.is_empty() && !input.starts_with(NEWLY_ASSIGNED) {
                let expected = row["output"].as_str().map(|host| format!("https://{host}/x"));
                compare(&format!("https://{input}/x"), None, expected.as_deref());
            }
        }
    }
    println!("{differences} of {rows} rows differ");
    Ok(ExitCode::from(u8::from(differences > 0)))
}

fn text<'r>(row: &'r Value, key: &str) -> Result<&'r str, Box<dyn Error>> {
    row[key].as_str().ok_or_else(|| format!("expected a string '{key}' in {row}").into())
}

/// Returns the objects of an array in a file; the strings between them are comments.
fn objects(directory: &Path, name: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let path = directory.join(name);
    let json = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows: Vec<Value> = serde_json::from_str(&without_lone_surrogates(&json)?)?;
    Ok(rows.into_iter().filter(Value::is_object).collect())
}

/// Replaces each escape of a lone surrogate with that of U+FFFD, as a browser converts it.
fn without_lone_surrogates(json: &str) -> Result<String, regex::Error> {
    let escapes = Regex::new(r"\\u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|\\u[Dd][89A-Fa-f]..")?;
    let replacement = |escape: &Captures<'_>| match &escape[0] {
        pair if pair.len() > r"\uD800".len() => pair.to_owned(),
        _ => r"\uFFFD".to_owned(),
    };
    Ok(escapes.replace_all(json, replacement).into_owned())
}
