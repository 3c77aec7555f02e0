//! Validation, parsing and inspection of 2,000 references, next to four crates in the same run.
//!
//! `cargo bench -p iri-core` prints the time per reference of each contender and its ratio to oxiri. The time is the
//! fastest of many rounds. The contenders alternate, so that a change in the speed of the machine affects all of them.
//! The list contains only valid references; the faulty ones are derived from them.
#![allow(clippy::print_stdout)] // a benchmark reports
#![allow(clippy::cast_precision_loss)] // the counts are small

use std::hint::black_box;
use std::time::{Duration, Instant};

use iri_core::{Dialect, Options, Reference, inspect};

const LIST: &str = include_str!("../tests/data/references.txt");
const ROUNDS: usize = 60;

/// Work on one reference; its result only prevents the compiler from removing the work.
type Work = fn(&str) -> usize;

/// Measured function, and its list of references.
struct Contender {
    name: &'static str,
    on_faulty: bool,
    work: Work,
}

const CONTENDERS: &[Contender] = &[
    Contender {
        name: "oxiri          validate",
        on_faulty: false,
        work: |t| usize::from(oxiri::IriRef::parse(t).is_ok()),
    },
    Contender { name: "iri-core       parse and validate, all spans", on_faulty: false, work: validate },
    Contender {
        name: "iri-core       full inspection",
        on_faulty: false,
        work: |t| inspect(t, &options()).findings().len(),
    },
    Contender {
        name: "iri-string     validate",
        on_faulty: false,
        work: |t| usize::from(iri_string::types::IriReferenceStr::new(t).is_ok()),
    },
    Contender {
        name: "fluent-uri     validate",
        on_faulty: false,
        work: |t| usize::from(fluent_uri::IriRef::parse(t).is_ok()),
    },
    Contender { name: "url            parse against a base", on_faulty: false, work: whatwg },
    Contender { name: "iri-core       parse a faulty one", on_faulty: true, work: validate },
    Contender {
        name: "iri-core       full inspection of a faulty one",
        on_faulty: true,
        work: |t| inspect(t, &options()).findings().len(),
    },
];

fn options() -> Options {
    Options::default()
}

fn validate(text: &str) -> usize {
    let reference = black_box(Reference::parse(text));
    usize::from(reference.is_reference(Dialect::Iri))
}

fn whatwg(text: &str) -> usize {
    thread_local!(static BASE: url::Url = url::Url::parse("http://example.org/a/b").expect("a plain URL"));
    BASE.with(|base| usize::from(base.join(text).is_ok()))
}

/// Returns `text` with a space, a bar, a backslash or a bidi control in the second half.
fn faulty(index: usize, text: &str) -> String {
    let mut at = text.len() / 2 + index % (text.len() / 2 + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let fault = [" ", "|", "\\", "\u{202E}", "<"][index % 5];
    format!("{}{fault}{}", &text[..at], &text[at..])
}

fn round(work: Work, list: &[String]) -> Duration {
    let start = Instant::now();
    let mut sum = 0;
    for text in list {
        sum += work(black_box(text));
    }
    black_box(sum);
    start.elapsed()
}

fn main() {
    let clean: Vec<String> = LIST.lines().map(str::to_owned).collect();
    let broken: Vec<String> = clean.iter().enumerate().map(|(index, text)| faulty(index, text)).collect();
    let mut best = vec![Duration::MAX; CONTENDERS.len()];
    for _ in 0..ROUNDS {
        for (contender, best) in CONTENDERS.iter().zip(&mut best) {
            let list = if contender.on_faulty { &broken } else { &clean };
            *best = (*best).min(round(contender.work, list));
        }
    }
    let bytes: usize = clean.iter().map(String::len).sum();
    println!("{} references of {} bytes on average, fastest of {ROUNDS} rounds", clean.len(), bytes / clean.len());
    for (contender, time) in CONTENDERS.iter().zip(&best) {
        let each = time.as_nanos() as f64 / clean.len() as f64;
        println!("{:<50} {each:>8.0} ns  {:>6.2} x oxiri", contender.name, time.as_secs_f64() / best[0].as_secs_f64());
    }
}
