//! Packages: what a change does to an archive, compared with two readers of its own: one that reads the directory, and one
//! that reads the local headers in order and nothing else.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use iri_core::files::{ChangedEntry, Package, PackageKind};

use crate::input::{Choices, divide};

mod generated;
mod streamed;

const MAX_LENGTH: usize = 8192;
const CONTENTS: [&[u8]; 4] = [b"", b"<a xml:base='x%20y'/>", b"PK\x03\x04", &[b'a'; 300]];
/// Maximum size of what is read of one file, also of packages in it.
const MAX_READ: usize = 3 * (16 << 20);

/// Runs the target: the bytes are a package; without them, the choices make one. Each choice damages a byte, until one says
/// that entries are changed.
pub fn run(bytes: &[u8]) {
    is_changed(bytes);
}

/// Runs the target, and returns whether the package was changed.
pub fn is_changed(bytes: &[u8]) -> bool {
    let (bytes, mut choices) = divide(bytes);
    if bytes.len() > MAX_LENGTH {
        return false;
    }
    let is_generated = bytes.is_empty();
    let mut bytes = if is_generated { generated::package(&mut choices, 0) } else { bytes.to_vec() };
    while choices.below(3) == 1 && !bytes.is_empty() {
        let at = choices.below(bytes.len());
        bytes[at] = u8::try_from(choices.below(256)).unwrap_or(0);
    }
    let is_gzip = !is_generated && choices.below(2) == 1;
    let kind = if is_gzip { PackageKind::Gzip } else { PackageKind::Package };
    let Ok(mut package) = Package::open(Path::new("a.epub"), kind, bytes.clone()) else { return false };
    assert!(read_all(&mut package.clone()) <= MAX_READ, "more is read than the limit");
    let changes = changes(&mut package, &mut choices);
    let Ok(new) = package.changed(&changes) else { return false };
    if kind == PackageKind::Gzip {
        let mut again = Package::open(Path::new("a.svgz"), kind, new).expect("it was written");
        let entry = again.entries().remove(0);
        assert!(changes.iter().all(|(_, content)| again.read(&entry).is_ok_and(|read| read == *content)));
        return true;
    }
    let (before, after) = (members(&bytes).expect("it was changed"), members(&new).expect("it was written"));
    let mut changed: BTreeMap<&[u8], &[u8]> = BTreeMap::new();
    changed.extend(changes.iter().map(|(entry, content)| (entry.name.as_bytes(), content.as_slice())));
    assert!(before.keys().eq(after.keys()), "the names are the same");
    for (name, (written, _)) in &before {
        let (now, content) = &after[name];
        match changed.get(name.as_slice()) {
            None => assert!(written == now, "another entry changes: {:?}", String::from_utf8_lossy(name)),
            Some(expected) => assert_eq!(content.as_deref(), Some(*expected), "{:?}", String::from_utf8_lossy(name)),
        }
    }
    let Some(streamed) = streamed::entries(&bytes) else { return true };
    let expected = streamed.into_iter().map(|(name, content)| {
        // Both readers see the same package, or it is not changed.
        let (_, known) = &before[&name];
        assert!(known.as_ref().is_none_or(|known| *known == content), "{:?}", String::from_utf8_lossy(&name));
        let content = changed.get(name.as_slice()).map_or(content, |changed| changed.to_vec());
        (name, content)
    });
    let expected: Vec<_> = expected.collect();
    assert_eq!(expected.len(), before.len(), "both readers see the same entries");
    assert!(streamed::entries(&new) == Some(expected), "a reader of local headers sees other contents");
    true
}

/// Reads every entry, and the packages in the package. Returns the number of bytes.
fn read_all(package: &mut Package) -> usize {
    let mut read = 0;
    for entry in package.entries() {
        read += package.read(&entry).map_or(0, |content| content.len());
        if let Ok(Some(mut inner)) = package.inner(&entry) {
            read += read_all(&mut inner);
        }
    }
    read
}

/// Chooses different entries with new contents.
fn changes(package: &mut Package, choices: &mut Choices<'_>) -> Vec<ChangedEntry> {
    let mut entries = package.entries();
    let count = choices.below(3).min(entries.len());
    let mut changes = Vec::new();
    for _ in 0..=count.min(entries.len().saturating_sub(1)) {
        if entries.is_empty() {
            break;
        }
        let entry = entries.remove(choices.below(entries.len()));
        // Names that are not UTF-8 are shown with another text.
        if entry.name.is_ascii() {
            changes.push((entry, choices.one(&CONTENTS).to_vec()));
        }
    }
    changes
}

/// Bytes of each entry from its header to the next one, and its content if that can be read, by name.
type Members = BTreeMap<Vec<u8>, (Vec<u8>, Option<Vec<u8>>)>;

/// Reads an archive strictly: the entries follow one another without a gap, in any order of the directory, and the sizes
/// of both headers, or of the directory and the descriptor, are equal. `None` if they do not.
fn members(bytes: &[u8]) -> Option<Members> {
    let short = |at: usize| Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let long = |at: usize| usize::try_from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok();
    let end = (0..bytes.len()).rev().find(|&at| bytes[at..].starts_with(b"PK\x05\x06") && is_end(bytes, at))?;
    let directory = long(end + 16)?;
    let (mut record, mut records) = (directory, Vec::new());
    for _ in 0..short(end + 10)? {
        bytes.get(record..)?.starts_with(b"PK\x01\x02").then_some(())?;
        records.push((long(record + 42)?, record));
        record += 46 + short(record + 28)? + short(record + 30)? + short(record + 32)?;
    }
    (record == end).then_some(())?;
    records.sort_unstable();
    let mut members = Members::new();
    for (index, &(local, record)) in records.iter().enumerate() {
        let next = records.get(index + 1).map_or(directory, |(next, _)| *next);
        (index > 0 || local == 0).then_some(())?;
        let whole = bytes.get(local..next)?;
        whole.starts_with(b"PK\x03\x04").then_some(())?;
        let (name, extra) = (short(local + 26)?, short(local + 28)?);
        let name = bytes.get(local + 30..local + 30 + name)?;
        (bytes.get(record + 46..record + 46 + short(record + 28)?)? == name).then_some(())?;
        let (packed, size) = (long(record + 20)?, long(record + 24)?);
        let data = bytes.get(local + 30 + name.len() + extra..)?.get(..packed);
        let has_descriptor = short(record + 8)? & 8 != 0;
        let ends = local + 30 + name.len() + extra + packed;
        // The sizes of Zip64 are not read here; the reader under test compares them.
        let is_wide = packed == 0xFFFF_FFFF || size == 0xFFFF_FFFF;
        (is_wide || ends == next || (has_descriptor && [12, 16, 20, 24].contains(&(next - ends)))).then_some(())?;
        let content = data.filter(|_| !is_wide).and_then(|data| match short(record + 10)? {
            0 => Some(data.to_vec()),
            8 => {
                let mut content = Vec::new();
                DeflateDecoder::new(data).take(1 << 20).read_to_end(&mut content).ok()?;
                Some(content)
            }
            _ => None,
        });
        let content = content.filter(|content| {
            let mut crc = Crc::new();
            crc.update(content);
            content.len() == size && long(record + 16) == usize::try_from(crc.sum()).ok()
        });
        members.insert(name.to_vec(), (whole.to_vec(), content)).is_none().then_some(())?;
    }
    Some(members)
}

/// Returns whether the end record at `at` ends with the bytes.
fn is_end(bytes: &[u8], at: usize) -> bool {
    let comment = bytes.get(at + 20..at + 22).map(|length| usize::from(u16::from_le_bytes([length[0], length[1]])));
    comment.is_some_and(|comment| at + 22 + comment == bytes.len())
}
