//! Figures about schemas: what they declare, and how long they take to load.
//!
//! ```text
//! cargo run --release -p iri-core --example schemas -- FILE…            figures, one line per schema
//! cargo run --release -p iri-core --example schemas -- --places FILE…   the places of references, one per line
//! ```
//!
//! Columns are separated by tabs. Documents that a schema includes are read from the disk, wherever they are.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use iri_core::files::file_uri_from_path;
use iri_core::reference::resolve;
use iri_core::schema::{LoadedSchema, SchemaText, SchemaTexts, relax_ng};
use iri_core::text::encoding;

/// Texts on the disk.
struct DiskTexts;

impl SchemaTexts for DiskTexts {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        let location =
            if base.is_empty() { reference.to_owned() } else { resolve(base, reference).unwrap_or_default() };
        let missing = || format!("schema not found: {reference}");
        let path = location.strip_prefix("file://").ok_or_else(missing)?.replace("%20", " ");
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", missing()))?;
        let source = encoding::decode(bytes).map_err(|error| error.to_string())?;
        Ok(SchemaText { location: location.into(), text: source.text.into() })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let shows_places = files.first().is_some_and(|first| first == "--places");
    if shows_places {
        files.remove(0);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if !shows_places {
        writeln!(out, "problems\tdocuments\telements\tplaces\tms\tfile")?;
    }
    for file in &files {
        let location = file_uri_from_path(&std::fs::canonicalize(Path::new(file))?).ok_or("no location")?;
        let start = Instant::now();
        let LoadedSchema { declarations, problems } = relax_ng::load(&location, &mut DiskTexts);
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        if shows_places {
            for place in declarations.places() {
                let attribute = place.attribute.map(|attribute| format!("@{attribute}")).unwrap_or_default();
                let (location, line) = (declarations.location(place.at.file), declarations.line(place.at));
                writeln!(out, "{}\t{attribute}\t{:?}\t{location}:{line}", place.element, place.value)?;
            }
            continue;
        }
        let (documents, elements) = (declarations.locations().count(), declarations.element_count());
        let places = declarations.places().count();
        writeln!(out, "{}\t{documents}\t{elements}\t{places}\t{milliseconds:.1}\t{file}", problems.len())?;
        for problem in problems.iter().take(5) {
            let at = problem.at.map(|at| format!("{}:{}", declarations.location(at.file), declarations.line(at)));
            writeln!(out, "\t{}\t{}", at.unwrap_or_default(), problem.message)?;
        }
    }
    Ok(())
}
