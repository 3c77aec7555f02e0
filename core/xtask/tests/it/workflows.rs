//! The workflows can be read: a runner refuses a whole file for one line.

use crate::repository::{read, root};

/// Returns why `value`, the text after a key on one line, is no plain scalar of YAML 1.2 (section 7.3.3).
fn problem(value: &str) -> Option<&'static str> {
    let is_other_style = value.is_empty() || value.starts_with(['"', '\'', '|', '>', '[', '{', '#', '&', '*']);
    match value {
        _ if is_other_style => None,
        _ if value.contains(": ") || value.ends_with(':') => {
            Some("': ' starts a mapping; write '|' and the value below")
        }
        _ => None,
    }
}

#[test]
fn commands_and_conditions_are_plain_scalars() {
    let mut values = 0;
    for entry in std::fs::read_dir(root().join(".github/workflows")).expect("there are workflows") {
        let path = entry.expect("it is listed").path();
        let text = read(&path);
        let mut block = None;
        for (number, line) in text.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let entry = line.trim_start().trim_start_matches("- ");
            if entry.is_empty() || entry.starts_with(['#', '{']) || block.is_some_and(|block| indent > block) {
                continue;
            }
            let Some((_, value)) = entry.split_once(": ") else { continue };
            let value = value.split(" #").next().unwrap_or_default().trim();
            block = value.starts_with(['|', '>']).then_some(indent);
            values += 1;
            assert_eq!(problem(value), None, "{}:{}: {line}", path.display(), number + 1);
        }
    }
    assert!(values > 100, "{values}");
    assert!(problem("cargo test boundary:: faults::").is_some());
}
