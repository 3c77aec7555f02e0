//! Completions, in the shells themselves.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{self, command, run, text};

/// Words before the cursor, and words that must be among the completions.
const CASES: [(&str, &[&str]); 14] = [
    ("che", &["check"]),
    ("explain lei", &["leiri", "leiri-space", "leiri-delimiter"]),
    ("completions ", &["bash", "zsh", "fish", "nushell", "powershell", "elvish"]),
    ("man con", &["convert"]),
    ("check --fail-on ", &["error", "warning", "information", "hint", "never"]),
    ("check --format s", &["sarif"]),
    ("check --select leiri-sp", &["leiri-space", "leiri-special"]),
    ("check --fix-s", &["--fix-suggested", "--fix-signed"]),
    ("check docs/gu", &["docs/guide.xml"]),
    ("list --extens", &["--extension"]),
    ("schema --format j", &["json"]),
    ("convert --to uri", &["uri", "uri-idna"]),
    ("compare --at pe", &["percent"]),
    ("show --as iri-", &["iri-bis"]),
];

/// Returns the program of a shell. Without it nothing is tested, except in CI, which installs it.
fn shell(name: &str) -> Option<Command> {
    let is_there = Command::new(name).args(["-c", "exit"]).output().is_ok_and(|output| output.status.success());
    assert!(is_there || std::env::var_os("CI").is_none(), "{name} is not installed");
    is_there.then(|| Command::new(name))
}

/// Runs `script` with the completions of a shell in the file `$script` and a line in `$line`, and returns what it prints.
fn completed(name: &str, options: &[&str], script: &str) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a directory");
    fs::create_dir(folder.path().join("docs")).expect("it can be created");
    fs::write(folder.path().join("docs/guide.xml"), "<a/>").expect("it can be written");
    fs::write(folder.path().join("script"), run(&mut command(&["completions", name]), b"").stdout).expect("written");
    let program = program::path();
    let programs = Path::new(&program).parent().expect("a directory");
    let path = std::env::var("PATH").expect("it is set");
    let mut outputs = Vec::new();
    for (line, _) in CASES {
        let mut shell = shell(name)?;
        shell.args(options).args(["-c", script]).current_dir(folder.path()).env("line", format!("iri-inspect {line}"));
        let output = shell.env("PATH", format!("{}:{path}", programs.display())).output().expect("it runs");
        outputs.push(text(&output.stdout));
    }
    Some(outputs)
}

fn assert_completed(name: &str, options: &[&str], script: &str) {
    let Some(outputs) = completed(name, options, script) else { return };
    for ((line, expected), output) in CASES.into_iter().zip(outputs) {
        let words: Vec<&str> = output.lines().filter_map(|line| line.split('\t').next()).map(str::trim).collect();
        for word in expected {
            assert!(words.contains(word), "{name}, {line:?}: no {word} in {output}");
        }
        let typed = line.rsplit(' ').next().unwrap_or_default();
        assert!(words.iter().all(|word| word.starts_with(typed)), "{name}, {line:?}: {output}");
    }
}

#[test]
fn bash_completes_commands_options_and_values() {
    let script = "source ./script; COMP_LINE=$line; COMP_WORDS=($line); COMP_TYPE=9
        if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_POINT=${#line}
        $(complete -p iri-inspect | sed 's/.*-F \\([^ ]*\\) .*/\\1/') iri-inspect \"${COMP_WORDS[COMP_CWORD]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    assert_completed("bash", &["--noprofile", "--norc"], script);
}

#[test]
fn fish_completes_commands_options_and_values() {
    assert_completed("fish", &["--no-config"], "source ./script; complete -C \"$line\"");
}

#[test]
fn zsh_completes_commands_options_and_values() {
    // The completion functions run only in the line editor, which needs a terminal; it shows what `compadd` gets.
    let script = r#"
        rm -f added; zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PROMPT=; stty -echo; autoload -Uz compinit; compinit -u -D; source ./script"
        zpty -w z "compadd() { local -a w; while (( \$# )); do case \$1 in (-a) eval 'w=(\"\${(@)'\$2'}\")'; break;; esac; shift; done
            (( \$#w )) && print -rl -- \$w > added; builtin compadd -x ' '; return 0 }"
        zpty -w z "list() { zle complete-word; print done >> added }; zle -C complete-word complete-word _main_complete; zle -N list; bindkey '^T' list; : > added"
        zpty -w -n z "$line"$'\x14'
        for i in {1..100}; do grep -qx done added 2>/dev/null && break; sleep 0.1; done
        zpty -d z
        grep -vx done added"#;
    assert_completed("zsh", &["-f"], script);
}
