//! Saves that fail or end at each of their operations, and files that change between them.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tempfile::TempDir;

use super::steps::faults::{Fault, with, with_interference};
use super::temporary::is_in_use;
use super::{Leftovers, PathStyle, Recovery, SaveError, Saved, has_other_names, save};
use system::not_tried;

#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../tests/it/system.rs"]
mod system;

const OLD: &str = "<a href='a b'/>";
/// Texts that are longer, shorter and as long.
const NEW: [&str; 4] = ["<a href='a%20b'/><!-- longer -->", "<a/>", "<a href='a_b'/>", ""];

/// A directory with `a.xml`.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a directory for temporary files"));
        fs::write(folder.path(), OLD).expect("it can be written");
        folder
    }

    /// A directory in which `a.xml` has a second hard link.
    fn with_link() -> Self {
        let folder = Self::new();
        fs::hard_link(folder.path(), folder.0.path().join("b.xml")).expect("links can be created");
        folder
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("a.xml")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("it exists")
    }

    fn save(&self, new: &str) -> Result<Saved, SaveError> {
        save(&self.path(), self.0.path(), OLD.as_bytes(), new.as_bytes())
    }

    /// Returns the number of files that are neither `a.xml` nor `b.xml`.
    fn leftovers(&self) -> usize {
        let names =
            fs::read_dir(self.0.path()).expect("it exists").map(|entry| entry.expect("it is listed").file_name());
        names.filter(|name| name != "a.xml" && name != "b.xml").count()
    }

    fn journal(&self) -> PathBuf {
        let mut paths =
            fs::read_dir(self.0.path()).expect("it exists").map(|entry| entry.expect("it is listed").path());
        paths.find(|path| path.extension().is_some_and(|extension| extension == "old")).expect("there is a journal")
    }

    fn recover(&self) -> Recovery {
        Leftovers::in_directory(self.0.path()).expect("the directory can be read").recover(&self.path())
    }
}

#[test]
fn the_parent_of_a_plain_name_is_the_current_directory() {
    // Closed: Windows replaces no file that is open.
    let file = tempfile::Builder::new().prefix("plain").tempfile_in(".").expect("it can be created").into_temp_path();
    fs::write(&file, OLD).expect("it can be written");
    let name = Path::new(file.file_name().expect("it has a name"));
    let saved = save(name, name.parent().expect("it is empty"), OLD.as_bytes(), NEW[0].as_bytes());
    assert!(matches!(saved, Ok(Saved::Replaced)), "{saved:?}");
    assert_eq!(fs::read_to_string(name).expect("it exists"), NEW[0]);
}

/// Returns whether a file with a second hard link is saved in place: the system counts the links. Otherwise says so.
fn is_linked_file_saved_in_place() -> bool {
    let metadata = fs::metadata(Folder::with_link().path()).expect("it exists");
    let is_counted = has_other_names(&metadata);
    if !is_counted {
        not_tried("the standard library counts no hard links on this system, so nothing is saved in place");
    }
    is_counted
}

/// Runs `save` with `fault` at each of its operations. Calls `check` after each, and returns their number.
fn at_each_operation(folder: fn() -> Folder, fault: Fault, check: impl Fn(&Folder, &str, bool)) -> usize {
    let mut operations = 0;
    for new in NEW {
        for number in 0.. {
            let folder = folder();
            let (result, is_reached) = with(number, fault, || folder.save(new));
            check(&folder, new, result.is_ok());
            if !is_reached {
                assert!(result.is_ok(), "{result:?}");
                break;
            }
            operations += 1;
        }
    }
    operations
}

#[test]
fn a_failure_leaves_the_old_or_the_new_text_and_no_other_file() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other, io::ErrorKind::QuotaExceeded] {
        for folder in [Folder::new, Folder::with_link] {
            let operations = at_each_operation(folder, Fault::Fails(kind), |folder, new, is_saved| {
                assert_eq!(folder.text(), if is_saved { new } else { OLD });
                // The journal of a completed save may be left.
                folder.recover();
                assert_eq!(folder.leftovers(), 0);
                assert_eq!(folder.text(), if is_saved { new } else { OLD });
            });
            assert!(operations >= 4 * 6, "{operations}");
        }
    }
}

#[test]
fn a_failure_of_a_replacement_leaves_no_other_file() {
    at_each_operation(Folder::new, Fault::Fails(io::ErrorKind::StorageFull), |folder, _, _| {
        assert_eq!(folder.leftovers(), 0);
    });
}

#[test]
fn a_replaced_file_is_whole_after_a_kill() {
    at_each_operation(Folder::new, Fault::Kill, |folder, new, is_saved| {
        assert_eq!(folder.text(), if is_saved { new } else { OLD });
        let leftovers = folder.leftovers();
        assert_eq!(folder.recover().removed, leftovers);
        assert_eq!((folder.leftovers(), folder.text().as_str()), (0, if is_saved { new } else { OLD }));
    });
}

#[test]
fn a_file_that_is_written_in_place_is_whole_after_the_next_run() {
    if !is_linked_file_saved_in_place() {
        return;
    }
    let restored = Cell::new(0);
    at_each_operation(Folder::with_link, Fault::Kill, |folder, new, _| {
        let text = folder.text();
        let recovery = folder.recover();
        assert!(recovery.kept.is_empty(), "{recovery:?}");
        assert_eq!(folder.leftovers(), 0);
        let is_whole = text == OLD || text == new;
        assert_eq!(folder.text(), if is_whole { text.as_str() } else { OLD });
        assert_eq!(recovery.is_restored, !is_whole);
        restored.set(restored.get() + usize::from(recovery.is_restored));
    });
    assert!(restored.get() >= 3, "some operations leave an incomplete text: {}", restored.get());
}

#[test]
fn a_restoration_that_is_killed_is_completed_by_the_next() {
    if !is_linked_file_saved_in_place() {
        return;
    }
    for number in 0.. {
        let folder = Folder::with_link();
        // The write of the start of the text, after the journal and the end of the text.
        let (_, is_reached) = with(7, Fault::Kill, || folder.save(NEW[0]));
        assert!(is_reached && folder.text() != OLD && folder.text() != NEW[0], "{}", folder.text());
        let (_, is_reached) = with(number, Fault::Kill, || folder.recover());
        folder.recover();
        assert_eq!((folder.text().as_str(), folder.leftovers()), (OLD, 0));
        if !is_reached {
            return assert!(number >= 3, "{number}");
        }
    }
}

/// Interrupts a save in place.
fn interrupted() -> Folder {
    let folder = Folder::with_link();
    assert!(with(7, Fault::Kill, || folder.save(NEW[0])).0.is_err());
    assert_eq!(folder.leftovers(), 1);
    folder
}

#[test]
fn a_file_that_was_changed_after_a_kill_is_not_restored() {
    if !is_linked_file_saved_in_place() {
        return;
    }
    for text in ["<a href='mine'/>", "", "<a href='a_b'/> and more than both texts together"] {
        let folder = interrupted();
        fs::write(folder.path(), text).expect("it can be written");
        assert_eq!(folder.recover().kept.len(), 1);
        assert_eq!((folder.text().as_str(), folder.leftovers()), (text, 1));
    }
}

#[cfg(unix)]
#[test]
fn another_file_with_the_same_name_is_not_restored() {
    let folder = interrupted();
    let text = folder.text();
    fs::remove_file(folder.path()).expect("it exists");
    fs::write(folder.path(), &text).expect("it can be written");
    assert_eq!((folder.recover().kept.len(), folder.text()), (1, text.clone()));

    let outside = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(outside.path().join("c.xml"), &text).expect("it can be written");
    fs::remove_file(folder.path()).expect("it exists");
    std::os::unix::fs::symlink(outside.path().join("c.xml"), folder.path()).expect("links can be created");
    assert_eq!((folder.recover().kept.len(), folder.text()), (1, text));
}

#[test]
fn an_incomplete_journal_restores_nothing() {
    if !is_linked_file_saved_in_place() {
        return;
    }
    let folder = interrupted();
    let torn = folder.text();
    let journal = folder.journal();
    let bytes = fs::read(&journal).expect("it exists");
    for length in [0, 1, 24, 30, bytes.len() - 1] {
        write_private(&journal, &bytes[..length]);
        let recovery = folder.recover();
        assert_eq!((recovery.removed, recovery.is_restored, folder.text()), (1, false, torn.clone()), "{length}");
    }
    write_private(&journal, &bytes);
    assert_eq!((folder.recover().is_restored, folder.text().as_str()), (true, OLD));
}

/// Writes a file that only this user can write.
fn write_private(path: &Path, bytes: &[u8]) {
    use std::io::Write;

    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).and_then(|mut file| file.write_all(bytes)).expect("it can be written");
}

#[cfg(unix)]
#[test]
fn a_journal_that_others_may_have_written_restores_nothing() {
    use std::os::unix::fs::PermissionsExt;

    type Change = fn(&Path);
    let changes: [Change; 4] = [
        |journal| fs::set_permissions(journal, fs::Permissions::from_mode(0o644)).expect("it is ours"),
        |journal| fs::set_permissions(journal, fs::Permissions::from_mode(0o620)).expect("it is ours"),
        |journal| fs::hard_link(journal, journal.with_file_name("b.xml.other")).expect("links can be created"),
        |journal| {
            let moved = journal.with_file_name("moved");
            fs::rename(journal, &moved).expect("it can be renamed");
            std::os::unix::fs::symlink(moved, journal).expect("links can be created");
        },
    ];
    for change in changes {
        let folder = interrupted();
        let (torn, journal) = (folder.text(), folder.journal());
        change(&journal);
        let recovery = folder.recover();
        assert_eq!((recovery.foreign, recovery.removed, folder.text()), (vec![journal.clone()], 0, torn));
        assert!(journal.symlink_metadata().is_ok(), "it is left where it is");
    }
}

#[test]
fn a_journal_restores_no_file_but_its_own() {
    if !is_linked_file_saved_in_place() {
        return;
    }
    let folder = interrupted();
    let leftovers = Leftovers::in_directory(folder.0.path()).expect("the directory can be read");
    assert_eq!(leftovers.recover(&folder.path().with_file_name("b.xml")), Recovery::default());
    // The names of two targets can begin alike.
    let name = folder.journal();
    let target = format!("{}.xml", "a".repeat(80));
    let renamed = super::temporary::name(Path::new(&target), super::temporary::Kind::Journal);
    fs::rename(&name, name.with_file_name(renamed)).expect("it can be renamed");
    let leftovers = Leftovers::in_directory(folder.0.path()).expect("the directory can be read");
    assert_eq!(leftovers.recover(&folder.path().with_file_name(target)), Recovery::default());
    assert_ne!(folder.text(), OLD);
}

#[test]
fn a_change_between_reading_and_replacing_is_kept() {
    type Change = fn(&Path) -> io::Result<()>;
    let changes: [Change; 5] = [
        |path| fs::write(path, "<mine/>"),
        |path| fs::write(path, ""),
        |path| {
            let other = path.with_extension("tmp");
            fs::write(&other, "<mine/>")?;
            fs::rename(&other, path).inspect_err(|_| fs::remove_file(&other).expect("it exists"))
        },
        |path| fs::OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(3)),
        |path| fs::remove_file(path),
    ];
    let (mut tried, mut prevented) = (0, 0);
    for folder in [Folder::new, Folder::with_link] {
        for change in changes {
            for operation in ["open", "create", "write", "attributes", "sync", "compare"] {
                let folder = folder();
                if folder.path().with_file_name("b.xml").exists() && !["open", "compare"].contains(&operation) {
                    continue;
                }
                let path = folder.path();
                let is_prevented = Rc::new(Cell::new(false));
                let said = Rc::clone(&is_prevented);
                let interfere = move || {
                    if let Err(error) = change(&path) {
                        assert!(is_in_use(PathStyle::SYSTEM, &error, true), "{error}");
                        said.set(true);
                    }
                };
                let result = with_interference(operation, interfere, || folder.save("<new/>"));
                if is_prevented.get() {
                    prevented += 1;
                    continue;
                }
                tried += 1;
                let text = fs::read_to_string(folder.path()).unwrap_or_else(|_| "removed".to_owned());
                // In place, a file that was removed or replaced is still written under its other name.
                let is_elsewhere = result.is_ok() && fs::metadata(folder.path().with_file_name("b.xml")).is_ok();
                assert!(is_elsewhere || result.is_err(), "{operation}: {result:?}");
                assert_ne!(text, "<new/>", "{operation}");
                assert_eq!(folder.leftovers(), 0);
            }
        }
    }
    assert!(tried > 3 * prevented, "{tried} {prevented}");
    if prevented > 0 {
        not_tried(&format!("{prevented} changes, because this system replaces no file that is open"));
    }
}

#[cfg(unix)]
#[test]
fn a_mode_that_changes_meanwhile_is_kept() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let path = folder.path();
    let protect = move || fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
    // The time of the last change has the resolution of the clock of the kernel.
    std::thread::sleep(std::time::Duration::from_millis(20));
    let result = with_interference("attributes", protect, || folder.save("<new/>"));
    assert!(matches!(result, Err(SaveError::Changed)), "{result:?}");
    assert_eq!(fs::metadata(folder.path()).expect("it exists").permissions().mode() & 0o777, 0o600);
}

#[test]
fn files_with_other_names_are_not_removed() {
    let folder = Folder::new();
    for name in [".iri-a1B2c3.new", ".a.xml.iri-1-0123456789abcdef-00000000.new", "a.xml.new", ".a.xml.old"] {
        fs::write(folder.0.path().join(name), "mine").expect("it can be written");
    }
    assert_eq!((folder.recover(), folder.leftovers()), (Recovery::default(), 4));
}

#[test]
fn a_file_that_another_program_has_open_is_recognized_by_the_error() {
    for (style, code, is_replaced, expected) in [
        (PathStyle::Windows, 32, false, true),
        (PathStyle::Windows, 33, true, true),
        (PathStyle::Windows, 5, true, true),
        (PathStyle::Windows, 5, false, false),
        (PathStyle::Windows, 112, true, false),
        (PathStyle::Unix, 32, true, false),
    ] {
        assert_eq!(is_in_use(style, &io::Error::from_raw_os_error(code), is_replaced), expected, "{style:?} {code}");
    }
}
