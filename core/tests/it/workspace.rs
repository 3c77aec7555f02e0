//! The disk: walking directories, detecting XML files, configuration, saving.

use std::fs;
use std::path::{Path, PathBuf};

use iri_core::files::{
    ConfigSource, Configs, IgnoredFiles, Named, SaveError, Saved, WalkOptions, is_markup, is_xml, named, save, walk,
};
use iri_core::workspace::{DocumentAt, Workspace};
use iri_core::{ConfigProblem, Severity};
use tempfile::TempDir;

/// Creates a directory with these files, which is deleted when the value is dropped.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// Returns the files that a walk visits, relative to the directory.
fn walked(folder: &Path) -> Vec<String> {
    let below =
        |path: PathBuf| path.strip_prefix(folder).expect("it lies in the folder").to_string_lossy().replace('\\', "/");
    walk(folder, WalkOptions::default()).map(|found| below(found.expect("all can be read"))).collect()
}

#[test]
fn a_walk_is_sorted_and_skips_hidden_and_ignored_files() {
    let files = ["b.xml", "a/z.xml", "a/b/c.xml", "a.xml", ".hidden/x.xml", ".x.xml", "skip/y.xml", "no.xml"];
    let folder = folder(&files.map(|path| (path, "")));
    fs::write(folder.path().join(".ignore"), "skip/\nno.xml\n").expect("it can be written");
    assert_eq!(walked(folder.path()), ["a/b/c.xml", "a/z.xml", "a.xml", "b.xml"]);
}

#[test]
fn gitignore_is_effective_where_git_uses_it() {
    let folder = folder(&[(".gitignore", "*.gen.xml\n"), ("a.gen.xml", ""), ("a.xml", ""), (".git/HEAD", "")]);
    assert_eq!(walked(folder.path()), ["a.xml"]);
}

#[cfg(unix)]
#[test]
fn a_walk_follows_no_links() {
    let outside = folder(&[("secret.xml", "")]);
    let inside = folder(&[("a/b.xml", "")]);
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, inside.path().join(name)).expect("links can be made");
    link(inside.path(), "a/loop");
    link(outside.path(), "out");
    link(&outside.path().join("secret.xml"), "out.xml");
    assert_eq!(walked(inside.path()), ["a/b.xml"]);
}

#[cfg(unix)]
#[test]
fn a_walk_skips_everything_but_regular_files() {
    let folder = folder(&[("a.xml", "")]);
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("s.xml")).expect("a socket can be made");
    assert_eq!(walked(folder.path()), ["a.xml"]);
}

#[test]
fn a_missing_directory_is_an_error() {
    let folder = folder(&[]);
    let missing = folder.path().join("missing");
    assert!(named(&missing).is_err());
    assert_eq!(named(folder.path()).expect("it is there"), Named::Folder);
    let met: Vec<_> = walk(&missing, WalkOptions::default()).collect();
    assert!(matches!(&met[..], [Err(problem)] if problem.message.contains("missing")), "{met:?}");
}

#[test]
fn the_filter_of_a_walk_applies_to_single_files() {
    let folder = folder(&[(".ignore", "skip/\n"), ("skip/deep/a.xml", ""), ("a.xml", ""), (".h/a.xml", "")]);
    let mut skipped = IgnoredFiles::below(folder.path(), WalkOptions::default());
    let mut is_skipped = |path: &str| skipped.skips(&folder.path().join(path));
    assert!(is_skipped("skip/deep/a.xml") && is_skipped(".h/a.xml"));
    assert!(!is_skipped("a.xml") && !is_skipped("../elsewhere.xml"));
}

#[test]
fn relationships_of_an_office_file_are_not_hidden() {
    let files =
        [("_rels/.rels", ""), ("_rels/a.rels", ""), (".rels", ""), ("_rels/.other", ""), (".h/_rels/.rels", "")];
    let folder =
        folder(&[&files[..], &[("x/.gitignore", "*.rels"), ("x/.ignore", "*.rels"), ("x/_rels/.rels", "")]].concat());
    assert_eq!(walked(folder.path()), ["_rels/.rels", "_rels/a.rels"]);
    let mut skipped = IgnoredFiles::below(folder.path(), WalkOptions::default());
    let mut is_skipped = |path: &str| skipped.skips(&folder.path().join(path));
    assert!(!is_skipped("_rels/.rels") && !is_skipped("_rels/a.rels"));
    assert!([".rels", "_rels/.other", ".h/_rels/.rels", "x/_rels/.rels"].into_iter().all(is_skipped));
}

#[test]
fn files_are_detected_by_their_names() {
    for name in ["a.xml", "a.XML", "x/b.svg", "c.dita", "d.csproj", "e.xhtml", "f.dtd", "g.doap", "h.fzp", "i.drawio"] {
        assert!(is_xml(Path::new(name), b""), "{name}");
    }
    for name in ["a.txt", "xml", "a.xml.bak", "a", ""] {
        assert!(!is_xml(Path::new(name), b""), "{name}");
    }
}

#[test]
fn names_that_other_formats_use_too_need_markup() {
    for (name, text) in
        [("go.mod", "module example.org/x"), ("a.props", "key=value"), ("b.page", ""), ("c.mm", "#import")]
    {
        assert!(!is_xml(Path::new(name), text.as_bytes()), "{name}");
    }
    for (name, text) in
        [("a.mod", "<!-- ELEMENTS -->"), ("a.props", "<Project/>"), ("b.page", "\n<page/>"), ("c.mm", "<map/>")]
    {
        assert!(is_xml(Path::new(name), text.as_bytes()), "{name}");
    }
}

#[test]
fn files_with_other_names_are_detected_by_their_first_bytes() {
    for text in [
        "<?xml version='1.0'?><a/>",
        "\u{FEFF} \n<?xml version='1.0'?>",
        "<!DOCTYPE book SYSTEM 'a.dtd'>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'>",
    ] {
        assert!(is_xml(Path::new("a.dat"), text.as_bytes()), "{text}");
    }
    for text in ["<!DOCTYPE html>", "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>", "<a/>", "text", ""] {
        assert!(!is_xml(Path::new("a.dat"), text.as_bytes()), "{text}");
    }
    assert!(!is_xml(Path::new("a.sgml"), b"<!DOCTYPE book PUBLIC '-//OASIS//DTD DocBook V4.1//EN'>"));
}

#[test]
fn html_is_xml_if_it_declares_it() {
    for text in ["<?xml version='1.0'?><html/>", "<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>"] {
        assert!(is_xml(Path::new("a.html"), text.as_bytes()), "{text}");
    }
    assert!(!is_xml(Path::new("a.html"), b"<!DOCTYPE html><html>"));
}

#[test]
fn every_utf_starts_with_the_same_ascii() {
    let text = "<?xml version='1.0'?><a/>";
    let utf16 = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let utf32 = |to: fn(u32) -> [u8; 4]| text.chars().flat_map(|c| to(u32::from(c))).collect::<Vec<u8>>();
    let mut files =
        vec![utf16(u16::to_le_bytes), utf16(u16::to_be_bytes), utf32(u32::to_le_bytes), utf32(u32::to_be_bytes)];
    let marks: [&[u8]; 4] = [b"\xFF\xFE", b"\xFE\xFF", b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"];
    let marked: Vec<Vec<u8>> = marks.iter().zip(&files).map(|(mark, file)| [*mark, file].concat()).collect();
    files.extend(marked);
    for file in files {
        assert!(is_xml(Path::new("a"), &file) && is_markup(&file), "{file:?}");
    }
    assert!(is_xml(Path::new("a"), b"\x4C\x6F\xA7\x94\x93\x40"), "EBCDIC is detected, so that it can be reported");
}

#[test]
fn the_nearest_configuration_is_effective() {
    let off = "[rules]\nleiri = \"off\"\n";
    let folder = folder(&[(".iri.toml", off), ("a/b/x.xml", ""), ("c/.iri.toml", ""), ("c/d/x.xml", "")]);
    let configs = Configs::new(ConfigSource::Nearest);
    let path = |file: &str| configs.config_for(&folder.path().join(file)).path.clone();
    assert_eq!(path("a/b/x.xml"), Some(folder.path().join(".iri.toml")));
    assert_eq!(path("a/../a/b/x.xml"), Some(folder.path().join(".iri.toml")));
    assert_eq!(path("c/d/x.xml"), Some(folder.path().join("c/.iri.toml")));
    assert_eq!(path("not/there.xml"), Some(folder.path().join(".iri.toml")));
    let nothing = Configs::new(ConfigSource::Nothing);
    assert_eq!(nothing.config_for(&folder.path().join("x.xml")).path, None);
    let fixed = Configs::new(ConfigSource::File(folder.path().join("c/.iri.toml")));
    assert_eq!(fixed.config_for(&folder.path().join("a/b/x.xml")).path, Some(folder.path().join("c/.iri.toml")));
}

#[test]
fn patterns_are_relative_to_the_directory_of_the_configuration() {
    let folder = folder(&[("a/.iri.toml", "[[ignore]]\nfiles = [\"/b/*.xml\"]\n")]);
    let configs = Configs::new(ConfigSource::Nearest);
    let is_ignored = |file: &str| {
        let file = folder.path().join(file);
        configs.config_for(&file).is_ignored_file(&file)
    };
    assert!(is_ignored("a/b/x.xml") && is_ignored("a/c/../b/x.xml"));
    assert!(!is_ignored("a/x.xml") && !is_ignored("a/c/b/x.xml"));
}

#[test]
fn a_configuration_that_cannot_be_read_has_an_error() {
    let folder = folder(&[]);
    fs::write(folder.path().join(".iri.toml"), b"\xFF").expect("it can be written");
    let file = Configs::new(ConfigSource::Nearest).config_for(&folder.path().join("a.xml"));
    assert_eq!(file.problems[0].message, "file is not valid UTF-8");
    let missing = Configs::new(ConfigSource::File(folder.path().join("missing.toml")));
    assert_eq!(missing.config_for(Path::new("a.xml")).problems.len(), 1);
}

#[test]
fn catalogs_that_cannot_be_used_are_problems() {
    const CATALOG: &str = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>";
    let catalogs =
        "catalogs = ['good.xml', 'gone.xml', 'in', 'in/other.xml', 'empty.xml', '../out.xml', './in/../gone.xml']";
    let folder = folder(&[
        (".iri.toml", &format!("[schemas]\n{catalogs}\n")),
        ("good.xml", &format!("{CATALOG}<uri name='urn:a' uri='b.xml'/></catalog>")),
        ("empty.xml", &format!("{CATALOG}</catalog>")),
        ("in/other.xml", "<html/>"),
    ]);
    let config = Configs::new(ConfigSource::Nearest).config_for(&folder.path().join("a.xml"));
    let problems = config.problems.iter().map(|problem| {
        assert_eq!(problem.severity, Severity::Warning);
        format!("{} {}", problem.span.slice(&config.text), problem.message)
    });
    assert_eq!(
        problems.collect::<Vec<_>>(),
        [
            "'gone.xml' catalog not found: gone.xml",
            "'in' catalog is not a regular file: in",
            "'in/other.xml' catalog has no entries: in/other.xml",
            "'empty.xml' catalog has no entries: empty.xml",
            "'./in/../gone.xml' catalog not found: gone.xml",
        ]
    );
}

/// A schema that may not be read is not bound, so a check that finds nothing must not look as if it was.
#[test]
fn files_of_a_configuration_that_may_not_be_read_are_problems() {
    const SCHEMA: &str = "<schema xmlns='http://www.w3.org/2001/XMLSchema'/>";
    let names = ["../s.xsd", "../c.xml", "/nowhere/s.xsd", "//server/share/s.xsd", "../gone.xsd", "in/s.xsd"];
    let [schema, catalog, absolute, share, gone, inner] = names;
    let associations =
        [schema, absolute, share, gone, inner].map(|schema| format!("{{ root = 'r', schema = '{schema}' }}"));
    let config = format!("[schemas]\ncatalogs = ['{catalog}']\nassociations = [{}]\n", associations.join(", "));
    let folder = folder(&[
        ("a/.iri.toml", &config),
        ("a/b.toml", "extend = '.iri.toml'"),
        ("a/in/s.xsd", SCHEMA),
        ("s.xsd", SCHEMA),
        ("c.xml", "<html/>"),
    ]);
    let problems = |source: ConfigSource, root: &str| -> Vec<String> {
        let (path, folders) = (folder.path().join("a/a.xml"), [folder.path().join(root)]);
        let document = DocumentAt { path: Some(&path), language: "", folders: &folders, is_open: false };
        let config = Workspace::new(source).config_with_problems(&document);
        let line = |problem: &ConfigProblem| format!("{} {}", problem.span.slice(&config.text), problem.message);
        config.problems.iter().map(line).collect()
    };
    let outside = |kind, path| format!("'{path}' {kind} is outside the allowed directories: {path}");
    let remote = vec![outside("schema", absolute), outside("schema", share)];
    let all =
        [vec![outside("catalog", catalog), outside("schema", schema)], remote.clone(), vec![outside("schema", gone)]];
    assert_eq!(problems(ConfigSource::Nearest, "a"), all.concat());
    let readable = [
        vec![format!("'{catalog}' catalog has no entries: {catalog}")],
        remote,
        vec![format!("'{gone}' schema not found: {gone}")],
    ];
    assert_eq!(problems(ConfigSource::Nearest, ""), readable.concat());
    let extending: Vec<_> = problems(ConfigSource::File(folder.path().join("a/b.toml")), "a");
    assert_eq!(
        extending,
        all.concat()
            .iter()
            .map(|line| {
                let (_, message) = line[1..].split_once("' ").expect("it is quoted");
                format!("'.iri.toml' {message}")
            })
            .collect::<Vec<_>>()
    );
}

/// Returns the result of `save`, and the text of the file after it.
fn saved(path: &Path, original: &str, new: &str) -> (Result<Saved, SaveError>, String) {
    let tree = path.parent().expect("it lies in a folder");
    let result = save(path, tree, original.as_bytes(), new.as_bytes());
    (result, fs::read_to_string(path).expect("it is still there"))
}

/// Returns the names in a directory, in which no temporary file may remain.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = folder(&[("a.xml", "old")]);
    let (result, text) = saved(&folder.path().join("a.xml"), "old", "newer");
    assert!(matches!(result, Ok(Saved::Replaced)), "{result:?}");
    assert_eq!((text.as_str(), names(folder.path())), ("newer", vec!["a.xml".to_owned()]));
}

#[test]
fn a_file_that_another_program_changed_is_not_saved() {
    for now in ["newer", "ol", "old and more"] {
        let folder = folder(&[("a.xml", now)]);
        let (result, text) = saved(&folder.path().join("a.xml"), "old", "new");
        assert!(matches!(result, Err(SaveError::Changed)), "{result:?}");
        assert_eq!((text.as_str(), names(folder.path())), (now, vec!["a.xml".to_owned()]));
    }
}

#[test]
fn a_read_only_file_is_not_saved() {
    let folder = folder(&[("a.xml", "old")]);
    let path = folder.path().join("a.xml");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("it is ours");
    let (result, text) = saved(&path, "old", "new");
    assert!(matches!(result, Err(SaveError::Protected)), "{result:?}");
    assert_eq!(text, "old");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn the_mode_stays() {
        for mode in [0o644, 0o600, 0o755, 0o664] {
            let folder = folder(&[("a.xml", "old")]);
            let path = folder.path().join("a.xml");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
            saved(&path, "old", "new").0.expect("it can be written");
            assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o7777, mode);
        }
    }

    #[test]
    fn a_link_within_the_tree_stays_a_link() {
        let folder = folder(&[("real/a.xml", "old")]);
        let link = folder.path().join("link.xml");
        symlink("real/a.xml", &link).expect("links can be made");
        let (result, text) = saved(&link, "old", "new");
        assert!(matches!(result, Ok(Saved::Replaced)), "{result:?}");
        assert_eq!(text, "new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("real/a.xml")).expect("it is there"), "new");
    }

    #[test]
    fn a_link_out_of_the_tree_is_not_written_through() {
        let outside = folder(&[("a.xml", "old"), ("deep/b.xml", "old")]);
        let inside = folder(&[]);
        symlink(outside.path().join("a.xml"), inside.path().join("a.xml")).expect("links can be made");
        symlink(outside.path().join("deep"), inside.path().join("deep")).expect("links can be made");
        for name in ["a.xml", "deep/b.xml"] {
            let path = inside.path().join(name);
            let result = save(&path, inside.path(), b"old", b"new");
            assert!(matches!(result, Err(SaveError::OutOfTree(_))), "{result:?}");
            assert_eq!(fs::read_to_string(path).expect("it is there"), "old");
        }
    }

    #[test]
    fn hard_links_of_a_file_keep_their_target() {
        for new in ["newer and longer", "n", ""] {
            let folder = folder(&[("a.xml", "old")]);
            fs::hard_link(folder.path().join("a.xml"), folder.path().join("b.xml")).expect("names can be given");
            let (result, _) = saved(&folder.path().join("a.xml"), "old", new);
            assert!(matches!(result, Ok(Saved::InPlace(iri_core::files::InPlaceReason::OtherNames))), "{result:?}");
            assert_eq!(fs::read_to_string(folder.path().join("b.xml")).expect("it is there"), new);
        }
    }

    /// A privileged user may create files in any directory.
    #[test]
    fn files_in_a_read_only_directory_are_not_saved() {
        for has_link in [false, true] {
            let folder = folder(&[("in/a.xml", "old")]);
            let inner = folder.path().join("in");
            if has_link {
                fs::hard_link(inner.join("a.xml"), folder.path().join("b.xml")).expect("links can be created");
            }
            fs::set_permissions(&inner, fs::Permissions::from_mode(0o555)).expect("it is ours");
            let may_write = fs::write(inner.join("probe"), "").is_ok();
            let (result, text) = saved(&inner.join("a.xml"), "old", "new");
            fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).expect("it is ours");
            if may_write {
                assert_eq!((result.is_ok(), text.as_str()), (true, "new"));
            } else {
                assert!(matches!(result, Err(SaveError::Directory)), "{result:?}");
                assert_eq!((text.as_str(), names(&inner)), ("old", vec!["a.xml".to_owned()]));
            }
        }
    }

    #[test]
    fn a_device_is_not_written() {
        let result = save(Path::new("/dev/null"), Path::new("/dev"), b"", b"new");
        assert!(matches!(result, Err(SaveError::NoFile)), "{result:?}");
    }
}

#[cfg(unix)]
#[test]
fn ignore_files_and_configurations_that_lead_elsewhere_are_not_read() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let path = |name: &str| folder.path().join(name);
    for name in ["device", "secret", "plain"] {
        std::fs::create_dir(path(name)).expect("it can be created");
        std::fs::write(path(name).join("a.xml"), "<a/>").expect("it can be written");
    }
    std::fs::write(path("token"), "TOKEN = 1\n[[[\n").expect("it can be written");
    symlink("/dev/zero", path("device/.gitignore")).expect("links can be created");
    symlink(path("token"), path("secret/.ignore")).expect("links can be created");
    let (files, errors): (Vec<_>, Vec<_>) = walk(folder.path(), WalkOptions::default()).partition(Result::is_ok);
    let files: Vec<_> = files.into_iter().flatten().collect();
    assert_eq!(files, [path("plain/a.xml"), path("token")]);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(walk(&path("device"), WalkOptions::default()).flatten().count(), 0);

    symlink(path("token"), path("plain/.iri.toml")).expect("links can be created");
    let config = Configs::new(ConfigSource::Nearest).config_for(&path("plain/a.xml"));
    assert_eq!((config.text.as_str(), config.problems.len()), ("", 1));
    assert!(!config.problems[0].message.contains("TOKEN"), "{:?}", config.problems);
    let named = Configs::new(ConfigSource::File(path("plain/.iri.toml"))).config_for(&path("plain/a.xml"));
    assert!(named.text.contains("TOKEN"), "a user may name any file");
}
