use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// Returns an archive with these entries; the first is stored, as in an EPUB.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, content)) in entries.iter().enumerate() {
        let method = if index == 0 { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).expect("an entry can be started");
        writer.write_all(content).expect("it can be written");
    }
    writer.set_comment("a comment").expect("it is short");
    writer.finish().expect("it can be finished").into_inner()
}

fn open(bytes: &[u8]) -> Package {
    Package::open(Path::new("a.epub"), PackageKind::Package, bytes.to_vec()).expect("it is an archive")
}

const ENTRIES: [(&str, &[u8]); 4] = [
    ("mimetype", b"application/epub+zip"),
    ("OPS/b.xml", b"<b/>"),
    ("OPS/a.xml", b"<a xml:base='x y'/>"),
    ("META-INF/c.xml", b"<c/>"),
];

#[test]
fn entries_are_read_in_the_order_of_a_walk() {
    let mut package = open(&archive(&ENTRIES));
    let entries = package.entries();
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["META-INF/c.xml", "OPS/a.xml", "OPS/b.xml", "mimetype"]);
    assert_eq!(package.read(&entries[1]).expect("it can be read"), b"<a xml:base='x y'/>");
    assert_eq!(package.head(&entries[1], 2).expect("it can be read"), b"<a");
}

#[test]
fn a_change_keeps_every_other_byte() {
    let old = archive(&ENTRIES);
    let mut package = open(&old);
    let entries = package.entries();
    for content in ["<a xml:base='x%20y'/>".to_owned(), String::new(), "<long/>".repeat(10_000)] {
        let changes = [(entries[1].clone(), content.clone().into_bytes())];
        let new = package.changed(&changes).expect("it can be changed");
        let mut again = open(&new);
        assert_eq!(again.entries(), entries);
        for entry in &entries {
            let expected = if entry.name == "OPS/a.xml" {
                content.clone().into_bytes()
            } else {
                package.read(entry).expect("it is there")
            };
            assert_eq!(again.read(entry).expect("it can be read"), expected, "{}", entry.name);
        }
        // Before the changed entry nothing changes, also not the mimetype, which is first and stored.
        let start = old.windows(9).position(|window| window == b"OPS/a.xml").expect("it is there") - 30;
        assert_eq!(old[..start], new[..start]);
        assert!(new.ends_with(b"a comment"));
        let back = again.changed(&[(entries[1].clone(), ENTRIES[2].1.to_vec())]).expect("it can be changed");
        assert_eq!(open(&back).read(&entries[1]).expect("it can be read"), ENTRIES[2].1);
    }
    assert_eq!(package.changed(&[]).expect("nothing changes"), old);
}

#[test]
fn hostile_names_and_bombs_are_refused() {
    for name in ["../a.xml", "a/../../b.xml", "/etc/a.xml", "..\\a.xml", "C:a.xml", "a\0b.xml"] {
        let mut package = open(&archive(&[("mimetype", b""), (name, b"<a/>")]));
        let entry = package.entries().into_iter().find(|entry| entry.name == name).expect("it is listed");
        assert!(matches!(package.read(&entry), Err(PackageError::Outside)), "{name}");
    }
    let bomb = vec![b' '; 64 << 20];
    let mut package = open(&archive(&[("mimetype", b""), ("a.xml", &bomb)]));
    let entry = package.entries().remove(0);
    assert!(matches!(package.read(&entry), Err(PackageError::TooLarge(_))));
    let mut whole = Vec::new();
    assert!(read_limited(io::repeat(b' '), (u64::MAX, 0), LARGEST_TOTAL - 1, &mut whole).is_err());
    assert!(whole.len() <= 2);
    // A size that is stated is refused without reading.
    assert!(read_limited(io::repeat(b' '), (u64::MAX, LARGEST_ENTRY + 1), 0, &mut whole).is_err());
    assert!(whole.len() <= 2);
}

/// Returns `bytes` with the name `a.xml` in the place of `b.xml`.
fn with_repeated_name(mut bytes: Vec<u8>) -> Vec<u8> {
    for start in 0..bytes.len() - 5 {
        if &bytes[start..start + 5] == b"b.xml" {
            bytes[start] = b'a';
        }
    }
    bytes
}

#[test]
fn a_repeated_name_is_marked_and_the_package_is_not_changed() {
    let bytes = with_repeated_name(archive(&[("mimetype", b""), ("a.xml", b"<one/>"), ("b.xml", b"<two/>")]));
    let mut package = open(&bytes);
    let entries = package.entries();
    let marks: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.is_repeated)).collect();
    assert_eq!(marks, [("a.xml", true), ("mimetype", false)]);
    assert_eq!(package.read(&entries[0]).expect("it can be read"), b"<two/>");
    let reasons = [
        package.is_changeable(&entries[1]).expect_err("the package has a structure that some programs read otherwise"),
        package.changed(&[(entries[1].clone(), b"x".to_vec())]).expect_err("as before"),
    ];
    for reason in reasons {
        assert_eq!(reason.to_string(), "cannot change the package: two entries have one name");
    }
}

#[test]
fn what_can_be_changed_is_known_before() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, is_large) in [("a.xml", false), ("b.xml", true)] {
        writer.start_file(name, SimpleFileOptions::default().large_file(is_large)).expect("an entry can be started");
        writer.write_all(b"<a/>").expect("it can be written");
    }
    let bytes = writer.finish().expect("it can be finished").into_inner();
    let mut package = open(&bytes);
    for entry in package.entries() {
        assert!(package.is_changeable(&entry).is_ok(), "{}", entry.name);
    }
    let mut with_data = b"data before".to_vec();
    with_data.extend_from_slice(&bytes);
    let mut package = open(&with_data);
    let entry = package.entries().remove(0);
    assert!(package.is_changeable(&entry).is_err() && package.changed(&[(entry, Vec::new())]).is_err());
}

#[test]
fn damage_is_an_error() {
    let old = archive(&ENTRIES);
    for length in 0..old.len() {
        let cut = Package::open(Path::new("a.epub"), PackageKind::Package, old[..length].to_vec());
        if let Ok(mut package) = cut {
            for entry in package.entries() {
                let _ = package.read(&entry);
                let _ = package.changed(&[(entry, b"<x/>".to_vec())]);
            }
        }
    }
    for index in 0..old.len() {
        let mut bytes = old.clone();
        bytes[index] ^= 0xFF;
        if let Ok(mut package) = Package::open(Path::new("a.epub"), PackageKind::Package, bytes) {
            for entry in package.entries() {
                let _ = package.read(&entry);
                let _ = package.changed(&[(entry, b"<x/>".to_vec())]);
            }
        }
    }
}

#[test]
fn gzip_is_a_package_with_one_file() {
    let mut encoder = GzBuilder::new().filename("b.svg").mtime(7).write(Vec::new(), Compression::fast());
    encoder.write_all(b"<svg/>").expect("it can be written");
    let old = encoder.finish().expect("it can be finished");
    let mut package = Package::open(Path::new("a.svgz"), PackageKind::Gzip, old).expect("it is one");
    let entries = package.entries();
    assert_eq!(entries[0].name, "a.svg");
    assert_eq!(package.read(&entries[0]).expect("it can be read"), b"<svg/>");
    let new = package.changed(&[(entries[0].clone(), b"<svg></svg>".to_vec())]).expect("it can be changed");
    let decoder = MultiGzDecoder::new(&*new);
    let header = decoder.header().expect("it has a header");
    assert_eq!((header.filename(), header.mtime()), (Some(&b"b.svg"[..]), 7));
    let mut package = Package::open(Path::new("a.svgz"), PackageKind::Gzip, new).expect("it is one");
    assert_eq!(package.read(&entries[0]).expect("it can be read"), b"<svg></svg>");
}

#[test]
fn an_entry_is_named_by_the_path_of_its_package() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("a.epub!/b.epub!")).expect("it can be created");
    for name in ["book.epub", "a.epub!/b.epub", "a.epub!/b.epub!/c.xml"] {
        std::fs::write(path(name), "").expect("it can be written");
    }
    let entry = |name: &str| named_entry(&path(name));
    assert_eq!(entry("book.epub!/OPS/a.xml"), Some((path("book.epub"), "OPS/a.xml".to_owned())));
    assert_eq!(entry("book.epub!/in.docx!/a.xml"), Some((path("book.epub"), "in.docx!/a.xml".to_owned())));
    // A directory may have such a name too.
    assert_eq!(entry("a.epub!/b.epub!/d.xml"), Some((path("a.epub!/b.epub"), "d.xml".to_owned())));
    for other in ["a.epub!/b.epub!/c.xml", "book.epub", "book.epub!", "book.epub!/", "other.epub!/a.xml", "a.xml"] {
        assert_eq!(entry(other), None, "{other}");
    }
}
