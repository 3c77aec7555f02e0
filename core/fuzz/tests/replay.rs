//! Runs each target on its corpus and on the sample documents, without libFuzzer.

use std::fs;
use std::path::{Path, PathBuf};

use iri_fuzz::TARGETS;

/// Returns the files below `directory`.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() { files.extend(self::files(&entry)) } else { files.push(entry) }
    }
    files.sort();
    files
}

fn corpus(target: &str) -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target))
}

#[test]
fn every_target_accepts_its_corpus() {
    for (name, run) in TARGETS {
        let files = corpus(name);
        assert!(files.len() >= 10, "{name} has only {} files", files.len());
        for file in files {
            // The output of a failed test ends with the name.
            println!("{}", file.display());
            run(&fs::read(&file).expect("a readable file"));
        }
    }
}

#[test]
fn targets_of_documents_accept_the_samples() {
    let samples = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/documents"));
    assert!(samples.len() >= 9, "only {} samples", samples.len());
    for sample in samples {
        println!("{}", sample.display());
        let bytes = fs::read(&sample).expect("a readable file");
        iri_fuzz::document::run(&bytes);
        iri_fuzz::edits::run(&bytes);
        iri_fuzz::encodings::run(&bytes);
    }
}

#[test]
fn packages_that_choices_make_are_changed_exactly_or_not_at_all() {
    const COUNT: usize = 10_000;
    let (mut state, mut changed) = (0x9E37_79B9_7F4A_7C15_u64, 0);
    for _ in 0..COUNT {
        let mut input = vec![0xFF; 4];
        for _ in 0..24 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            input.extend(state.to_le_bytes());
        }
        changed += usize::from(iri_fuzz::packages::is_changed(&input));
    }
    assert!((COUNT / 10..COUNT * 9 / 10).contains(&changed), "{changed} of {COUNT} packages were changed");
}

#[test]
fn each_target_has_a_program_and_a_corpus() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    let programs: Vec<&str> = manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")).collect();
    let mut programs: Vec<&str> = programs.iter().filter_map(|name| name.strip_suffix(".rs\"")).collect();
    programs.sort_unstable();
    let targets: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(programs, targets);
}
