//! Whole documents: parsing compared with bare tokens, and the time from an edit to the findings.
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

use iri_core::{Document, Settings, Span};
use quick_xml::NsReader;
use quick_xml::events::Event;

fn main() {
    reading("made up", &[generated(4_000_000)]);
    if let Some(folder) = env::var_os("IRI_DOCUMENTS") {
        reading("given", &texts(Path::new(&folder), 300_000_000));
    }
    for size in [10_000, 10_000_000] {
        edits(size);
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

fn reading(name: &str, texts: &[String]) {
    let megabytes = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    let settings = Arc::new(Settings::default());
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
            black_box(Document::parse(text, Arc::clone(&settings)).findings().count());
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
fn edits(size: usize) {
    let text = generated(size);
    let mut document = Document::parse(text.clone(), Arc::new(Settings::default()));
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
    println!("edit to findings, {size} bytes: median {:.0} \u{b5}s, 99th percentile {:.0} \u{b5}s", at(50), at(99));
}
