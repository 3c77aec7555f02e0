//! Figures about schemas: what they declare, and how long they take to load.
//!
//! ```text
//! cargo run --release -p iri-core --example schemas -- FILE…            figures, one line per schema
//! cargo run --release -p iri-core --example schemas -- --places FILE…   the places of references, one per line
//! cargo run --release -p iri-core --example schemas -- --positions FILE DOCUMENT…
//! ```
//!
//! `--positions` prints the references in documents that have the schema FILE, for a comparison with a validator: after
//! a line `# DOCUMENT`, the number of the element, from 1, and the attribute. A text without characters and the text of
//! an element with children are left out.
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
use iri_core::xml::ExpandedName;
use iri_core::xml::types::{Binding, BoundSchema, Candidates, NameClass, Types};
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

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

fn load(file: &str) -> Result<LoadedSchema, Box<dyn Error>> {
    let location = file_uri_from_path(&std::fs::canonicalize(Path::new(file))?).ok_or("no location")?;
    Ok(relax_ng::load(&location, &mut DiskTexts))
}

/// Open element of a document.
struct Open {
    number: usize,
    candidates: Candidates,
    has_children: bool,
    has_text: bool,
}

/// Prints the references in a document.
fn positions(text: &str, types: &Types, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut reader = NsReader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let (mut open, mut number): (Vec<Open>, usize) = (Vec::new(), 0);
    loop {
        match reader.read_event()? {
            Event::Start(start) => {
                number += 1;
                let (namespace, local) = reader.resolver().resolve_element(start.name());
                let name = ExpandedName { namespace: namespace_of(&namespace), local: local.as_ref() };
                if let Some(parent) = open.last_mut() {
                    parent.has_children = true;
                }
                let parent = open.last().map_or(&Candidates::Unknown, |parent| &parent.candidates);
                let candidates = types.child(parent, name);
                for attribute in start.attributes() {
                    let attribute = attribute?;
                    if attribute.key.as_namespace_binding().is_some() {
                        continue;
                    }
                    let (namespace, local) = reader.resolver().resolve_attribute(attribute.key);
                    let name = ExpandedName { namespace: namespace_of(&namespace), local: local.as_ref() };
                    if types.attribute(&candidates, name).is_some_and(|typed| typed.value.reference().is_some()) {
                        writeln!(out, "{number}\t{}", NameClass::name(name.namespace, name.local))?;
                    }
                }
                open.push(Open { number, candidates, has_children: false, has_text: false });
            }
            Event::Text(text) if !text.trim_ascii().is_empty() => {
                if let Some(element) = open.last_mut() {
                    element.has_text = true;
                }
            }
            Event::CData(_) | Event::GeneralRef(_) => {
                if let Some(element) = open.last_mut() {
                    element.has_text = true;
                }
            }
            Event::End(_) => {
                let Some(element) = open.pop() else { continue };
                let typed = types.text(&element.candidates);
                let is_reference = typed.is_some_and(|typed| typed.value.reference().is_some());
                if is_reference && element.has_text && !element.has_children {
                    writeln!(out, "{}\t", element.number)?;
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn namespace_of<'n>(resolved: &ResolveResult<'n>) -> &'n str {
    match resolved {
        ResolveResult::Bound(namespace) => namespace.0,
        _ => "",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let shows_places = files.first().is_some_and(|first| first == "--places");
    if shows_places {
        files.remove(0);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if files.first().is_some_and(|first| first == "--positions") {
        let schema = files.get(1).ok_or("missing schema")?;
        let types =
            Types::new(vec![BoundSchema { declarations: load(schema)?.declarations, binding: Binding::Configuration }]);
        for file in &files[2..] {
            writeln!(out, "# {file}")?;
            positions(&encoding::decode(std::fs::read(file)?)?.text, &types, &mut out)?;
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
