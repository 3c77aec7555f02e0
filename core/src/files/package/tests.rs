use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::budget::LARGEST_ENTRY;
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
    let budget = Budget::new(u64::MAX);
    // A size that is stated is refused without reading.
    assert!(budget.read(std::io::repeat(b' '), (u64::MAX, LARGEST_ENTRY + 1), &mut whole).is_err());
    assert!(whole.is_empty());
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
fn names_that_a_disk_may_not_separate_are_one_name() {
    for name in ["A.XML", "./a.xml", "b//../a.xml"] {
        let mut package = open(&archive(&[("a.xml", b"<one/>"), (name, b"<two/>")]));
        let entries = package.entries();
        let reason = package.is_changeable(&entries[0]).expect_err("two entries are one file");
        assert_eq!(reason.to_string(), "cannot change the package: two entries have one name", "{name}");
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
        package.is_changeable(&entry).unwrap_or_else(|error| panic!("{}: {error} {bytes:x?}", entry.name));
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
    for (root, is_found) in [("", true), ("a.epub!", false)] {
        let found = entry_within(&path("book.epub!/OPS/a.xml"), &[path(root)]);
        assert_eq!(found.is_some(), is_found, "a package outside the roots is not looked for");
    }
}

/// Returns a package with `count` packages in it, each with `inner` in it.
fn nested(inner: &[u8], count: usize) -> Vec<u8> {
    let names: Vec<String> = (0..count).map(|number| format!("{number}.epub")).collect();
    archive(&names.iter().map(|name| (name.as_str(), inner)).collect::<Vec<_>>())
}

#[test]
fn packages_in_packages_share_the_limits_of_the_file() {
    let blank = vec![b' '; 16 << 20];
    let inner = archive(&[("mimetype", b""), ("a.xml", &blank), ("b.xml", &blank)]);
    let file = nested(&nested(&inner, 8), 8);
    let mut package = open(&file);
    let (mut read, mut errors) = (0, Vec::new());
    for entry in package.entries() {
        let mut outer = match package.inner(&entry) {
            Ok(outer) => outer.expect("it is a package by its name"),
            Err(error) => {
                errors.push(error.to_string());
                continue;
            }
        };
        for entry in outer.entries() {
            match outer.inner(&entry) {
                Ok(inner) => {
                    let mut inner = inner.expect("it is a package by its name");
                    for entry in inner.entries() {
                        match inner.read(&entry) {
                            Ok(bytes) => read += bytes.len(),
                            Err(error) => errors.push(error.to_string()),
                        }
                    }
                }
                Err(error) => errors.push(error.to_string()),
            }
        }
    }
    assert!(read <= 3 * file.len().max((16 << 20) / 200) * 200, "{read} bytes of {}", file.len());
    let reason = package.refusal().expect("the limit is exceeded").to_string();
    assert!(reason.contains("decompression bomb"), "{reason}");
    assert!(!errors.is_empty() && errors.iter().all(|error| *error == reason), "{errors:?}");
}

#[test]
fn a_package_is_within_at_most_two_others() {
    let mut package = open(&nested(&nested(&nested(&archive(&ENTRIES), 1), 1), 1));
    for depth in 0..3 {
        let entry = package.entries().remove(0);
        match package.inner(&entry) {
            Ok(inner) => package = inner.expect("it is a package by its name"),
            Err(error) => return assert!(depth == 2 && matches!(error, PackageError::TooDeep), "{depth}: {error}"),
        }
    }
    panic!("the fourth package is not opened");
}

#[test]
fn an_entry_that_is_listed_as_encrypted_is_not_changed() {
    let list = b"<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>\
                 <x:CipherReference xmlns:x='http://www.w3.org/2001/04/xmlenc#' URI='OPS/a%20b.xml'/></encryption>";
    let entries: [(&str, &[u8]); 3] =
        [("META-INF/encryption.xml", list), ("OPS/a b.xml", b"<a/>"), ("OPS/c.xml", b"<a/>")];
    let mut package = open(&archive(&entries));
    for entry in package.entries() {
        let is_listed = entry.name == "OPS/a b.xml";
        assert_eq!(package.is_changeable(&entry).is_err(), is_listed, "{}", entry.name);
        assert_eq!(package.changed(&[(entry.clone(), b"<b/>".to_vec())]).is_err(), is_listed, "{}", entry.name);
    }
}

#[test]
fn a_signature_is_found() {
    assert_eq!(open(&archive(&ENTRIES)).signature(), None);
    let signed = [&ENTRIES[..], &[("META-INF/signatures.xml", b"<s/>")]].concat();
    assert_eq!(open(&archive(&signed)).signature().as_deref(), Some("META-INF/signatures.xml"));
    let origin = b"<r Type='http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin'/>";
    let signed = [&ENTRIES[..], &[("_rels/.rels", origin)]].concat();
    assert_eq!(open(&archive(&signed)).signature().as_deref(), Some("_rels/.rels"));
    let detached = b"<d:Signature xmlns:d='http://www.w3.org/2000/09/xmldsig#'><d:SignedInfo/></d:Signature>";
    let signed = [&ENTRIES[..], &[("META-INF/seal.xml", detached)]].concat();
    assert_eq!(open(&archive(&signed)).signature().as_deref(), Some("META-INF/seal.xml"));
    let encrypted = b"<e xmlns:d='http://www.w3.org/2000/09/xmldsig#'><d:KeyInfo/></e>";
    assert_eq!(open(&archive(&[&ENTRIES[..], &[("META-INF/a.xml", encrypted)]].concat())).signature(), None);
}

#[test]
fn files_that_are_not_among_the_entries_are_said() {
    let whole = archive(&ENTRIES);
    assert_eq!(open(&whole).lost_entries(), None);
    // An end of a directory in the comment.
    let empty = [&whole[..], b"PK\x05\x06", &[0; 18]].concat();
    assert_eq!(open(&empty).lost_entries(), Some("the directory at the end lists no files"));
    let mut folder = whole.clone();
    let name = ENTRIES[0].0.as_bytes();
    let starts: Vec<usize> = memchr::memmem::find_iter(&whole, name).map(|at| at + name.len() - 1).collect();
    for last in starts {
        folder[last] = b'/';
    }
    assert_eq!(open(&folder).lost_entries(), Some("some files cannot be found: the package is damaged"));
    // The offset of the first local header, in its record of the directory.
    let mut moved = whole;
    let record = memchr::memmem::find(&moved, b"PK\x01\x02").expect("there is a directory");
    moved[record + 42..record + 46].copy_from_slice(&5u32.to_le_bytes());
    let is_said =
        Package::open(Path::new("a.epub"), PackageKind::Package, moved).map(|mut package| package.lost_entries());
    assert!(is_said.is_err() || is_said.is_ok_and(|reason| reason.is_some()));
}

/// Kind of the descriptor after the data of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Descriptor {
    is_signed: bool,
    is_wide: bool,
}

/// An entry to be written, with the faults that a test wants.
#[derive(Clone, Debug)]
struct Entry {
    name: &'static str,
    /// Name in the local header.
    local_name: &'static str,
    content: &'static [u8],
    descriptor: Option<Descriptor>,
    extra: Vec<u8>,
    /// Bytes after the entry.
    gap: &'static [u8],
    /// Added to the compressed size in the directory.
    wrong_size: u32,
    /// Added to the size in both headers.
    wrong_length: u32,
    /// Crc and sizes in the local header, if they are other ones.
    local_numbers: Option<[u32; 3]>,
    /// Flags and method that differ in the local header.
    local_flags: u16,
    local_method: u16,
}

impl Entry {
    fn new(name: &'static str, content: &'static [u8]) -> Self {
        Self {
            name,
            local_name: name,
            content,
            descriptor: None,
            extra: Vec::new(),
            gap: b"",
            wrong_size: 0,
            wrong_length: 0,
            local_numbers: None,
            local_flags: 0,
            local_method: 0,
        }
    }
}

/// Writes an archive of stored entries byte by byte.
fn written(entries: &[Entry]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let mut crc = flate2::Crc::new();
        crc.update(entry.content);
        let size = u32::try_from(entry.content.len()).expect("it is short");
        let flags = if entry.descriptor.is_some() { 1_u16 << 3 } else { 0 };
        let local = u32::try_from(bytes.len()).expect("it is short");
        let numbers = |packed: u32| [crc.sum(), packed, size + entry.wrong_length].map(u32::to_le_bytes).concat();
        let length = |text: &[u8]| u16::try_from(text.len()).expect("it is short").to_le_bytes();
        bytes.extend(b"PK\x03\x04\x2d\0");
        bytes.extend((flags ^ entry.local_flags).to_le_bytes());
        bytes.extend(entry.local_method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(match entry.local_numbers {
            Some(numbers) => numbers.map(u32::to_le_bytes).concat(),
            None if entry.descriptor.is_some() => vec![0; 12],
            None => numbers(size),
        });
        bytes.extend(length(entry.local_name.as_bytes()));
        bytes.extend(length(&entry.extra));
        bytes.extend(entry.local_name.as_bytes());
        bytes.extend(&entry.extra);
        bytes.extend(entry.content);
        if let Some(descriptor) = entry.descriptor {
            bytes.extend(if descriptor.is_signed { &b"PK\x07\x08"[..] } else { &[] });
            if descriptor.is_wide {
                bytes.extend(crc.sum().to_le_bytes());
                bytes.extend([u64::from(size); 2].map(u64::to_le_bytes).concat());
            } else {
                bytes.extend(numbers(size));
            }
        }
        bytes.extend(entry.gap);
        directory.extend(b"PK\x01\x02\x2d\0\x2d\0");
        directory.extend(flags.to_le_bytes());
        directory.extend([0; 6]);
        directory.extend(numbers(size + entry.wrong_size));
        directory.extend(length(entry.name.as_bytes()));
        directory.extend([0; 12]);
        directory.extend(local.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let (start, count) = (bytes.len(), u16::try_from(entries.len()).expect("they are few"));
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count; 2].map(u16::to_le_bytes).concat());
    bytes.extend(
        [directory.len(), start].map(|number| u32::try_from(number).expect("it is short").to_le_bytes()).concat(),
    );
    bytes.extend([0; 2]);
    bytes
}

#[test]
fn entries_with_descriptors_of_any_kind_can_be_changed() {
    let kinds = [(true, false), (false, false), (true, true), (false, true)];
    for (is_signed, is_wide) in kinds {
        let mut entries = [Entry::new("a.xml", b"<a xml:base='x y'/>"), Entry::new("b.xml", b"<b/>")];
        // The sizes of Zip64, which are zero in the header of a streamed entry, and a time.
        let zip64 = [1, 0, 16, 0].into_iter().chain([0; 16]);
        let time = [0x55, 0x54, 1, 0, 0];
        for entry in &mut entries {
            entry.descriptor = Some(Descriptor { is_signed, is_wide });
            entry.extra = zip64.clone().filter(|_| is_wide).chain(time).collect();
        }
        let old = written(&entries);
        let mut package = open(&old);
        let entry = package.entries().remove(0);
        let new = package.changed(&[(entry.clone(), b"<a xml:base='x%20y'/>".to_vec())]).expect("it can be changed");
        let mut again = open(&new);
        assert_eq!(again.read(&entry).expect("it can be read"), b"<a xml:base='x%20y'/>");
        // A program that reads the local headers in order finds the same entries.
        assert_eq!(in_order(&new), [("a.xml".to_owned(), b"<a xml:base='x%20y'/>".to_vec())], "up to the descriptor");
        assert!(new.windows(5).any(|window| window == time), "other extra fields stay");
    }
}

/// Returns the names and contents that a program finds which reads local headers in order and needs their sizes.
fn in_order(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let (mut at, mut found) = (0, Vec::new());
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    while bytes[at..].starts_with(b"PK\x03\x04") && bytes[at + 6] & 8 == 0 {
        let size = u32::from_le_bytes(bytes[at + 18..at + 22].try_into().expect("four bytes"));
        let (name, extra) = (number(at + 26), number(at + 28));
        let data = at + 30 + name + extra;
        let end = data + usize::try_from(size).expect("it is short");
        found.push((String::from_utf8_lossy(&bytes[at + 30..at + 30 + name]).into_owned(), bytes[data..end].to_vec()));
        at = end;
    }
    found
}

#[test]
fn an_archive_that_programs_read_differently_is_not_changed() {
    type Fault = fn(&mut [Entry; 2]);

    let plain = || [Entry::new("a.xml", b"<a/>"), Entry::new("b.xml", b"<b/>")];
    let faults: [(&str, Fault); 15] = [
        ("size in the directory", |entries| entries[0].wrong_size = 4),
        ("size of the last entry", |entries| entries[1].wrong_size = 1),
        ("name in the local header", |entries| entries[0].local_name = "c.xml"),
        ("flags in the local header", |entries| entries[0].local_flags = 8),
        ("encryption in the local header", |entries| entries[1].local_flags = 1),
        ("method in the local header", |entries| entries[0].local_method = 8),
        ("data between entries", |entries| entries[0].gap = b"PK\x03\x04 hidden"),
        ("size in both headers of stored data", |entries| entries[0].wrong_length = 1),
        ("size in the local header, before a descriptor", |entries| {
            entries[0].descriptor = Some(Descriptor { is_signed: true, is_wide: false });
            entries[0].local_numbers = Some([0, 3, 4]);
        }),
        ("crc in the local header, before a descriptor", |entries| {
            entries[0].descriptor = Some(Descriptor { is_signed: true, is_wide: false });
            entries[0].local_numbers = Some([1, 0, 0]);
        }),
        ("sizes of Zip64 that no header lacks", |entries| {
            entries[0].extra = [&[1, 0, 16, 0][..], &[9, 0, 0, 0, 0, 0, 0, 0], &[9, 0, 0, 0, 0, 0, 0, 0]].concat();
        }),
        ("sizes of Zip64 twice", |entries| entries[0].extra = [1, 0, 0, 0].repeat(2)),
        // Version, crc of the name in the header, and the other name.
        ("another name in Unicode", |entries| entries[0].extra = b"\x75\x70\x0A\0\x01\0\0\0\0c.xml".to_vec()),
        ("data before the directory", |entries| entries[1].gap = b"\0"),
        ("descriptor", |entries| {
            entries[0].descriptor = Some(Descriptor { is_signed: true, is_wide: false });
            entries[0].gap = b"\0\0\0\0";
        }),
    ];
    assert!(open(&written(&plain())).changed(&[]).is_ok());
    for (what, fault) in faults {
        let mut entries = plain();
        fault(&mut entries);
        let Ok(mut package) = Package::open(Path::new("a.epub"), PackageKind::Package, written(&entries)) else {
            continue;
        };
        // Each entry, also one that has no fault.
        for entry in package.entries() {
            let refused = package.changed(&[(entry.clone(), b"<x/>".to_vec())]);
            assert!(
                matches!(refused, Err(PackageError::Unchangeable(_))),
                "{what}: {:?}",
                refused.map(|new| new.len())
            );
            assert!(package.is_changeable(&entry).is_err(), "{what}");
        }
    }
}

#[test]
fn random_archives_are_changed_exactly_or_not_at_all() {
    let mut seed = 7_u64;
    let mut below = move |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or(0) % limit
    };
    let (mut saved, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let names = ["a.xml", "b.xml", "c.xml", "d"];
        let mut entries: Vec<Entry> =
            names.map(|name| Entry::new(name, [&b""[..], b"<a/>", b"<b xml:base='x y'/>"][below(3)])).to_vec();
        for entry in &mut entries {
            if below(2) == 0 {
                entry.descriptor = Some(Descriptor { is_signed: below(2) == 0, is_wide: below(2) == 0 });
            }
            if below(8) == 0 {
                entry.extra = vec![0x55, 0x54, 1, 0, 0];
            }
        }
        let mut bytes = written(&entries);
        for _ in 0..below(3) {
            let at = below(bytes.len());
            match below(3) {
                0 => bytes[at] ^= u8::try_from(1 << below(8)).unwrap_or(1),
                1 => bytes.insert(at, 0),
                _ => drop(bytes.remove(at)),
            }
        }
        let Ok(mut package) = Package::open(Path::new("a.epub"), PackageKind::Package, bytes.clone()) else { continue };
        let all = package.entries();
        let Some(entry) = all.get(below(all.len().max(1))) else { continue };
        let content = b"<changed/>".to_vec();
        let Ok(new) = package.changed(&[(entry.clone(), content.clone())]) else {
            refused += 1;
            continue;
        };
        saved += 1;
        let mut again = open(&new);
        assert_eq!(again.entries(), all);
        for known in &all {
            let expected = if known == entry { Some(content.clone()) } else { package.read(known).ok() };
            assert_eq!(again.read(known).ok(), expected, "{}", known.name);
        }
    }
    assert!(saved > 5_000 && refused > 2_000, "{saved} {refused}");
}
