//! Validation, parsing and inspection of 2,000 references, next to four crates in the same run.
//!
//! `cargo bench -p iri-core --bench references` prints, for each kind of reference, the time of each contender, its ratio
//! to oxiri, and the instructions, which the placement of the code does not change. The time is the fastest of many
//! rounds. The contenders alternate, so that a change in the speed of the machine affects all of them. Instructions need
//! `valgrind`. The list contains only valid references; the faulty ones are derived from them.
#![allow(clippy::print_stdout)] // a benchmark reports
#![allow(clippy::cast_precision_loss)] // the counts are small

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use iri_core::{Dialect, Options, Reference, inspect};

const LIST: &str = include_str!("../tests/data/references.txt");
const ROUNDS: usize = 60;
/// Argument of the run whose instructions are counted; the numbers of the kind, the contender and the rounds follow.
const COUNTED: &str = "--counted";

/// Work on one reference; its result only prevents the compiler from removing the work.
type Work = fn(&str) -> usize;

/// Names of the contenders, and what they do. The first is the unit of the ratios.
const CONTENDERS: &[(&str, Work)] = &[
    ("oxiri       validate", |text| usize::from(oxiri::IriRef::parse(text).is_ok())),
    ("iri-core    parse and validate, all spans", validate),
    ("iri-core    full inspection", |text| inspect(text, &Options::default()).findings().len()),
    ("iri-string  validate", |text| usize::from(iri_string::types::IriReferenceStr::new(text).is_ok())),
    ("fluent-uri  validate", |text| usize::from(fluent_uri::IriRef::parse(text).is_ok())),
    ("url         parse against a base", whatwg),
];

fn validate(text: &str) -> usize {
    let reference = black_box(Reference::parse(text));
    usize::from(reference.is_reference(Dialect::Iri))
}

fn whatwg(text: &str) -> usize {
    thread_local!(static BASE: url::Url = url::Url::parse("http://example.org/a/b").expect("a plain URL"));
    BASE.with(|base| usize::from(base.join(text).is_ok()))
}

/// Returns the kinds of references: each with its name.
fn kinds() -> Vec<(&'static str, Vec<String>)> {
    // The blocks of the scripts that are written from right to left.
    let is_right_to_left = |text: &&str| {
        text.chars().any(|ch| matches!(ch, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}'))
    };
    let clean = || LIST.lines();
    let owned = |texts: &mut dyn Iterator<Item = &str>| texts.map(str::to_owned).collect::<Vec<_>>();
    vec![
        ("all", owned(&mut clean())),
        ("ASCII", owned(&mut clean().filter(|text| text.is_ascii()))),
        ("left-to-right", owned(&mut clean().filter(|text| !text.is_ascii() && !is_right_to_left(text)))),
        ("right-to-left", owned(&mut clean().filter(is_right_to_left))),
        ("faulty", clean().enumerate().map(|(index, text)| faulty(index, text)).collect()),
    ]
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

/// Returns the instructions per reference of a round, without those of the start and of the first round; `None` without
/// `valgrind`.
fn instructions(kind: usize, contender: usize, references: usize) -> Option<u64> {
    let run = |rounds: usize| {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(std::env::current_exe().ok()?)
            .args([COUNTED, &kind.to_string(), &contender.to_string(), &rounds.to_string()])
            .stdout(Stdio::null())
            .output()
            .ok()?;
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        report.split_once("Collected : ")?.1.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some((run(2)? - run(1)?) / references as u64)
}

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != COUNTED).skip(1);
    let mut number = || arguments.next()?.parse::<usize>().ok();
    let kinds = kinds();
    if let (Some(kind), Some(contender), Some(rounds)) = (number(), number(), number()) {
        for _ in 0..rounds {
            black_box(round(CONTENDERS[contender].1, &kinds[kind].1));
        }
        return;
    }
    // The ratios of faulty references are to the validation of the same references without the fault.
    let mut unit = Duration::MAX;
    for (kind, (name, list)) in kinds.iter().enumerate() {
        let mut best = vec![Duration::MAX; CONTENDERS.len()];
        for _ in 0..ROUNDS {
            for ((_, work), best) in CONTENDERS.iter().zip(&mut best) {
                *best = (*best).min(round(*work, list));
            }
        }
        if kind == 0 {
            unit = best[0];
        }
        let unit = if *name == "faulty" { unit } else { best[0] };
        let bytes: usize = list.iter().map(String::len).sum();
        println!(
            "{name}: {} references of {} bytes on average, fastest of {ROUNDS} rounds",
            list.len(),
            bytes / list.len()
        );
        for (contender, ((name, _), time)) in CONTENDERS.iter().zip(&best).enumerate() {
            let each = time.as_nanos() as f64 / list.len() as f64;
            let ratio = time.as_secs_f64() / unit.as_secs_f64();
            let count = instructions(kind, contender, list.len());
            let count = count.map_or("no valgrind".to_owned(), |count| format!("{count:>6} instructions"));
            println!("  {name:<44} {each:>7.0} ns {ratio:>7.2} x oxiri {count}");
        }
    }
}
