//! Figures about schemas: what they declare, and how long they take to load.
//!
//! ```text
//! cargo run --release -p iri-core --example schemas -- FILE…            figures, one line per schema
//! cargo run --release -p iri-core --example schemas -- --places FILE…   the places of references, one per line
//! cargo run --release -p iri-core --example schemas -- --positions FILE DOCUMENT…
//! cargo run --release -p iri-core --example schemas -- --cut FILE DOCUMENT…
//! ```
//!
//! `--positions` prints the references in documents that have the schemas `FILE,FILE…`, for a comparison with a
//! validator: after a line `# DOCUMENT`, the number of the element, from 1, and the attribute. Only the schemas determine
//! them: places of the vocabulary that they do not declare are left out. `--cut` prints the same for each document cut
//! after every tenth of its text, with a line `# DOCUMENT N` for the first N tenths.
//!
//! Columns are separated by tabs. Documents that a schema includes are read from the disk, wherever they are.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use iri_core::files::{file_uri_from_path, path_from_file_uri};
use iri_core::reference::resolve;
use iri_core::schema::{self, LoadedSchema, SchemaText, SchemaTexts};
use iri_core::text::encoding;
use iri_core::xml::types::{Binding, BoundSchema, Types};
use iri_core::{Document, Settings};

/// Texts on the disk.
struct DiskTexts;

impl SchemaTexts for DiskTexts {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        let location =
            if base.is_empty() { reference.to_owned() } else { resolve(base, reference).unwrap_or_default() };
        let missing = || format!("schema not found: {reference}");
        let path = path_from_file_uri(&location).ok_or_else(missing)?;
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", missing()))?;
        let source = encoding::decode(bytes).map_err(|error| error.to_string())?;
        Ok(SchemaText { location: location.into(), text: source.text.into() })
    }
}

fn load(file: &str) -> Result<LoadedSchema, Box<dyn Error>> {
    let location = file_uri_from_path(&std::fs::canonicalize(Path::new(file))?).ok_or("no location")?;
    Ok(schema::load(&location, &mut DiskTexts))
}

/// Prints the references in a document that its schema declares.
fn positions(text: &str, types: &Arc<Types>, out: &mut impl Write) -> io::Result<()> {
    let mut starts = start_tags(text).peekable();
    let document = Document::parse(text.to_owned(), Arc::new(Settings::default().with_types(Arc::clone(types))));
    let (mut number, mut last) = (0, None);
    for site in document.sites().filter(|site| site.origin.is_some()) {
        while starts.next_if(|&start| start < site.span.start).is_some() {
            number += 1;
        }
        let position = (number, site.attribute.map(str::to_owned));
        if last.as_ref() != Some(&position) {
            writeln!(out, "{number}\t{}", position.1.as_deref().unwrap_or_default())?;
            last = Some(position);
        }
    }
    Ok(())
}

/// Returns the offsets of the start tags in a text. Those in the value of an entity are not elements of the text.
fn start_tags(text: &str) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.get(at..)?.find('<')?;
            let rest = &text[start..];
            if rest.starts_with("<!ENTITY") {
                let open = rest.find(['"', '\''])?;
                let quote = &rest[open..=open];
                at = start + open + 1 + rest[open + 1..].find(quote)? + 1;
                continue;
            }
            let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
            if let Some((open, close)) = ends.iter().find(|(open, _)| rest.starts_with(open)) {
                at = start + open.len() + rest[open.len()..].find(close)? + close.len();
                continue;
            }
            at = start + 1;
            if !rest[1..].starts_with(['!', '/']) {
                return Some(start);
            }
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let shows_places = files.first().is_some_and(|first| first == "--places");
    if shows_places {
        files.remove(0);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(mode) = files.first().filter(|first| ["--positions", "--cut"].contains(&first.as_str())) {
        let mut schemas = Vec::new();
        for schema in files.get(1).ok_or("missing schema")?.split(',') {
            schemas.push(BoundSchema { declarations: load(schema)?.declarations, binding: Binding::Configuration });
        }
        let types = Arc::new(Types::new(schemas));
        for file in &files[2..] {
            let text = encoding::decode(std::fs::read(file)?)?.text;
            if mode == "--positions" {
                writeln!(out, "# {file}")?;
                positions(&text, &types, &mut out)?;
                continue;
            }
            for tenth in 1..10 {
                let end = (0..=text.len() * tenth / 10).rev().find(|&end| text.is_char_boundary(end));
                writeln!(out, "# {file} {tenth}")?;
                positions(&text[..end.unwrap_or_default()], &types, &mut out)?;
            }
        }
        return Ok(());
    }
    if !shows_places {
        writeln!(out, "problems\tdocuments\telements\tplaces\tms\tfile")?;
    }
    for file in &files {
        let start = Instant::now();
        let LoadedSchema { declarations, problems } = load(file)?;
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
