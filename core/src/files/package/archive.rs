//! Changes of a ZIP archive: every local header is compared with the directory before, and the result is read back.
//!
//! ```text
//! local header, name, extra field, data [, descriptor]     per entry, without anything between   APPNOTE 4.3.7 to 4.3.9
//! record, name, extra field, comment                       per entry                             4.3.12
//! end record, comment                                                                            4.3.16
//! ```
//!
//! A program that reads the local headers and one that reads the directory must find the same entries. If they do not, it
//! is not known which one is right, and the archive is not changed.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read, Write};
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use zip::ZipArchive;

use crate::reference::nfc;

/// Lengths of the records without their variable parts.
const LOCAL: usize = 30;
const CENTRAL: usize = 46;
const END: usize = 22;
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";
/// Bit 3 of the flags: crc and sizes are in a descriptor after the data.
const HAS_DESCRIPTOR: u16 = 1 << 3;
const IS_ENCRYPTED: u16 = 1;
/// Flags that say how to read an entry: encryption, descriptor, patch, encoding of the name, masked header.
const MEANINGFUL: u16 = 1 | HAS_DESCRIPTOR | 1 << 5 | 1 << 6 | 1 << 11 | 1 << 13;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Flags of entries whose content is not that of their data: encrypted, a patch, or with a masked header.
const IS_ENCODED: u16 = IS_ENCRYPTED | 1 << 5 | 1 << 6 | 1 << 13;
/// Extra field with sizes of 64 bits. APPNOTE 4.5.3.
const ZIP64: u16 = 1;
/// Extra field with a name that some programs prefer to that of the header. APPNOTE 4.6.9.
const UNICODE_PATH: u16 = 0x7075;

const DAMAGED: &str = "its directory is damaged";
const DAMAGED_ENTRY: &str = "the entry is damaged, or other data follow its content";
pub(super) const ENCRYPTED: &str = "the entry is encrypted";
const OTHER_METHOD: &str = "the entry has another compression";
const TOO_LARGE: &str = "it is too large";
const DIFFERENT: &str = "its directory differs from the headers of its entries";
const NOT_ADJACENT: &str = "its entries overlap, or other data is between them";
pub(super) const NOT_READ_BACK: &str = "the result could not be read back";

/// Directory of an archive that can be changed.
pub(super) struct Directory {
    /// Entries in the order of the directory.
    members: Vec<Member>,
    /// Offset of the directory, and of the end record.
    start: usize,
    end: usize,
}

/// An entry.
#[derive(Clone, Debug)]
struct Member {
    /// Offset of its record in the directory.
    record: usize,
    /// Offset of its local header.
    local: usize,
    /// Range of its compressed data.
    data: Range<usize>,
    /// Offset after its descriptor.
    end: usize,
    flags: u16,
    method: u16,
    crc: u32,
    size: usize,
    /// Offsets of the compressed size and the size in the Zip64 field of the record, if they are there.
    wide: [Option<usize>; 2],
}

/// Returns the compressed size and the size in the record at `record`, and their offsets in its Zip64 field, if they are
/// there. APPNOTE 4.5.3.
fn sizes_in_directory(old: &[u8], record: usize) -> Option<(usize, usize, [Option<usize>; 2])> {
    let start = record + CENTRAL + usize::from(u16_at(old, record + 28)?);
    let extra = old.get(start..start + usize::from(u16_at(old, record + 30)?))?;
    let mut at = start;
    let zip64 = extra_fields(extra).find_map(|(id, field)| {
        at += field.len();
        (id == ZIP64).then_some((at - field.len() + 4)..at)
    });
    let mut rest = zip64.unwrap_or(0..0);
    // The field has the size before the compressed size, and only those that the record lacks.
    let mut size = |short: usize| match u32_at(old, record + short)? {
        u32::MAX => {
            let at = rest.start;
            rest.start += 8;
            let wide = old.get(at..at + 8).filter(|_| rest.start <= rest.end)?;
            Some((usize::try_from(u64::from_le_bytes(wide.try_into().ok()?)).ok()?, Some(at)))
        }
        size => Some((usize::try_from(size).ok()?, None)),
    };
    let (size, packed) = (size(24)?, size(20)?);
    // Sizes that the record does not lack would be wrong after a change.
    rest.is_empty().then_some((packed.0, size.0, [packed.1, size.1]))
}

impl Directory {
    /// Reads the directory of `archive`, whose bytes are `old`.
    ///
    /// # Errors
    /// The reason why the archive cannot be changed.
    pub(super) fn read(old: &[u8], archive: &ZipArchive<Cursor<Arc<[u8]>>>) -> Result<Self, &'static str> {
        let start = usize::try_from(archive.central_directory_start()).map_err(|_| DAMAGED)?;
        let directory = Self::parse(old, start)?;
        // Entries with one name would be one for some programs.
        if directory.members.len() == archive.len() { Ok(directory) } else { Err("two entries have one name") }
    }

    /// Parses the archive with a directory at `start`.
    fn parse(old: &[u8], start: usize) -> Result<Self, &'static str> {
        let end = end_record(old, start).ok_or("it is a Zip64 archive or has other data")?;
        let mut records: Vec<usize> = records(old, start).collect();
        // Numbers of this disk and of the first one, and of the entries on this disk and on all.
        let count = records.len().saturating_sub(1);
        let is_counted = [(4, 0), (6, 0), (8, count), (10, count)]
            .iter()
            .all(|(at, number)| u16_at(old, end + at).map(usize::from) == Some(*number));
        if records.pop() != Some(end) || !is_counted {
            return Err(DAMAGED);
        }
        let mut members = Vec::with_capacity(records.len());
        for record in records {
            members.push(Member::parse(old, record, start)?);
        }
        let names: HashSet<String> = members.iter().map(|member| path_of(member.name(old))).collect();
        if names.len() != members.len() {
            return Err("two entries have one name");
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_unstable_by_key(|&number| members[number].local);
        let mut at = 0;
        for (index, &number) in order.iter().enumerate() {
            let next = order.get(index + 1).map_or(start, |&next| members[next].local);
            let member = &mut members[number];
            if member.local != at {
                return Err(NOT_ADJACENT);
            }
            member.end = member.descriptor_end(old, next).ok_or(NOT_ADJACENT)?;
            at = member.end;
        }
        if at == start { Ok(Self { members, start, end }) } else { Err(NOT_ADJACENT) }
    }

    fn member(&self, record: usize) -> Result<&Member, &'static str> {
        let number = self.members.binary_search_by_key(&record, |member| member.record).map_err(|_| DAMAGED)?;
        Ok(&self.members[number])
    }

    /// Returns whether the entry with the record at `record` can get another content.
    ///
    /// # Errors
    /// The reason if not.
    pub(super) fn is_changeable(&self, record: usize) -> Result<(), &'static str> {
        let Member { flags, method, .. } = *self.member(record)?;
        match method {
            _ if flags & IS_ENCODED != 0 => Err(ENCRYPTED),
            STORED | DEFLATED => Ok(()),
            _ => Err(OTHER_METHOD),
        }
    }

    /// Returns `old` with other contents for the entries with these records.
    ///
    /// # Errors
    /// The reason why that is not possible.
    pub(super) fn changed(&self, old: &[u8], changes: Vec<(usize, &[u8])>) -> Result<Vec<u8>, &'static str> {
        let changes: HashMap<usize, &[u8]> = changes.into_iter().collect();
        for record in changes.keys() {
            self.is_changeable(*record)?;
            self.member(*record)?.content(old).ok_or(DAMAGED_ENTRY)?;
        }
        let mut order: Vec<&Member> = self.members.iter().collect();
        order.sort_unstable_by_key(|member| member.local);
        let mut new = Vec::with_capacity(old.len());
        // Records of the directory with their new local header, and the new flags, crc and sizes.
        let mut records: HashMap<usize, (usize, Option<Numbers>)> = HashMap::with_capacity(order.len());
        for member in order {
            let local = new.len();
            let numbers = match changes.get(&member.record) {
                None => {
                    new.extend_from_slice(&old[member.local..member.end]);
                    None
                }
                Some(content) => Some(member.write(old, content, &mut new)?),
            };
            records.insert(member.record, (local, numbers));
        }
        let start = new.len();
        new.extend_from_slice(&old[self.start..]);
        for member in &self.members {
            let at = member.record - self.start + start;
            let Some((local, numbers)) = records.get(&member.record) else { return Err(DAMAGED) };
            new[at + 42..at + 46].copy_from_slice(&u32::try_from(*local).map_err(|_| TOO_LARGE)?.to_le_bytes());
            let Some(numbers) = numbers else { continue };
            new[at + 8..at + 10].copy_from_slice(&numbers.flags.to_le_bytes());
            new[at + 16..at + 20].copy_from_slice(&numbers.crc.to_le_bytes());
            for ((short, wide), size) in [20, 24].into_iter().zip(member.wide).zip([numbers.packed, numbers.size]) {
                match wide {
                    None => new[at + short..at + short + 4].copy_from_slice(&size.to_le_bytes()),
                    Some(wide) => {
                        let wide = wide - self.start + start;
                        new[wide..wide + 8].copy_from_slice(&u64::from(size).to_le_bytes());
                    }
                }
            }
        }
        let at = self.end - self.start + start + 16;
        new[at..at + 4].copy_from_slice(&u32::try_from(start).map_err(|_| TOO_LARGE)?.to_le_bytes());
        if self.is_read_back(old, (&new, start), &changes) { Ok(new) } else { Err(NOT_READ_BACK) }
    }

    /// Returns whether `new`, with a directory at `start`, has the entries of `old`, with the contents `changes`.
    fn is_read_back(&self, old: &[u8], (new, start): (&[u8], usize), changes: &HashMap<usize, &[u8]>) -> bool {
        let Ok(after) = Self::parse(new, start) else { return false };
        let is_same = |(before, now): (&Member, &Member)| match changes.get(&before.record) {
            None => old[before.local..before.end] == new[now.local..now.end],
            Some(content) => before.name(old) == now.name(new) && now.content(new).as_deref() == Some(*content),
        };
        after.members.len() == self.members.len() && self.members.iter().zip(&after.members).all(is_same)
    }
}

/// Flags, crc and sizes of an entry.
struct Numbers {
    flags: u16,
    crc: u32,
    packed: u32,
    size: u32,
}

impl Numbers {
    /// Returns the crc and the sizes, as in both headers.
    fn bytes(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.crc.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.packed.to_le_bytes());
        bytes[8..].copy_from_slice(&self.size.to_le_bytes());
        bytes
    }
}

impl Member {
    /// Parses the record at `record` and the local header that it names, before the directory at `directory`. The end of
    /// the descriptor is not known yet.
    fn parse(old: &[u8], record: usize, directory: usize) -> Result<Self, &'static str> {
        let central = |at: usize| u16_at(old, record + at).ok_or(DAMAGED);
        let central32 = |at: usize| u32_at(old, record + at).ok_or(DAMAGED);
        let (flags, method, crc) = (central(8)?, central(10)?, central32(16)?);
        let offset = central32(42)?;
        if offset == u32::MAX || central(34)? != 0 {
            return Err("it is a Zip64 archive or has other data");
        }
        let (packed, size, wide) = sizes_in_directory(old, record).ok_or(DAMAGED)?;
        let local = usize::try_from(offset).map_err(|_| DAMAGED)?;
        let header = old.get(local..directory).filter(|header| header.starts_with(b"PK\x03\x04")).ok_or(DIFFERENT)?;
        let header16 = |at: usize| u16_at(header, at).ok_or(DIFFERENT);
        let (name, extra) = (usize::from(header16(26)?), usize::from(header16(28)?));
        let data = local + LOCAL + name + extra;
        let data_end = data.checked_add(packed).filter(|end| *end <= directory).ok_or(NOT_ADJACENT)?;
        let member = Self { record, local, data: data..data_end, end: data_end, flags, method, crc, size, wide };
        let is_named = old.get(local + LOCAL..local + LOCAL + name) == Some(member.name(old));
        let is_read_alike = header16(6)? & MEANINGFUL == flags & MEANINGFUL && header16(8)? == method;
        let extra = header.get(LOCAL + name..LOCAL + name + extra).ok_or(DIFFERENT)?;
        let in_directory = member.extra(old);
        // After the version and a checksum.
        let mut other_names =
            [extra, in_directory].into_iter().flat_map(extra_fields).filter(|(id, _)| *id == UNICODE_PATH);
        let is_named = is_named && other_names.all(|(_, field)| field.get(9..) == Some(member.name(old)));
        let is_one = |extra, field| extra_fields(extra).filter(|(id, _)| *id == field).count() <= 1;
        let is_clear = [extra, in_directory].iter().all(|extra| is_one(extra, ZIP64) && is_one(extra, UNICODE_PATH));
        let is_stored_alike = method != STORED || flags & IS_ENCODED != 0 || packed == size;
        let is_numbered = is_stored_alike && member.has_numbers_of(header, extra);
        if is_named && is_read_alike && is_numbered && is_clear { Ok(member) } else { Err(DIFFERENT) }
    }

    /// Returns whether the crc and the sizes in the local header, or in its extra field, are those of the directory. Before
    /// a descriptor they may be zero: it replaces them.
    fn has_numbers_of(&self, header: &[u8], extra: &[u8]) -> bool {
        let is_streamed = self.flags & HAS_DESCRIPTOR != 0;
        let is_same = |number: u64, expected: u64| number == expected || (is_streamed && number == 0);
        let (packed, size) = (self.data.len() as u64, self.size as u64);
        let field = extra_fields(extra).find(|(id, _)| *id == ZIP64).map(|(_, field)| &field[4..]);
        let wide = field.unwrap_or_default().chunks_exact(8).take(2);
        let wide: Vec<u64> =
            wide.map(|bytes| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))).collect();
        // The field has the size before the compressed size, and only those that the header lacks. Some programs also read
        // those that it does not lack.
        let mut rest = wide.iter();
        let mut is_size = |at: usize, expected: u64| match u32_at(header, at) {
            Some(u32::MAX) => rest.next().is_some_and(|number| is_same(*number, expected)),
            short => short.is_some_and(|short| is_same(short.into(), expected)),
        };
        u32_at(header, 14).is_some_and(|crc| is_same(crc.into(), self.crc.into()))
            && is_size(22, size)
            && is_size(18, packed)
            && wide.iter().all(|number| is_same(*number, size) || is_same(*number, packed))
    }

    fn numbers(&self) -> Numbers {
        let short = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        Numbers { flags: self.flags, crc: self.crc, packed: short(self.data.len()), size: short(self.size) }
    }

    /// Returns the name in the directory.
    fn name<'o>(&self, old: &'o [u8]) -> &'o [u8] {
        let length = u16_at(old, self.record + 28).map_or(0, usize::from);
        old.get(self.record + CENTRAL..self.record + CENTRAL + length).unwrap_or_default()
    }

    /// Returns the extra field in the directory.
    fn extra<'o>(&self, old: &'o [u8]) -> &'o [u8] {
        let [name, extra] = [28, 30].map(|at| u16_at(old, self.record + at).map_or(0, usize::from));
        let start = self.record + CENTRAL + name;
        old.get(start..start + extra).unwrap_or_default()
    }

    /// Returns the offset after the descriptor, at which the next entry starts; `None` if the bytes between are not the
    /// descriptor of this entry.
    fn descriptor_end(&self, old: &[u8], next: usize) -> Option<usize> {
        if self.flags & HAS_DESCRIPTOR == 0 {
            return (self.data.end == next).then_some(next);
        }
        let descriptor = old.get(self.data.end..next)?;
        let numbers = match descriptor.len() {
            12 | 20 => descriptor,
            16 | 24 => descriptor.strip_prefix(&DESCRIPTOR_SIGNATURE)?,
            _ => return None,
        };
        let is_same = if numbers.len() == 12 {
            numbers == self.numbers().bytes()
        } else {
            let wide = [self.data.len(), self.size].map(|size| (size as u64).to_le_bytes()).concat();
            numbers[..4] == self.crc.to_le_bytes() && numbers[4..] == wide
        };
        is_same.then_some(next)
    }

    /// Writes the entry with another content, without a descriptor. Returns its numbers.
    fn write(&self, old: &[u8], content: &[u8], new: &mut Vec<u8>) -> Result<Numbers, &'static str> {
        let packed = match self.method {
            STORED => content.to_vec(),
            _ => deflated(content).ok_or(TOO_LARGE)?,
        };
        let mut crc = Crc::new();
        crc.update(content);
        let size = |length: usize| u32::try_from(length).ok().filter(|size| *size != u32::MAX).ok_or(TOO_LARGE);
        let numbers = Numbers {
            flags: self.flags & !HAS_DESCRIPTOR,
            crc: crc.sum(),
            packed: size(packed.len())?,
            size: size(content.len())?,
        };
        let header = &old[self.local..self.data.start];
        let name = usize::from(u16_at(header, 26).ok_or(DAMAGED)?);
        let extra = without_zip64(&header[LOCAL + name..]);
        new.extend_from_slice(&header[..6]);
        new.extend(numbers.flags.to_le_bytes());
        new.extend_from_slice(&header[8..14]);
        new.extend(numbers.bytes());
        new.extend_from_slice(&header[26..28]);
        new.extend(u16::try_from(extra.len()).map_err(|_| DAMAGED)?.to_le_bytes());
        new.extend_from_slice(&header[LOCAL..LOCAL + name]);
        new.extend(extra);
        new.extend(packed);
        Ok(numbers)
    }

    /// Returns the content, if it has the size and the crc of its header, and no other data follow it.
    fn content(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let data = &bytes[self.data.clone()];
        let mut content = Vec::new();
        if self.method == STORED {
            content.extend_from_slice(data);
        } else {
            let mut decoder = DeflateDecoder::new(data);
            decoder.by_ref().take(self.size as u64 + 1).read_to_end(&mut content).ok()?;
            if decoder.total_in() != data.len() as u64 {
                return None;
            }
        }
        let mut crc = Crc::new();
        crc.update(&content);
        (content.len() == self.size && crc.sum() == self.crc).then_some(content)
    }
}

/// Returns the path that programs make of a name, the same for all names of one file: they read a backslash as a slash, end the
/// name at NUL, and resolve dots, and many ignore case and Unicode normalization.
pub(super) fn path_of(name: &[u8]) -> String {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let mut path = Vec::new();
    for segment in name.split(|byte| matches!(byte, b'/' | b'\\')) {
        match segment {
            b"" | b"." => {}
            b".." => drop(path.pop()),
            _ => path.push(segment),
        }
    }
    // A directory is not a file of that name.
    if name.ends_with(b"/") {
        path.push(b"");
    }
    nfc(&String::from_utf8_lossy(&path.join(&b'/')).to_lowercase()).into_owned()
}

fn deflated(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).ok()?;
    encoder.finish().ok()
}

/// Returns the extra field of a local header without the sizes of Zip64, which would be wrong. What follows a damaged field
/// stays.
fn without_zip64(extra: &[u8]) -> Vec<u8> {
    let read: usize = extra_fields(extra).map(|(_, field)| field.len()).sum();
    let kept = extra_fields(extra).filter(|(id, _)| *id != ZIP64).flat_map(|(_, field)| field);
    kept.chain(&extra[read..]).copied().collect()
}

/// Returns the fields of an extra field, each with its number, which is in its first two bytes.
fn extra_fields(extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = extra;
    iter::from_fn(move || {
        let (id, length) = (u16_at(rest, 0)?, u16_at(rest, 2)?);
        let (field, after) = rest.split_at_checked(4 + usize::from(length))?;
        rest = after;
        Some((id, field))
    })
}

/// Returns the offsets of the records of the directory that starts at `start`, and the offset after the last one.
fn records(old: &[u8], start: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(start), |&record| {
        old.get(record..)?.starts_with(b"PK\x01\x02").then_some(())?;
        let length = |at: usize| u16_at(old, record + at).map(usize::from);
        Some(record + CENTRAL + length(28)? + length(30)? + length(32)?)
    })
}

/// Returns the names that two or more entries have, as they are in the directory.
pub(super) fn repeated_names<'o>(old: &'o [u8], archive: &ZipArchive<Cursor<Arc<[u8]>>>) -> HashSet<&'o [u8]> {
    let start = usize::try_from(archive.central_directory_start()).unwrap_or(old.len());
    let name = |record| {
        let length = u16_at(old, record + 28).map(usize::from)?;
        old.get(record + CENTRAL..record + CENTRAL + length)
    };
    let mut names = HashSet::new();
    records(old, start).filter_map(name).filter(|name| !names.insert(*name)).collect()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Returns the offset of the end record, if it directly follows the directory that starts at `central`, and nothing but its
/// comment follows.
fn end_record(old: &[u8], central: usize) -> Option<usize> {
    let last = old.len().checked_sub(END)?;
    let first = last.saturating_sub(usize::from(u16::MAX)).max(central);
    let end = (first..=last).rev().find(|&at| {
        let is_record = old[at..].starts_with(b"PK\x05\x06");
        let is_last = u16_at(old, at + 20).is_some_and(|comment| at + END + usize::from(comment) == old.len());
        let size = u32_at(old, at + 12).and_then(|size| usize::try_from(size).ok());
        let offset = u32_at(old, at + 16).and_then(|offset| usize::try_from(offset).ok());
        // Equal offsets also mean that no other data precedes the archive.
        is_record && is_last && offset == Some(central) && size.is_some_and(|size| central + size == at)
    })?;
    // Some programs take the last signature, even if it is in the comment.
    memchr::memmem::find(&old[end + 1..], b"PK\x05\x06").is_none().then_some(end)
}
