//! The files with which others install and run the program: the hooks of pre-commit, the action of GitHub, the names of
//! the archives. The scripts run in a shell that imitates the runner.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::program::{command, text};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository is there")
}

fn source(name: &str) -> String {
    fs::read_to_string(repository().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn git(folder: &Path, arguments: &[&str]) -> Output {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.hooksPath=/dev/null"]);
    let output = git.args(arguments).current_dir(folder).output().expect("git is installed");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Creates a repository with deleted, renamed, hostile and ignored files. One file has a finding that can be fixed.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &[u8], text: &str| {
        let path = folder.path().join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().expect("it is in a directory")).expect("it can be created");
        fs::write(path, text).expect("it can be written");
    };
    let clean = "<r xml:base='http://example.org/'/>";
    git(folder.path(), &["init", "-q"]);
    for name in [&b"gone.xml"[..], b"old name.xml", b"guide.xml", b"no-extension"] {
        write(name, clean);
    }
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "start"]);
    git(folder.path(), &["rm", "-q", "gone.xml"]);
    git(folder.path(), &["mv", "old name.xml", "new name.xml"]);
    for name in [
        &b"--config=x.xml"[..],
        b"a\nb.xml",
        b"::warning::x.xml",
        b"$(touch pwned).xml",
        b"'q\".xml",
        b"\xFF.xml",
        b"dir with space/\xE2\x80\xAEa.xml",
        b"vendor/ignored.xml",
    ] {
        write(name, clean);
    }
    write(b"no-extension", "<?xml version='1.0'?><r/>");
    write(b"notes.md", "<r xml:base='a b'/> is not XML\n");
    write(b"picture.png", "\u{89}PNG");
    write(b".iri.toml", "[[ignore]]\nfiles = ['vendor/**']\n");
    write(b"guide.xml", "<r xml:base='a b'/>");
    git(folder.path(), &["add", "-A"]);
    folder
}

fn names(output: &[u8]) -> BTreeSet<OsString> {
    output
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
        .map(|name| OsString::from_vec(name.to_vec()))
        .collect()
}

/// Entry and arguments of each hook, by its ID.
fn hooks() -> Vec<(String, Vec<String>)> {
    let file = source(".pre-commit-hooks.yaml");
    let all = file.split("\n- id: ").skip(1).map(|hook| {
        let value = |key: &str| hook.lines().find_map(|line| line.trim().strip_prefix(key)).map(str::trim);
        let entry = value("entry:").expect("it has an entry");
        assert_eq!(value("args:"), Some("[\"--\"]"), "{hook}");
        assert_eq!(value("require_serial:"), Some("true"), "{hook}");
        let words = entry.split(' ').map(str::to_owned).chain(["--".to_owned()]).collect();
        (hook.lines().next().unwrap_or_default().to_owned(), words)
    });
    all.collect()
}

/// Runs a hook as pre-commit does: each file that git has is an argument.
fn run_hook(words: &[String], folder: &Path, files: &BTreeSet<OsString>) -> Output {
    let program = if words[0] == "iri-inspect" { PathBuf::from(PROGRAM) } else { repository().join(&words[0]) };
    let mut hook = Command::new(program);
    hook.args(&words[1..]).args(files).current_dir(folder).env("IRI_INSPECT", PROGRAM);
    hook.output().expect("it can be run")
}

#[test]
fn the_hooks_read_exactly_what_check_reads() {
    let folder = project();
    let found = command(&["check", "--list-files", "-0"]).current_dir(folder.path()).output().expect("it runs");
    let found = names(&found.stdout);
    // pre-commit names the staged files; a hook must also skip one that is deleted since.
    let mut staged = names(&git(folder.path(), &["ls-files", "-z"]).stdout);
    staged.insert("gone.xml".into());
    assert!(found.len() >= 10 && staged.len() > found.len() + 3, "{found:?} of {staged:?}");
    let hooks = hooks();
    assert_eq!(hooks.len(), 4);
    for (id, words) in &hooks {
        let mut listing: Vec<String> = words.iter().filter(|word| *word != "--fix" && *word != "--").cloned().collect();
        listing.extend(["--list-files".to_owned(), "-0".to_owned(), "--".to_owned()]);
        let read = run_hook(&listing, folder.path(), &staged);
        assert_eq!(names(&read.stdout), found, "{id}: {}", String::from_utf8_lossy(&read.stderr));
    }
    for (id, words) in hooks {
        git(folder.path(), &["checkout", "-q", "--", "."]);
        let output = run_hook(&words, folder.path(), &staged);
        let is_fixing = id.contains("-fix");
        let guide = fs::read_to_string(folder.path().join("guide.xml")).expect("it is there");
        assert_eq!(guide.contains("a%20b"), is_fixing, "{id}");
        // pre-commit itself fails a hook that changed a file.
        assert_eq!(
            output.status.code(),
            Some(i32::from(!is_fixing)),
            "{id}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
        assert!(!folder.path().join("pwned").exists());
    }
}

#[test]
fn a_hook_without_rust_says_what_it_needs() {
    let clone = tempfile::tempdir().expect("a directory");
    fs::create_dir(clone.path().join(".ci")).expect("it can be created");
    // A copy cannot be run while another test, which starts a program, still has it open for writing.
    symlink(repository().join(".ci/hook"), clone.path().join(".ci/hook")).expect("it can be linked");
    // Only the shell and its tools, no cargo.
    let tools = clone.path().join("tools");
    fs::create_dir(&tools).expect("it can be created");
    for tool in ["bash", "dirname", "env"] {
        let path =
            ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(tool)).into_iter().find(|path| path.exists());
        symlink(path.expect("it is installed"), tools.join(tool)).expect("it can be linked");
    }
    let mut hook = Command::new(clone.path().join(".ci/hook"));
    let output = hook.arg("check").env("PATH", &tools).env_remove("IRI_INSPECT").output().expect("it can be run");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("needs cargo"), "{}", text(&output.stderr));
}

/// Runner of GitHub with a release of the action.
struct Runner {
    folder: tempfile::TempDir,
    project: tempfile::TempDir,
}

impl Runner {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let name = format!("iri-inspect-{VERSION}-x86_64-unknown-linux-musl");
        let release = folder.path().join(format!("releases/v{VERSION}"));
        fs::create_dir_all(release.join(&name)).expect("it can be created");
        fs::create_dir(folder.path().join("temp")).expect("it can be created");
        std::os::unix::fs::symlink(PROGRAM, release.join(&name).join("iri-inspect")).expect("it can be linked");
        let script = format!(
            "tar -czf {name}.tar.gz {name} && rm -r {name} && (sha256sum {name}.tar.gz || shasum -a 256 {name}.tar.gz) > SHA256SUMS"
        );
        let output =
            Command::new("bash").args(["-c", &script]).current_dir(&release).output().expect("bash is installed");
        assert!(output.status.success(), "{}", text(&output.stderr));
        for name in ["path", "output"] {
            fs::write(folder.path().join(name), "").expect("it can be written");
        }
        Self { folder, project: project() }
    }

    /// Runs a step of the action with further variables.
    fn run(&self, step: &str, variables: &[(&str, &str)]) -> Output {
        let path = |name: &str| self.folder.path().join(name);
        let mut paths: Vec<PathBuf> = self.read("path").lines().map(PathBuf::from).collect();
        paths.extend(["/usr/bin", "/bin"].map(PathBuf::from));
        let mut run = Command::new("bash");
        run.args([
            "--noprofile",
            "--norc",
            "-e",
            "-o",
            "pipefail",
            "-c",
            &format!("\"$ACTION_PATH/.ci/action\" {step}"),
        ]);
        run.env_clear().env("PATH", std::env::join_paths(paths).expect("valid")).current_dir(self.project.path());
        run.env("GITHUB_ACTIONS", "true").env("RUNNER_OS", "Linux").env("RUNNER_ARCH", "X64");
        run.env("RUNNER_TEMP", path("temp")).env("GITHUB_PATH", path("path")).env("GITHUB_OUTPUT", path("output"));
        run.env("ACTION_PATH", repository()).env("RELEASES", format!("file://{}", path("releases").display()));
        run.env("VERSION", "").env("PATHS", ".").env("ARGUMENTS", "").env("SARIF", "false");
        run.envs(variables.iter().copied());
        run.output().expect("bash is installed")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("it is there")
    }
}

#[test]
fn the_action_installs_a_release_and_checks() {
    let runner = Runner::new();
    let installed = runner.run("install", &[]);
    assert!(installed.status.success(), "{}", text(&installed.stderr));
    assert_eq!(text(&installed.stdout), format!("iri-inspect {VERSION}\n"));

    let checked = runner.run("check", &[]);
    let log = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(checked.status.code(), Some(1), "{log}");
    assert!(log.contains("::warning file=guide.xml,line=1,col=15,"), "{log}");
    assert_eq!(log.matches("\n::warning ").count(), 1, "{log}");
    assert_eq!(runner.read("output"), "");

    let hostile = runner.run("check", &[("PATHS", "::warning::x.xml\n--config=x.xml\n$(touch pwned).xml\n")]);
    assert_eq!(hostile.status.code(), Some(0), "{}", text(&hostile.stdout));
    assert!(!runner.project.path().join("pwned").exists());
    let missing = runner.run("check", &[("PATHS", "gone.xml")]);
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing.stdout));
    let arguments = runner.run("check", &[("ARGUMENTS", "--fail-on=error\n\n--ignore=bidi\n")]);
    assert_eq!(arguments.status.code(), Some(0), "{}", text(&arguments.stdout));
}

#[test]
fn the_action_writes_sarif_on_request() {
    let runner = Runner::new();
    assert!(runner.run("install", &[]).status.success());
    let checked = runner.run("check", &[("SARIF", "true")]);
    assert_eq!(checked.status.code(), Some(1), "{}", text(&checked.stderr));
    let output = runner.read("output");
    let path = output.trim_end().strip_prefix("sarif-file=").expect("the file is an output");
    let sarif: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "leiri-space");
    assert_eq!(text(&checked.stdout).matches("\n::warning ").count(), 1);
}

#[test]
fn the_action_reports_findings_even_if_a_file_cannot_be_checked() {
    let runner = Runner::new();
    assert!(runner.run("install", &[]).status.success());
    fs::write(runner.project.path().join("bad.xml"), b"<a x='\xFF'/>").expect("it can be written");
    let checked = runner.run("check", &[("SARIF", "true")]);
    assert_eq!(checked.status.code(), Some(2), "{}", text(&checked.stdout));
    assert_eq!(text(&checked.stdout).matches("\n::warning ").count(), 1);
    let output = runner.read("output");
    let path = output.trim_end().strip_prefix("sarif-file=").expect("the file is an output");
    let sarif: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn the_action_installs_nothing_that_is_not_verified() {
    let runner = Runner::new();
    for (variables, message) in [
        (&[("VERSION", "9.9.9")][..], "cannot download"),
        (&[("VERSION", "1.0.0/../../x")], "not a version"),
        (&[("RUNNER_ARCH", "ARM")], "no release for Linux on ARM"),
        (&[("RUNNER_ARCH", "ARM64")], "cannot download"),
    ] {
        let output = runner.run("install", variables);
        assert_ne!(output.status.code(), Some(0), "{variables:?}");
        assert!(text(&output.stderr).contains(message), "{variables:?}: {}", text(&output.stderr));
    }
    let sums = runner.folder.path().join(format!("releases/v{VERSION}/SHA256SUMS"));
    let valid = fs::read_to_string(&sums).expect("it is there");
    for (sums_text, message) in [(format!("0000{}", &valid[4..]), "differs"), (String::new(), "no line")] {
        fs::write(&sums, sums_text).expect("it can be written");
        let output = runner.run("install", &[]);
        assert!(!output.status.success() && text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    assert_eq!(runner.read("path"), "", "nothing was put on the PATH");
}

#[test]
fn every_file_names_the_archives_of_a_release() {
    let script = source(".ci/archive");
    assert!(script.contains("name=iri-inspect-$version-$target\n"), "the archives have other names");
    for manifest in ["tui/Cargo.toml", "lsp/Cargo.toml"] {
        let manifest = source(manifest);
        let url = "{ repo }/releases/download/v{ version }/iri-inspect-{ version }-{ target }{ archive-suffix }";
        assert!(manifest.contains(&format!("\npkg-url = \"{url}\"\n")), "{manifest}");
        let directory = "iri-inspect-{ version }-{ target }/{ bin }{ binary-ext }";
        assert!(manifest.contains(&format!("\nbin-dir = \"{directory}\"\n")), "{manifest}");
    }
    let release = source(".github/workflows/release.yml");
    let targets: BTreeSet<&str> = release
        .split("target: ")
        .skip(1)
        .filter_map(|rest| rest.split([',', ' ', '\n']).next())
        .filter(|target| target.contains('-'))
        .collect();
    assert_eq!(targets.len(), 8, "{targets:?}");
    let (action, formula) = (source(".ci/action"), source(".ci/packages/iri-inspect.rb"));
    let named = action
        .split_whitespace()
        .filter(|word| word.matches('-').count() >= 2 && word.starts_with(['x', 'a']))
        .filter(|word| word.contains("-apple-") || word.contains("-unknown-") || word.contains("-pc-"));
    let named: BTreeSet<&str> = named.collect();
    assert_eq!(named.len(), 6, "{named:?}");
    assert!(named.is_subset(&targets), "{named:?}");
    let in_formula: BTreeSet<&str> =
        formula.split("@SHA256 ").skip(1).filter_map(|rest| rest.split('@').next()).collect();
    assert!(in_formula.len() == 4 && in_formula.is_subset(&targets), "{in_formula:?}");
}

#[test]
fn the_formula_and_the_package_of_mason_have_the_values_of_a_release() {
    let clone = tempfile::tempdir().expect("a directory");
    let place = |name: &str| {
        let path = clone.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
        path
    };
    // The programs, as above.
    for name in [".ci/formula", ".ci/mason", ".ci/repository", ".ci/packages/iri-inspect.rb", ".ci/packages/mason.yaml"]
    {
        symlink(repository().join(name), place(name)).expect("it can be linked");
    }
    // What is changed below.
    for name in ["Cargo.toml", "core/Cargo.toml", "tui/Cargo.toml", "lsp/Cargo.toml"] {
        fs::copy(repository().join(name), place(name)).expect("it can be copied");
    }
    let run = |arguments: &[&str]| {
        Command::new(clone.path().join(".ci/formula")).args(arguments).current_dir(clone.path()).output()
    };
    let targets =
        ["aarch64-apple-darwin", "x86_64-apple-darwin", "aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl"];
    let lines: Vec<_> = targets
        .iter()
        .zip(1..)
        .map(|(target, n)| format!("{n:064x}  iri-inspect-{VERSION}-{target}.tar.gz\n"))
        .collect();
    let sums = lines.concat();
    fs::write(clone.path().join("SHA256SUMS"), &sums).expect("it can be written");
    let set_repository = |path: &str, from: &str, to: &str| {
        let path = clone.path().join(path);
        let text = fs::read_to_string(&path).expect("it is there");
        if !text.contains(to) {
            fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
        }
    };
    let has_address = source("Cargo.toml").contains("\nrepository = ");
    if !has_address {
        let output = run(&["SHA256SUMS"]).expect("it can be run");
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains("has no `repository`") && text(&output.stderr).contains(".ci/formula"));
    }
    set_repository(
        "Cargo.toml",
        "[workspace.package]\n",
        "[workspace.package]\nrepository = \"https://example.org/o/r\"\n",
    );
    for package in ["core", "tui", "lsp"] {
        set_repository(
            &format!("{package}/Cargo.toml"),
            "license.workspace = true\n",
            "license.workspace = true\nrepository.workspace = true\n",
        );
    }
    let output = run(&["SHA256SUMS"]).expect("it can be run");
    let formula = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mason = Command::new(clone.path().join(".ci/mason")).output().expect("it can be run");
    let mason = text(&mason.stdout);
    assert!(
        mason.starts_with("---\nname: iri-lsp\n") && mason.contains("\nhomepage: https://example.org/o/r\n"),
        "{mason}"
    );
    assert!(mason.contains(&format!("\n  id: pkg:cargo/iri-lsp@{VERSION}\n")), "{mason}");
    assert!(!formula.contains('@'), "{formula}");
    assert!(
        formula.contains(&format!("/releases/download/v{VERSION}/iri-inspect-{VERSION}-aarch64-apple-darwin.tar.gz"))
    );
    assert_eq!(formula.matches(&format!("{:064x}", 4)).count(), 1);
    fs::write(clone.path().join("SHA256SUMS"), sums.lines().next().expect("a line")).expect("it can be written");
    let output = run(&["SHA256SUMS"]).expect("it can be run");
    assert!(!output.status.success() && text(&output.stderr).contains("no checksum of"), "{}", text(&output.stderr));
}
