//! Runs the built program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Returns the path of the program to test: the built one, unless `IRI_INSPECT_TEST_PROGRAM` names another, such as an
/// earlier release.
pub fn path() -> String {
    std::env::var("IRI_INSPECT_TEST_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_iri-inspect").to_owned())
}

/// Returns the program with `arguments`, its streams piped, in the folder of the crate.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // The environment of the tests must not change the output: the preferences of a user, or a workflow that runs them.
    let workflow = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"].into_iter().chain(workflow) {
        command.env_remove(name);
    }
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("IRI_INSPECT_")) {
        command.env_remove(name);
    }
    command.env("IRI_INSPECT_SETTINGS", "");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")));
    command
}

/// Runs the program to its end. A thread writes standard input, so that no pipe can fill up.
pub fn run(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program is built beside this test");
    let mut pipe = child.stdin.take().expect("it is piped");
    let stdin = stdin.to_vec();
    // A program that ends early may close the pipe.
    let feeder = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().expect("it was spawned");
    feeder.join().expect("a feeder does not panic");
    output
}

/// Returns output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("all output is UTF-8")
}

/// Returns `text` with the random token of a workflow log as `TOKEN`.
pub fn without_token(text: &str) -> String {
    let token = text.lines().find_map(|line| line.strip_prefix("::stop-commands::"));
    token.map_or_else(|| text.to_owned(), |token| text.replace(token, "TOKEN"))
}
