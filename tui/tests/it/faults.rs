//! `check --fix` under faults: killed at random moments, on a full disk, without file handles, next to programs that change
//! the same files, and in directories that cannot be written. Attributes of files are kept.
//!
//! The files are on each file system that the machine offers for tests. What a file system or the user may not do is
//! printed and left out; `--nocapture` shows it.

use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::disk::{ACL, Attributes, DEFAULT_ACL, acl, attributes, directories, others, overwrite, try_chown, try_set};
use crate::program::{command, run};
use crate::tools::missing_right;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
/// Number of kills on all file systems together.
const KILLS: usize = 210;
/// Number of files in a tree.
const FILES: usize = 18;

/// Returns a document with references in which `space` stands for a space. Its length depends on `number`; those with
/// hard links are long, because an incomplete text is more likely then.
fn document(number: usize, space: &str) -> Vec<u8> {
    let count = if number % 3 == 2 { 1500 } else { (number % 6).pow(3) * 10 };
    let line = |line| format!("<b x:href='http://example.org/{number}{space}{line}'/>\n");
    let lines: String = (0..=count).map(line).collect();
    format!("<a xmlns:x='http://www.w3.org/1999/xlink'>\n{lines}</a>\n").into_bytes()
}

/// A file, its texts before and after the fixes, and its attributes.
struct Fixture {
    path: PathBuf,
    old: Vec<u8>,
    new: Vec<u8>,
    attributes: Attributes,
}

impl Fixture {
    fn text(&self) -> Vec<u8> {
        fs::read(&self.path).expect("it exists")
    }

    fn is_whole(&self) -> bool {
        let text = self.text();
        text == self.old || text == self.new
    }

    fn assert_whole(&self, when: &str) {
        assert!(self.is_whole(), "{when}: {} has {} bytes", self.path.display(), self.text().len());
        assert_eq!(attributes(&self.path), self.attributes, "{when}: {}", self.path.display());
    }
}

/// Writes the old texts.
fn spoil(fixtures: &[Fixture]) {
    for file in fixtures {
        overwrite(&file.path, &file.old);
    }
}

fn assert_all_whole(fixtures: &[Fixture], when: &str) {
    for file in fixtures {
        file.assert_whole(when);
    }
}

/// Returns a package with a document between two other files. Nothing is compressed, so its bytes are known.
fn package(document: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("first.txt", &b"first"[..]), ("a.xml", document), ("last.bin", &[0; 5000])] {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file(name, options).expect("an entry can be started");
        writer.write_all(content).expect("it can be written");
    }
    writer.finish().expect("it can be finished").into_inner()
}

/// Creates a tree of plain files, files with attributes, and files with hard links; some have symbolic links. Each second one
/// is a package.
fn tree(top: &Path) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for number in 0..FILES {
        let folder = top.join(["plain", "kept", "linked"][number % 3]);
        fs::create_dir_all(folder.join("more")).expect("it can be created");
        let is_package = number % 2 == 1;
        let name = format!("{number}.{}", if is_package { "odt" } else { "xml" });
        let path = folder.join(&name);
        let content = |space: &str| {
            let document = document(number, space);
            if is_package { package(&document) } else { document }
        };
        let (old, new) = (content(" "), content("%20"));
        fs::write(&path, &old).expect("it can be written");
        match number % 3 {
            0 => symlink(format!("../{name}"), folder.join(format!("more/{name}"))).expect("links are created"),
            1 => {
                try_set(&path, "user.iri.test", format!("value {number}").as_bytes());
                fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
                try_set(&path, ACL, &acl(4, 6));
            }
            _ => fs::hard_link(&path, folder.join(format!("more/{name}"))).expect("links are created"),
        }
        fixtures.push(Fixture { attributes: attributes(&path), path, old, new });
    }
    fixtures
}

fn fix(paths: &[&Path]) -> Output {
    let output = run(command(&["check", "--fix", "--no-config", "--fail-on", "never", "--"]).args(paths), b"");
    assert!(output.status.signal().is_none(), "{}", output.status);
    output
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Results of the kills on one file system.
#[derive(Debug, Default)]
struct Kills {
    /// The program still ran.
    running: usize,
    /// Some files were fixed and others not.
    between: usize,
    /// Temporary files were left.
    leftovers: usize,
    /// Files that were incomplete until the next run.
    restored: usize,
}

#[test]
fn files_are_whole_after_kills() {
    let mut rng = fastrand::Rng::new();
    let directories = directories();
    let mut all = Kills::default();
    for directory in &directories {
        let top = directory.path();
        let fixtures = tree(top);
        let began = Instant::now();
        fix(&[top]);
        let duration = u64::try_from(began.elapsed().as_micros()).expect("it ends soon");
        assert!(fixtures.iter().all(|file| file.text() == file.new), "everything is fixed");
        for number in 0..KILLS.div_ceil(directories.len()) {
            spoil(&fixtures);
            // Files with hard links are a third of the tree, but only they can be incomplete.
            let part = if number % 2 == 0 { (top, duration) } else { (&*top.join("linked"), duration / 3) };
            kill_once(top, part.0, &fixtures, Duration::from_micros(rng.u64(..part.1)), &mut all);
            if number % 20 == 0 {
                fix(&[top]);
                assert_eq!(others(top, &["xml", "odt"]), Vec::<PathBuf>::new(), "the next run removes what was left");
                assert!(fixtures.iter().all(|file| file.text() == file.new), "the next run fixes everything");
            }
        }
        fix(&[top]);
        assert_eq!(others(top, &["xml", "odt"]), Vec::<PathBuf>::new(), "the next run removes what was left");
        assert_all_whole(&fixtures, "at the end");
    }
    assert!(all.running > KILLS / 4 && all.between > 0 && all.leftovers > 0, "the kills came at bad moments: {all:?}");
}

/// Kills a run over `part` of the tree after `delay` and checks all files.
fn kill_once(top: &Path, part: &Path, fixtures: &[Fixture], delay: Duration, all: &mut Kills) {
    let mut command = command(&["check", "--fix", "--no-config", "--"]);
    let mut child = command.arg(part).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it is started");
    thread::sleep(delay);
    all.running += usize::from(child.try_wait().expect("it can be waited for").is_none());
    child.kill().and_then(|()| child.wait()).expect("it can be killed");

    let is_linked = |file: &Fixture| file.attributes.links > 1;
    for file in fixtures.iter().filter(|file| !is_linked(file)) {
        file.assert_whole("after a kill");
    }
    for file in fixtures.iter().filter(|file| is_linked(file) && !file.is_whole()) {
        all.restored += 1;
        let output = fix(&[&file.path]);
        assert!(messages(&output).contains("restored after an interrupted save"), "{}", messages(&output));
    }
    assert_all_whole(fixtures, "after the next run");
    let fixed = fixtures.iter().filter(|file| file.text() == file.new).count();
    all.between += usize::from(0 < fixed && fixed < FILES);
    all.leftovers += usize::from(!others(top, &["xml", "odt"]).is_empty());
}

#[test]
fn promised_attributes_are_the_same_after_a_save() {
    for directory in directories() {
        let top = directory.path();
        let text = document(1, " ");
        let create = |name: &str| {
            let path = top.join(name);
            fs::write(&path, &text).expect("it can be written");
            path
        };
        for mode in [0o644, 0o600, 0o660, 0o755, 0o4755, 0o2755] {
            let path = create(&format!("mode-{mode:o}.xml"));
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        try_set(&create("user.xml"), "user.iri.test", b"\0any\xFFbytes");
        try_set(&create("long.xml"), "user.iri.test", &[b'x'; 3000]);
        try_set(&create("trusted.xml"), "trusted.iri.test", b"only for root");
        try_set(&create("label.xml"), "security.iri.test", b"like a label of SELinux");
        // The group may read, and the mask permits writing: as mode bits, the mask would permit the group to write.
        try_set(&create("acl.xml"), ACL, &acl(4, 6));
        try_chown(&create("owner.xml"), 65534, 65534);
        try_chown(&create("group.xml"), rustix::process::geteuid().as_raw(), 65534);
        let path = create("owner-acl.xml");
        try_set(&path, ACL, &acl(0, 6));
        try_chown(&path, 65534, 65534);
        fs::hard_link(create("linked.xml"), top.join("other-name.xml")).expect("links are created");

        // New files get the default ACL of the directory; the saved file must not.
        let files: Vec<_> =
            fs::read_dir(top).expect("it is listed").map(|entry| entry.expect("it is listed").path()).collect();
        let before: Vec<_> = files.iter().map(|path| attributes(path)).collect();
        try_set(top, DEFAULT_ACL, &acl(6, 6));
        let output = fix(&[top]);
        assert!(!messages(&output).contains("not saved"), "{}", messages(&output));
        for (path, before) in files.iter().zip(before) {
            assert_eq!(fs::read(path).expect("it exists"), document(1, "%20"), "{}", path.display());
            // Only root may write to a file that runs with the rights of its owner and leave it so.
            let mut after = attributes(path);
            if !rustix::process::geteuid().is_root() && before.mode & 0o6000 != 0 {
                after.mode |= before.mode & 0o6000;
            }
            assert_eq!(after, before, "{}", path.display());
        }
    }
}

#[test]
fn a_symbolic_link_stays_and_its_target_is_fixed() {
    for directory in directories() {
        let (link, target) = (directory.path().join("link.xml"), directory.path().join("target.xml"));
        fs::write(&target, document(1, " ")).expect("it can be written");
        symlink("target.xml", &link).expect("links are created");
        let before = attributes(&link);
        fix(&[&link]);
        assert_eq!((attributes(&link), fs::read_link(&link).expect("it is a link")), (before, "target.xml".into()));
        assert_eq!(fs::read(&target).expect("it exists"), document(1, "%20"));
    }
}

/// Runs `--fix` with a limit of the shell, such as `-n 5`. Returns the messages.
fn fix_with_limit(limit: &str, top: &Path) -> String {
    check_with_limit(limit, &["--fix", "--threads", "2"], top)
}

/// Runs a check with a limit of the shell. Returns the messages.
fn check_with_limit(limit: &str, arguments: &[&str], top: &Path) -> String {
    let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM, "check", "--no-config"]).args(arguments).arg("--").arg(top);
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output().expect("there is a shell");
    assert!(output.status.signal().is_none(), "{limit}: {}", output.status);
    let messages = messages(&output);
    assert!(!messages.contains("panicked"), "{messages}");
    messages
}

#[test]
fn a_limit_of_the_size_of_files_leaves_whole_files() {
    for directory in directories() {
        let top = directory.path();
        let fixtures = tree(top);
        let mut refused = 0;
        for blocks in [0, 1, 2, 8, 16, 24, 64, 200] {
            spoil(&fixtures);
            refused += fix_with_limit(&format!("-f {blocks}"), top).matches("not saved").count();
            assert_all_whole(&fixtures, "with a limit");
            fix(&[top]);
            assert_eq!(others(top, &["xml", "odt"]), Vec::<PathBuf>::new());
            assert!(fixtures.iter().all(|file| file.text() == file.new));
        }
        assert!(refused > FILES, "{refused}");
    }
}

#[test]
fn a_report_beyond_the_limit_of_the_size_of_files_is_not_written() {
    for directory in directories() {
        let top = directory.path();
        fs::write(top.join("a.xml"), "<a xml:base='a b'/>\n".repeat(1 << 12)).expect("it can be written");
        let [report, sarif] = ["report", "sarif"].map(|name| top.join(name));
        for path in [&report, &sarif] {
            fs::write(path, "old").expect("it can be written");
        }
        let sarif_format = format!("sarif={}", sarif.display());
        let report_name = report.to_str().expect("it is Unicode");
        for arguments in [&["-o", report_name][..], &["--write-baseline", report_name], &["--format", &sarif_format]] {
            let messages = check_with_limit("-f 8", arguments, top);
            assert!(messages.contains("File too large"), "{arguments:?}: {messages}");
            assert_eq!(fs::read_dir(top).expect("it exists").count(), 3, "{arguments:?}");
            assert!([&report, &sarif].into_iter().all(|path| fs::read(path).expect("it exists") == b"old"));
        }
    }
}

#[test]
fn too_few_file_handles_leave_whole_files() {
    for directory in directories() {
        let top = directory.path();
        let fixtures = tree(top);
        let mut refused = 0;
        for handles in 3..=12 {
            spoil(&fixtures);
            let messages = fix_with_limit(&format!("-n {handles}"), top);
            refused += messages.matches("Too many open files").count();
            assert_all_whole(&fixtures, "without handles");
            assert_eq!(others(top, &["xml", "odt"]), Vec::<PathBuf>::new(), "{handles}");
        }
        assert!(refused > 0);
        fix(&[top]);
        assert!(fixtures.iter().all(|file| file.text() == file.new));
    }
}

/// Mounts a file system of `bytes` bytes in a name space of its own, and runs the script in it.
fn in_small_file_system(bytes: usize, top: &Path, script: &str) -> Option<Output> {
    let script = format!("mount -t tmpfs -o size={bytes} tmpfs \"$1\" && cd \"$1\" && {script}");
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script, PROGRAM]).arg(top);
    let output = command.stdin(Stdio::null()).output().ok()?;
    let is_refused = messages(&output).contains("unshare") || messages(&output).contains("mount:");
    if is_refused {
        missing_right(&format!("a small file system: {}", messages(&output).trim()));
    }
    (!is_refused).then_some(output)
}

#[test]
fn a_full_disk_leaves_whole_files() {
    const SCRIPT: &str = r#"
        mkdir -p in; cp ../old/*.xml .; ln 1.xml in/linked.xml
        # Other files leave only the space of $FREE pages.
        head -c 1000000000 /dev/zero > fill 2>/dev/null; truncate -s -$((FREE * 4096)) fill
        "$0" check --fix --no-config -- . >/dev/null; echo "status $?"
        for file in *.xml; do cmp -s "$file" ../old/"$file" || cmp -s "$file" ../new/"$file" || echo "broken $file"; done
        ls -A | grep iri- && echo leftovers
        rm fill; "$0" check --fix --no-config -- . >/dev/null
        for file in *.xml; do cmp -s "$file" ../new/"$file" || echo "unfixed $file"; done
        ls -A | grep iri- && echo leftovers; true
    "#;
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    for folder in ["old", "new", "mount"] {
        fs::create_dir(directory.path().join(folder)).expect("it can be created");
    }
    for number in 0..6 {
        for (folder, space) in [("old", " "), ("new", "%20")] {
            let path = directory.path().join(folder).join(format!("{number}.xml"));
            fs::write(path, document(number, space)).expect("it can be written");
        }
    }
    let mut refused = 0;
    for free in 0..24 {
        let script = format!("FREE={free}; {SCRIPT}");
        let Some(output) = in_small_file_system(1 << 20, &directory.path().join("mount"), &script) else { return };
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.starts_with("status ") && !out.contains("broken") && !out.contains("leftovers"), "{free}: {out}");
        assert!(!out.contains("unfixed"), "{free}: {out}");
        refused += messages(&output).matches("not saved").count();
    }
    assert!(refused > 0, "the disk was never full");
}

#[test]
fn a_directory_that_cannot_be_written_is_left_as_it_was() {
    for directory in directories() {
        let top = directory.path().join("closed");
        fs::create_dir(&top).expect("it can be created");
        for (name, linked) in [("a.xml", None), ("b.xml", Some("c.txt"))] {
            fs::write(top.join(name), document(1, " ")).expect("it can be written");
            if let Some(linked) = linked {
                fs::hard_link(top.join(name), directory.path().join(linked)).expect("links are created");
            }
        }
        fs::set_permissions(&top, fs::Permissions::from_mode(0o555)).expect("it is ours");
        let mut command = command(&["check", "--fix", "--no-config", "--"]);
        if rustix::process::geteuid().is_root() {
            // Root may write everywhere, unless it gives up this right.
            let mut other = Command::new("setpriv");
            other.args(["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", PROGRAM]);
            other.args(["check", "--fix", "--no-config", "--"]).stdout(Stdio::piped()).stderr(Stdio::piped());
            command = other;
        }
        let output = command.arg(&top).stdin(Stdio::null()).output();
        fs::set_permissions(&top, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let output = match output {
            Ok(output) if !messages(&output).contains("setpriv:") => output,
            other => return missing_right(&format!("{other:?}")),
        };
        let messages = messages(&output);
        assert_eq!(messages.matches("not saved: no file can be created in its directory").count(), 2, "{messages}");
        for name in ["a.xml", "b.xml"] {
            assert_eq!(fs::read(top.join(name)).expect("it exists"), document(1, " "));
        }
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn programs_that_change_the_same_files_break_nothing() {
    for directory in directories() {
        let top = directory.path();
        let fixtures = tree(top);
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut rng = fastrand::Rng::new();
                while !is_done.load(Ordering::Relaxed) {
                    let file = &fixtures[rng.usize(..FILES)];
                    match rng.u64(..4) {
                        0 => overwrite(&file.path, &file.old[..file.old.len() / 2]),
                        1 => overwrite(&file.path, b""),
                        2 => overwrite(&file.path, &file.old),
                        _ => {
                            let other = file.path.with_extension("tmp");
                            fs::write(&other, &file.old)
                                .and_then(|()| fs::rename(&other, &file.path))
                                .expect("it can be replaced");
                        }
                    }
                }
            });
            for _ in 0..15 {
                let output = fix(&[top]);
                assert!(!messages(&output).contains("panicked"), "{}", messages(&output));
            }
            is_done.store(true, Ordering::Relaxed);
        });
        for file in &fixtures {
            let (text, half) = (file.text(), &file.old[..file.old.len() / 2]);
            let fixed_half =
                String::from_utf8_lossy(half).replace(' ', "%20").replace("<a%20", "<a ").replace("<b%20", "<b ");
            let is_known = [&*file.old, &*file.new, half, fixed_half.as_bytes(), b""].contains(&&*text);
            assert!(is_known, "{} has {} bytes", file.path.display(), text.len());
        }
        assert_eq!(others(top, &["xml", "odt"]), Vec::<PathBuf>::new());
    }
}
