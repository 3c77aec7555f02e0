//! Whole documents: parsing compared with bare tokens, and the time from an edit to the findings, also with a schema.
//!
//! ```text
//! cargo bench -p iri-core --bench documents                       generated documents
//! IRI_DOCUMENTS=folder cargo bench -p iri-core --bench documents  and all XML files in UTF-8 below that directory
//! ```
//!
//! The reference is quick-xml, which resolves the namespace of every element of the same texts in the same run.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)] // it reports; figures of four digits

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use iri_core::schema::{self, SchemaText, SchemaTexts};
use iri_core::xml::types::{Binding, BoundSchema, Types};
use iri_core::{Document, Settings, Span};
use quick_xml::NsReader;
use quick_xml::events::Event;

fn main() {
    reading("made up", &[generated(4_000_000)], &Arc::default());
    reading("with a schema", &[generated(4_000_000)], &with_schema());
    if let Some(folder) = env::var_os("IRI_DOCUMENTS") {
        reading("given", &texts(Path::new(&folder), 300_000_000), &Arc::default());
    }
    for size in [10_000, 10_000_000] {
        edits("without a schema", size, &Arc::default());
        edits("with a schema", size, &with_schema());
    }
}

/// Generates a typical document of about `size` bytes: elements, some attributes, a few references.
fn generated(size: usize) -> String {
    let item = "  <item id=\"i1\" class=\"wide\">\n    <title>Some words &amp; more of them</title>\n    \
                <a xlink:href=\"http://www.example.org/articles/2026/some-article.html#part\" title=\"t\">words</a>\n    \
                <p>Text that goes on for a while, as text does, without any mark-up in it at all.</p>\n  </item>\n";
    let head = "<?xml version=\"1.0\"?>\n<list xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n";
    format!("{head}{}</list>\n", item.repeat(size / item.len()))
}

/// Schema of the generated documents, whose part for XLink is another document.
struct Schema;

impl SchemaTexts for Schema {
    fn text(&mut self, reference: &str, _base: &str) -> Result<SchemaText, String> {
        let inside = if reference == "xlink.xsd" {
            "targetNamespace='http://www.w3.org/1999/xlink'><xs:attribute name='href' type='xs:anyURI'/>"
        } else {
            "xmlns:xlink='http://www.w3.org/1999/xlink'><xs:import namespace='http://www.w3.org/1999/xlink' \
             schemaLocation='xlink.xsd'/><xs:element name='list'><xs:complexType><xs:sequence><xs:element name='item' \
             maxOccurs='unbounded'><xs:complexType><xs:sequence><xs:element name='title' type='xs:string'/>\
             <xs:element name='a'><xs:complexType mixed='true'><xs:attribute ref='xlink:href'/>\
             <xs:attribute name='title'/></xs:complexType></xs:element><xs:element name='p'/></xs:sequence>\
             <xs:attribute name='id' type='xs:ID'/><xs:attribute name='class' type='xs:NMTOKENS'/></xs:complexType>\
             </xs:element></xs:sequence></xs:complexType></xs:element>"
        };
        let text = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' {inside}</xs:schema>");
        Ok(SchemaText { location: reference.into(), text: text.into() })
    }
}

fn with_schema() -> Arc<Settings> {
    let declarations = schema::load("list.xsd", &mut Schema).declarations;
    let types = Types::new(vec![BoundSchema { declarations, binding: Binding::SchemaLocation }]);
    Arc::new(Settings::default().with_types(Arc::new(types)))
}

fn texts(folder: &Path, most: usize) -> Vec<String> {
    let (mut folders, mut texts, mut size) = (vec![folder.to_owned()], Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink())) {
            let path: PathBuf = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(text) = text(&path).filter(|text| size + text.len() <= most) {
                size += text.len();
                texts.push(text);
            }
        }
    }
    texts
}

fn text(path: &Path) -> Option<String> {
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    let head = text.trim_start_matches(['\u{FEFF}', ' ', '\n', '\r', '\t']);
    (head.starts_with("<?xml") || head.contains("xmlns=\"")).then_some(text)
}

/// Returns the shortest of several times.
fn best(times: usize, mut run: impl FnMut() -> Duration) -> f64 {
    (0..times).map(|_| run()).min().unwrap_or_default().as_secs_f64()
}

fn reading(name: &str, texts: &[String], settings: &Arc<Settings>) {
    let megabytes = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    let tokens = best(3, || {
        let start = Instant::now();
        for text in texts {
            bare_tokens(text);
        }
        start.elapsed()
    });
    let ours = best(3, || {
        let mut spent = Duration::ZERO;
        for text in texts {
            let text = text.clone();
            let start = Instant::now();
            black_box(Document::parse(text, Arc::clone(settings)).findings().count());
            spent += start.elapsed();
        }
        spent
    });
    println!(
        "{name}: {} documents, {megabytes:.0} MB: tokens {:.0} MB/s, findings {:.0} MB/s, ratio {:.2}",
        texts.len(),
        megabytes / tokens,
        megabytes / ours,
        tokens / ours
    );
}

fn bare_tokens(text: &str) {
    let mut reader = NsReader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    while let Ok((_, event)) = reader.read_resolved_event() {
        if black_box(event) == Event::Eof {
            break;
        }
    }
}

/// Measures typing in a document of about `size` bytes: at one position, and at positions all over it.
fn edits(name: &str, size: usize, settings: &Arc<Settings>) {
    let text = generated(size);
    let mut document = Document::parse(text.clone(), Arc::clone(settings));
    let places: Vec<usize> = text.match_indices("some-article").map(|(at, _)| at).collect();
    let mut times = Vec::new();
    for number in 0..4_000 {
        // Steps of a prime reach all parts of the document.
        let at = places[if number % 2 == 0 { number * 7919 } else { 1 } % places.len()];
        for (span, typed) in [(Span::empty(at), " "), (Span::new(at, at + 1), "")] {
            let start = Instant::now();
            document.edit(span, typed);
            black_box(document.findings().count());
            times.push(start.elapsed());
        }
    }
    times.sort();
    let at = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1e6;
    println!(
        "edit to findings, {name}, {size} bytes: median {:.0} \u{b5}s, 99th percentile {:.0} \u{b5}s",
        at(50),
        at(99)
    );
}
