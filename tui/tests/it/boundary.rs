//! What another person wrote or created in a directory cannot start, exhaust or change anything outside the files that are
//! checked: files that the program reads without being asked, repositories, and files of other users.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::program::{self, command, run, text};
use crate::pty::{Manners, Pty};
use crate::tools::{missing_program, missing_right};
use crate::tracer::Tracer;
use tempfile::TempDir;

const FAULTY: &str = "<a xml:base='a b'/>\n";
/// Text of a file outside the checked directory.
const SECRET: &str = "{\"token\": \"TOKEN-123\"}\nTOKEN-123 = [[[\n";

/// A directory with `work/a.xml`, and `secret` beside `work`.
fn workspace() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let work = folder.path().join("work");
    fs::create_dir(&work).expect("it can be created");
    fs::write(work.join("a.xml"), FAULTY).expect("it can be written");
    fs::write(folder.path().join("secret"), SECRET).expect("it can be written");
    (folder, work)
}

/// Runs the program in `folder` with little memory; fails if it does not end.
fn check(folder: &Path, arguments: &[&str]) -> Output {
    let program = program::path();
    let mut limited = command(&[]);
    let mut child = Command::new("sh");
    child.args(["-c", "ulimit -v 1500000; exec \"$0\" \"$@\"", &program, "check", "--format", "concise"]);
    child.args(arguments).current_dir(folder).env("IRI_INSPECT_SETTINGS", "");
    for (name, value) in limited.env("HOME", folder).get_envs() {
        match value {
            Some(value) => child.env(name, value),
            None => child.env_remove(name),
        };
    }
    child.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    child.stderr(std::process::Stdio::piped());
    let (done, ended) = mpsc::channel();
    thread::spawn(move || done.send(run(&mut child, b"")));
    ended.recv_timeout(Duration::from_secs(60)).expect("the program waits for nothing")
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().is_ok_and(|status| status.success()));
}

/// Puts each kind of file that must not be read in place of `name`, and checks the directory with `arguments`.
fn assert_guarded(name: &str, arguments: &[&str]) {
    for kind in ["device", "endless", "pipe", "secret", "large", "directory", "socket"] {
        let (folder, work) = workspace();
        let path = work.join(name);
        fs::create_dir_all(path.parent().expect("it has a directory")).expect("it can be created");
        let _socket = match kind {
            "device" => symlink("/dev/null", &path).map(|()| None),
            "endless" => symlink("/dev/zero", &path).map(|()| None),
            "pipe" => {
                make_pipe(&path);
                Ok(None)
            }
            "secret" => symlink(folder.path().join("secret"), &path).map(|()| None),
            "large" => {
                let file = fs::File::create(&path).expect("it can be created");
                file.set_len(3 << 30).map(|()| None)
            }
            "directory" => fs::create_dir(&path).map(|()| None),
            _ => std::os::unix::net::UnixListener::bind(&path).map(Some),
        }
        .expect("it can be created");
        let output = check(&work, arguments);
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{name} as {kind}: {said}");
        assert!(!said.contains("TOKEN"), "{name} as {kind} is quoted: {said}");
        assert!(said.len() < 2_000, "{name} as {kind}: {} bytes", said.len());
    }
}

#[test]
fn configurations_and_ignore_files_are_regular_files_of_the_directory() {
    for name in [".iri.toml", ".gitignore", ".ignore"] {
        assert_guarded(name, &["."]);
    }
}

#[test]
fn what_git_would_read_is_a_regular_file_of_the_directory() {
    assert_guarded(".git/info/exclude", &["."]);
    // The directory may lead elsewhere, too.
    let (folder, work) = workspace();
    fs::create_dir_all(folder.path().join("elsewhere/info")).expect("it can be created");
    symlink("/dev/zero", folder.path().join("elsewhere/info/exclude")).expect("links can be created");
    symlink("../elsewhere", work.join(".git")).expect("links can be created");
    assert_eq!(check(&work, &["."]).status.code(), Some(2));
}

#[test]
fn a_git_file_is_not_followed() {
    for pointer in ["gitdir: /dev", "gitdir: ../elsewhere", "gitdir: //evil.example/share", "", "\0"] {
        let (folder, work) = workspace();
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir_all(&elsewhere).expect("it can be created");
        make_pipe(&elsewhere.join("commondir"));
        fs::write(work.join(".git"), pointer).expect("it can be written");
        assert_eq!(check(&work, &["."]).status.code(), Some(1), "{pointer}");
    }
    let (_folder, work) = workspace();
    make_pipe(&work.join(".git"));
    assert_eq!(check(&work, &["."]).status.code(), Some(1));
}

#[test]
fn a_baseline_is_a_regular_file_of_its_directory() {
    assert_guarded("baseline.json", &["--baseline", "baseline.json", "a.xml"]);
    let (_folder, work) = workspace();
    for wrong in [SECRET, "TOKEN", "{\"schema\":\"TOKEN\"}"] {
        fs::write(work.join("baseline.json"), wrong).expect("it can be written");
        let output = check(&work, &["--baseline", "baseline.json", "a.xml"]);
        let said = text(&output.stderr);
        assert!(said.contains("is not a baseline (line 1, column ") && !said.contains("TOKEN"), "{said}");
    }
}

#[test]
fn paths_in_a_baseline_are_looked_for_below_its_directory_only() {
    let Some(tracer) = Tracer::new() else { return };
    let (_folder, work) = workspace();
    let paths = ["//evil.example/share/x", "../secret", "/etc/hostname", "a/../../secret", "gone.xml"];
    let rest = "\"rule\":\"r\",\"place\":\"a\",\"characters\":\" \",\"value\":\"v\"";
    let entries = paths.map(|path| format!("{{\"path\":\"{path}\",{rest}}}"));
    let baseline = format!("{{\"schema\":1,\"findings\":[{}]}}", entries.join(","));
    fs::write(work.join("b.json"), baseline).expect("it can be written");
    let log = tracer.folder().join("files");
    let output = Command::new("strace")
        .args(["-f", "-e", "trace=file", "-o"])
        .arg(&log)
        .args([&program::path(), "check", "--no-config", "--baseline", "b.json", "a.xml"])
        .current_dir(&work)
        .env("IRI_INSPECT_SETTINGS", "")
        .output()
        .expect("strace was run before");
    let said = text(&output.stderr);
    assert!(said.contains("gone.xml no longer found"), "{said}");
    let calls = fs::read_to_string(log).expect("it was written");
    for outside in ["evil.example", "secret", "/etc/hostname"] {
        assert!(!calls.lines().any(|line| !line.contains("execve") && line.contains(outside)), "{outside}: {calls}");
    }
}

/// A repository with a commit, and git in it; `None` without git.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Option<Self> {
        let repository = Self { folder: tempfile::tempdir().expect("a directory for temporary files") };
        fs::write(repository.path().join("a.xml"), FAULTY).expect("it can be written");
        if !Command::new("git").arg("--version").output().is_ok_and(|output| output.status.success()) {
            missing_program("git is not installed");
            return None;
        }
        repository.git(".", &["init", "-q"]);
        repository.git(".", &["add", "a.xml"]);
        repository.git(".", &["commit", "-qm", "x"]);
        fs::write(repository.path().join("a.xml"), "<a xml:base='a c'/>\n").expect("it can be written");
        Some(repository)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn git(&self, folder: &str, arguments: &[&str]) {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
        let output = Command::new("git").args(identity).args(arguments).current_dir(self.path().join(folder)).output();
        let output = output.expect("it was started before");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    }

    /// Checks the changed files in `folder`; fails if anything but git is started.
    fn check(&self, folder: &str) -> Output {
        let program = program::path();
        let mut arguments = vec![program.clone(), "check".into(), "--no-config".into(), "--changed-since=HEAD".into()];
        let tracer = Tracer::new();
        if let Some(tracer) = &tracer {
            arguments = [vec!["strace".to_owned()], tracer.arguments(&program), arguments.split_off(1)].concat();
        }
        let mut command = Command::new(&arguments[0]);
        command.args(&arguments[1..]).current_dir(self.path().join(folder)).env("IRI_INSPECT_SETTINGS", "");
        let output = command.output().expect("it was run before");
        assert!(!self.path().join("PWNED").exists(), "a program of the repository ran: {}", text(&output.stderr));
        if let Some(tracer) = &tracer {
            assert!(tracer.has_started("git"));
            assert_eq!(tracer.violations(&program, &["git"]), Vec::<String>::new());
        }
        output
    }
}

#[test]
fn git_starts_no_program_that_a_repository_names() {
    let Some(plain) = Repository::new() else { return };
    assert_eq!(plain.check(".").status.code(), Some(1));
    let touch = |repository: &Repository| format!("touch '{}/PWNED'; cat", repository.path().display());
    for key in [
        "filter.x.clean",
        "filter.x.process",
        "filter.x.smudge",
        "filter.X y.clean",
        "core.fsmonitor",
        "core.pager",
        "pager.diff",
        "pager.ls-files",
        "diff.external",
        "diff.x.command",
        "diff.x.textconv",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "core.editor",
        "alias.diff",
        "alias.rev-parse",
        "gpg.program",
    ] {
        let Some(repository) = Repository::new() else { return };
        repository.git(".", &["config", key, &touch(&repository)]);
        repository.git(".", &["config", "filter.required", "true"]);
        let driver = if key.contains("X y") { "X y" } else { "x" };
        let attributes = format!("* filter={driver} diff=x\n\"*.xml\" filter={driver}\n");
        fs::write(repository.path().join(".gitattributes"), attributes).expect("it can be written");
        assert_eq!(repository.check(".").status.code(), Some(1), "{key}");
    }
}

#[test]
fn git_runs_no_hook_and_reads_included_filters() {
    let Some(repository) = Repository::new() else { return };
    let script = format!("#!/bin/sh\ntouch '{}/PWNED'\n", repository.path().display());
    for hook in ["post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman"] {
        let path = repository.path().join(".git/hooks").join(hook);
        fs::write(&path, &script).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let included = format!("[filter \"x\"]\n\tclean = touch '{}/PWNED'; cat\n", repository.path().display());
    fs::write(repository.path().join("included"), included).expect("it can be written");
    repository.git(".", &["config", "include.path", "../included"]);
    fs::write(repository.path().join(".gitattributes"), "* filter=x\n").expect("it can be written");
    assert_eq!(repository.check(".").status.code(), Some(1));
}

#[test]
fn git_starts_nothing_in_inner_repositories() {
    let Some(repository) = Repository::new() else { return };
    fs::create_dir(repository.path().join("sub")).expect("it can be created");
    fs::write(repository.path().join("sub/f"), "x\n").expect("it can be written");
    repository.git("sub", &["init", "-q"]);
    repository.git("sub", &["add", "."]);
    repository.git("sub", &["commit", "-qm", "s"]);
    repository.git(".", &["-c", "advice.addEmbeddedRepo=false", "add", "sub"]);
    repository.git(".", &["commit", "-qm", "s"]);
    let touch = format!("touch '{}/PWNED'; cat", repository.path().display());
    fs::write(repository.path().join("sub/.gitattributes"), "* filter=x\n").expect("it can be written");
    repository.git("sub", &["config", "filter.x.clean", &touch]);
    fs::write(repository.path().join("sub/f"), "y\n").expect("it can be written");
    assert_eq!(repository.check(".").status.code(), Some(1));
    // A repository that a clone contains as ordinary files.
    fs::create_dir(repository.path().join("data")).expect("it can be created");
    repository.git("data", &["init", "-q", "--bare"]);
    repository.git("data", &["config", "core.fsmonitor", &touch]);
    repository.git("data", &["config", "core.bare", "false"]);
    repository.git("data", &["config", "core.worktree", ".."]);
    let output = repository.check("data");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

/// Two users who share a directory that everybody can write, as `/tmp`.
struct Users {
    folder: TempDir,
    program: PathBuf,
}

/// Numbers of the users: the one who runs the program, and another.
const USER: u32 = 54_321;
const OTHER: u32 = 54_322;

impl Users {
    /// `None` if this test cannot act as two users.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let can_act = Command::new("setpriv").args(["--reuid=54321", "--clear-groups", "true"]).status();
        if !can_act.is_ok_and(|status| status.success()) {
            missing_right("this user cannot act as another one with setpriv");
            return None;
        }
        for name in ["shared", "home"] {
            fs::create_dir(folder.path().join(name)).expect("it can be created");
        }
        let users = Self { program: folder.path().join("iri-inspect"), folder };
        // If this process wrote the file, programs that other tests start at the same time would keep it busy.
        let copied = Command::new("cp").arg(program::path()).arg(&users.program).status();
        assert!(copied.is_ok_and(|status| status.success()));
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        mode(users.folder.path(), 0o755);
        mode(&users.program, 0o755);
        mode(&users.shared(), 0o1777);
        chown(users.home(), Some(USER), Some(USER)).expect("root may");
        Some(users)
    }

    fn shared(&self) -> PathBuf {
        self.folder.path().join("shared")
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Runs the program as the user in the shared directory.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new("setpriv");
        let user = USER.to_string();
        command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]).arg(&self.program).args(arguments);
        command.current_dir(self.shared()).env("IRI_INSPECT_SETTINGS", "").env("HOME", self.home());
        let output = command.output().expect("it was run before");
        (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
    }
}

/// Writes a file of `owner` with the usual mode.
fn write_as(path: &Path, owner: u32, text: &str) {
    fs::write(path, text).expect("root may write");
    chown(path, Some(owner), Some(owner)).expect("root may");
}

/// Returns a journal that restores `old` over `target`, which contains `now`; and its name.
fn forged_journal(target: &Path, now: &[u8], old: &[u8]) -> (String, Vec<u8>) {
    use std::os::unix::fs::MetadataExt;

    let hash = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
    };
    let mut new = now.to_vec();
    let shared = now.iter().zip(old).position(|(one, other)| one == other).expect("they share a byte");
    new[shared] ^= 1;
    let metadata = fs::metadata(target).expect("it exists");
    let mut bytes = b"iri-core save journal 1\n".to_vec();
    bytes.extend(metadata.dev().to_le_bytes());
    bytes.extend(metadata.ino().to_le_bytes());
    let name = target.file_name().and_then(|name| name.to_str()).expect("it is UTF-8");
    for field in [name.as_bytes(), old, &new] {
        bytes.extend((field.len() as u64).to_le_bytes());
        bytes.extend(field);
    }
    bytes.extend(hash(&bytes).to_le_bytes());
    let signed = format!(".{name}.iri-1-0123456789abcdef");
    (format!("{signed}-{:08x}.old", hash(signed.as_bytes()) >> 32), bytes)
}

#[test]
fn a_journal_of_another_user_restores_nothing() {
    let Some(users) = Users::new() else { return };
    let document = users.shared().join("doc.xml");
    let script = users.shared().join("deploy.sh");
    let (now, old) = ("#!/bin/sh\necho all is well\n", "#!/bin/sh\necho chosen by somebody else\n");
    for target in [&document, &script] {
        for mode in [0o666, 0o644, 0o600] {
            write_as(&document, USER, FAULTY);
            write_as(&script, USER, now);
            let text = fs::read(target).expect("it exists");
            let (name, journal) =
                forged_journal(target, &text, if *target == script { old } else { "<b>     " }.as_bytes());
            let path = users.shared().join(name);
            fs::write(&path, &journal).expect("root may write");
            chown(&path, Some(OTHER), Some(OTHER)).expect("root may");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("root may");
            let (status, said) = users.run(&["check", "--no-config", "--fix", "doc.xml"]);
            assert_eq!(status, Some(0), "{said}");
            assert_eq!(fs::read_to_string(&script).expect("it exists"), now, "{said}");
            assert_eq!(fs::read_to_string(&document).expect("it exists"), "<a xml:base='a%20b'/>\n", "{said}");
            assert_eq!(said.contains("others may have written it"), *target == document, "{said}");
            assert!(path.exists(), "the journal stays where it is");
            fs::remove_file(path).expect("root may");
        }
    }
    // The same journal of the user has an effect, so this test can fail.
    write_as(&document, USER, FAULTY);
    let (name, journal) = forged_journal(&document, FAULTY.as_bytes(), b"<b xml:base='c'/>\n");
    let path = users.shared().join(name);
    fs::write(&path, &journal).expect("root may write");
    chown(&path, Some(USER), Some(USER)).expect("root may");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("root may");
    let (_, said) = users.run(&["check", "--no-config", "--fix", "doc.xml"]);
    assert!(said.contains("restored after an interrupted save"), "{said}");
    assert_eq!(fs::read_to_string(&document).expect("it exists"), "<b xml:base='c'/>\n");
}

#[test]
fn a_repository_of_another_user_does_not_open_the_directories_in_it() {
    let Some(users) = Users::new() else { return };
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:example:shop'>\
        <xs:element name='item'><xs:complexType><xs:attribute name='link' type='xs:anyURI'/></xs:complexType></xs:element>\
        </xs:schema>";
    write_as(&users.shared().join("shop.xsd"), OTHER, schema);
    let document = users.home().join("a.xml");
    write_as(&document, USER, "<item xmlns='urn:example:shop' link='a b'/>");
    let repository = users.folder.path().join(".git");
    fs::create_dir(&repository).expect("root may");
    for owner in [OTHER, USER] {
        chown(&repository, Some(owner), Some(owner)).expect("root may");
        let (_, said) = users.run(&["check", &document.to_string_lossy()]);
        assert_eq!(said.contains("leiri-space"), owner == USER, "{said}");
    }
}

#[test]
fn leftovers_of_another_user_are_not_touched() {
    let Some(users) = Users::new() else { return };
    let document = users.shared().join("doc.xml");
    write_as(&document, USER, FAULTY);
    let (name, _) = forged_journal(&document, FAULTY.as_bytes(), FAULTY.as_bytes());
    let signed = name.split('-').take(3).collect::<Vec<_>>().join("-");
    let hash = signed
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    let leftover = users.shared().join(format!("{signed}-{:08x}.new", hash >> 32));
    write_as(&leftover, OTHER, "<a/>");
    assert_eq!(users.run(&["check", "--no-config", "--fix", "doc.xml"]).0, Some(0));
    assert!(leftover.exists());
    write_as(&leftover, USER, "<a/>");
    assert_eq!(users.run(&["check", "--no-config", "--fix", "doc.xml"]).0, Some(0));
    assert!(!leftover.exists(), "the same file of the user is removed");
}

#[test]
fn a_report_is_not_written_through_what_another_user_created() {
    let Some(users) = Users::new() else { return };
    let document = users.shared().join("doc.xml");
    write_as(&document, USER, FAULTY);
    let target = users.home().join("target");
    let report = users.shared().join("report");
    let arguments = ["check", "--no-config", "doc.xml", "-o", "report"];
    for owner in [OTHER, USER] {
        write_as(&target, USER, "mine");
        symlink(&target, &report).expect("links can be created");
        assert!(std::os::unix::fs::lchown(&report, Some(owner), Some(owner)).is_ok());
        let (status, said) = users.run(&arguments);
        assert_eq!(status, Some(if owner == USER { 1 } else { 2 }), "{said}");
        assert_eq!(fs::read_to_string(&target).expect("it exists") == "mine", owner == OTHER, "{said}");
        fs::remove_file(&report).expect("root may");
    }
    make_pipe(&report);
    chown(&report, Some(OTHER), Some(OTHER)).expect("root may");
    fs::set_permissions(&report, fs::Permissions::from_mode(0o666)).expect("root may");
    assert_eq!(users.run(&arguments).0, Some(2));
}

#[test]
fn settings_of_another_user_apply_only_to_the_files_of_that_user() {
    let Some(users) = Users::new() else { return };
    let document = users.shared().join("doc.xml");
    write_as(&document, USER, FAULTY);
    let hiding = "[rules]\nleiri = 'off'\n";
    for (name, text) in [(".iri.toml", hiding), (".ignore", "*.xml\n")] {
        let path = users.shared().join(name);
        write_as(&path, OTHER, text);
        let (status, said) = users.run(&["check", "."]);
        assert!(status == Some(2) && said.contains("belongs to another user"), "{name}: {said}");
        // What is checked is theirs, too.
        let theirs = users.shared().join("theirs");
        fs::create_dir_all(&theirs).expect("root may");
        write_as(&theirs.join("doc.xml"), OTHER, FAULTY);
        chown(&theirs, Some(OTHER), Some(OTHER)).expect("root may");
        if name == ".iri.toml" {
            assert_eq!(users.run(&["check", "theirs"]).0, Some(0), "{name}");
            assert_eq!(users.run(&["check", "--config", ".iri.toml", "doc.xml"]).0, Some(0), "a user may name it");
        }
        write_as(&path, USER, text);
        assert_eq!(users.run(&["check", "."]).0, Some(0), "{name}");
        fs::remove_file(&path).expect("root may");
    }
}

/// Writes a package of stored entries.
fn package(path: &Path, entries: &[(&str, &[u8])]) {
    let mut writer = zip::ZipWriter::new(fs::File::create(path).expect("it can be created"));
    for (name, content) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry can be started");
        std::io::Write::write_all(&mut writer, content).expect("it can be written");
    }
    writer.finish().expect("it can be finished");
}

#[test]
fn what_is_signed_is_changed_only_if_the_user_asks_for_it() {
    let signature = "<s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'/>";
    let faulty = FAULTY.as_bytes();
    for (name, entry) in [
        ("a.jar", "META-INF/TEST.SF"),
        ("a.jar", "META-INF/test.rsa"),
        ("a.xpi", "META-INF/mozilla.rsa"),
        ("a.epub", "META-INF/signatures.xml"),
        ("a.docx", "_xmlsignatures/sig1.xml"),
        ("a.odt", "META-INF/documentsignatures.xml"),
        ("a.nupkg", ".signature.p7s"),
        ("a.xml", ""),
    ] {
        let (_folder, work) = workspace();
        let path = work.join(name);
        if entry.is_empty() {
            fs::write(&path, format!("<a xml:base='a b'>{signature}</a>")).expect("it can be written");
        } else {
            package(&path, &[("a.xml", faulty), (entry, b"<x/>")]);
        }
        let before = fs::read(&path).expect("it exists");
        let (suggested, signed) = ("--fix-suggested", "--fix-signed");
        for arguments in [&["--fix", name][..], &["--fix", suggested, "--fix-least", "hint", name]] {
            let output = check(&work, arguments);
            let said = text(&output.stderr);
            assert!(said.contains("not fixed: ") && said.contains("sign"), "{name} {entry}: {said}");
            assert_ne!(output.status.code(), Some(0), "{name} {entry}: the finding remains");
            assert_eq!(fs::read(&path).expect("it exists"), before, "{name} {entry}");
        }
        let output = check(&work, &["--fix", signed, name]);
        assert_eq!(output.status.code(), Some(0), "{name} {entry}: {}", text(&output.stderr));
        assert_ne!(fs::read(&path).expect("it exists"), before, "{name} {entry}");
    }
    // The signature of another file must stay as it is, and not the rest of the document.
    let (_folder, work) = workspace();
    let detached = "<s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'><s:SignedInfo>\
                    <s:Reference URI='b.xml'/></s:SignedInfo><s:Object xml:base='c d'/></s:Signature>";
    fs::write(work.join("b.xml"), detached).expect("it can be written");
    fs::write(work.join("c.xml"), format!("<a xml:base='a b'>{}</a>", detached.replace("c d", "c"))).expect("it can");
    let output = check(&work, &["--fix", "b.xml", "c.xml"]);
    assert!(text(&output.stderr).contains("b.xml: not fixed: "), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(work.join("b.xml")).expect("it exists"), detached);
    assert!(fs::read_to_string(work.join("c.xml")).expect("it exists").starts_with("<a xml:base='a%20b'>"));
    // A key is no signature.
    let (_folder, work) = workspace();
    let key = "<a xmlns:s='http://www.w3.org/2000/09/xmldsig#' xml:base='a b'><s:KeyInfo/></a>";
    fs::write(work.join("a.xml"), key).expect("it can be written");
    assert_eq!(check(&work, &["--fix", "a.xml"]).status.code(), Some(0));
}

#[test]
fn packages_in_packages_have_one_limit() {
    let (_folder, work) = workspace();
    let blank = vec![b' '; 15 << 20];
    let mut bytes: Vec<u8> = Vec::new();
    for level in 0..3 {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for number in 0..6 {
            let name = if level == 0 { format!("{number}.xml") } else { format!("{number}.epub") };
            writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry can be started");
            let content = if level == 0 { &blank } else { &bytes };
            std::io::Write::write_all(&mut writer, content).expect("it can be written");
        }
        bytes = writer.finish().expect("it can be finished").into_inner();
    }
    fs::write(work.join("a.epub"), &bytes).expect("it can be written");
    let output = check(&work, &["a.epub"]);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.matches("decompression bomb").count()), (Some(2), 1), "{said}");
    assert!(said.len() < 2_000, "{said}");
}

/// Answers of terminals that a file can ask for, and hostile ones: typed as keys they would fix and save the file, or start
/// the editor.
const ANSWERS: [&str; 9] = [
    "\x1b]lFw\x1b\\",
    "\x1b]LFw\x07",
    "\x1bP>|WezTerm 20240203\x1b\\",
    "\x1bP>|lF\rw\x1b\\",
    "\x1b_lFw\x1b\\",
    "\x1b^lFw\x1b\\",
    "\x1bXlFw\x1b\\",
    "\u{9d}lFw\u{9c}",
    "\x1b]52;c;RglyLnc=\x07\x1b[?62;1c\x1b[8;2$y\x1b[24;80R\x1b[>1;95;0c",
];

#[test]
fn an_answer_of_the_terminal_is_no_key() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let (file, editor) = (folder.path().join("a.xml"), folder.path().join("ed"));
    let text = "<r xmlns:x='http://www.w3.org/1999/xlink'><a x:href='a b'/></r>\n";
    fs::write(&editor, format!("#!/bin/sh\ntouch '{}/EDITED'\n", folder.path().display())).expect("it can be written");
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let editor = editor.to_str().expect("it is UTF-8");
    let environment = [("EDITOR", editor), ("VISUAL", ""), ("IRI_INSPECT_SETTINGS", "")];
    // Keys that lead to a phase, and text that the screen then shows.
    let phases = [
        (Manners::silent(), "", "warning"),
        (Manners::plain(), "", "warning"),
        (Manners::plain(), "?", "preview all fixes"),
        (Manners::plain(), "/", "filter"),
        (Manners::plain(), "\r", "not allowed in an IRI"),
        (Manners::plain(), "e", "warning"),
    ];
    for (manners, keys, shown) in phases {
        for is_split in [false, true] {
            fs::write(&file, text).expect("it can be written");
            let path = file.to_str().expect("it is UTF-8");
            let mut pty = Pty::start_with(&program::path(), &[path], &environment, manners.clone());
            pty.wait_for_text("warning");
            pty.send(keys);
            pty.wait_for_text(shown);
            if keys == "e" {
                pty.wait_until_sent_times("\x1b[?1049h", 2);
                let _ = fs::remove_file(folder.path().join("EDITED"));
            }
            for answer in ANSWERS {
                if is_split {
                    answer.chars().for_each(|c| pty.send(c.encode_utf8(&mut [0; 4])));
                } else {
                    pty.send(answer);
                }
            }
            // Keys after the answers are keys again.
            pty.send(if keys == "\r" { "\x03" } else { "\x03\x03" });
            let ended = pty.end();
            assert!(ended.contains("Success"), "{keys:?} {is_split}: {ended} {}", pty.contents());
            assert_eq!(fs::read_to_string(&file).expect("it exists"), text, "{keys:?} {is_split}");
            assert!(!folder.path().join("EDITED").exists(), "{keys:?} {is_split}: the editor was started");
        }
    }
}

#[test]
fn a_package_beyond_the_limit_is_refused_by_every_command_and_never_changed() {
    let (_folder, work) = workspace();
    let content = [FAULTY.as_bytes(), &vec![b' '; 15 << 20]].concat();
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 0..5 {
        writer.start_file(format!("{number}.xml"), zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut writer, &content).expect("it can be written");
    }
    let bytes = writer.finish().expect("it can be finished").into_inner();
    fs::write(work.join("a.epub"), &bytes).expect("it can be written");
    for options in [&[][..], &["-q"], &["--fix"], &["--fix", "-q"], &["--fix", "--fix-signed"], &["--links"]] {
        let output = check(&work, &[options, &["a.epub"]].concat());
        let said = text(&output.stderr);
        assert_eq!(said.matches("a.epub: refused, as for a decompression bomb: ").count(), 1, "{options:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(fs::read(work.join("a.epub")).expect("it exists") == bytes, "{options:?}");
    }
}

#[test]
fn a_signed_jar_still_verifies_after_a_fix_was_refused() {
    let (_folder, work) = workspace();
    let run = |program: &str, arguments: &[&str]| {
        let output =
            Command::new(program).args(arguments).current_dir(&work).stdin(std::process::Stdio::null()).output();
        output.map(|output| format!("{}{}", text(&output.stdout), text(&output.stderr)))
    };
    package(&work.join("a.jar"), &[("a.xml", FAULTY.as_bytes())]);
    let key = "-genkeypair -keystore k -storepass changeit -alias a -keyalg EC -dname CN=a";
    let key: Vec<&str> = key.split(' ').collect();
    if run("keytool", &key).is_err() || run("jarsigner", &["-version"]).is_err() {
        return missing_program("keytool or jarsigner is not installed");
    }
    let signed = run("jarsigner", &["-keystore", "k", "-storepass", "changeit", "a.jar", "a"]).expect("it was run");
    let verified = || run("jarsigner", &["-verify", "a.jar"]).expect("it was run").contains("jar verified");
    assert!(verified(), "{signed}");
    let said = text(&check(&work, &["--fix", "a.jar"]).stderr);
    assert!(said.contains("a.jar: not fixed: the package is signed by META-INF/A.") && verified(), "{said}");
    let said = text(&check(&work, &["--fix", "--fix-signed", "a.jar"]).stderr);
    assert!(!verified(), "it was fixed: {said}");
}
