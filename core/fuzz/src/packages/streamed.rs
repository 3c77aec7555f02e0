//! A strict reader of an archive that is received in order: it knows only what it has read.

use std::io::Read;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

/// Maximum size of an entry.
const MAX_SIZE: u64 = 1 << 20;

/// Returns the names and contents of the entries up to the directory; `None` if an entry is damaged, or if its end is only
/// in the directory: that of stored data before a descriptor.
pub fn entries(bytes: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let (mut rest, mut entries) = (bytes, Vec::new());
    while !rest.starts_with(b"PK\x01\x02") && !rest.starts_with(b"PK\x05\x06") {
        let header = take(&mut rest, 30)?;
        header.starts_with(b"PK\x03\x04").then_some(())?;
        let (flags, method) = (short(header, 6)?, short(header, 8)?);
        let name = take(&mut rest, usize::from(short(header, 26)?))?.to_vec();
        let wide = wide_sizes(take(&mut rest, usize::from(short(header, 28)?))?)?;
        let (crc, content) = match (flags & 8 != 0, method) {
            (false, 0) => {
                let (packed, size) = sizes(header, wide)?;
                (packed == size).then_some(())?;
                (long(header, 14)?, take(&mut rest, packed)?.to_vec())
            }
            (false, 8) => {
                let (packed, size) = sizes(header, wide)?;
                let mut data = take(&mut rest, packed)?;
                let content = inflated(&mut data)?;
                (data.is_empty() && content.len() == size).then_some(())?;
                (long(header, 14)?, content)
            }
            (true, 8) => {
                let before = rest.len();
                let content = inflated(&mut rest)?;
                let packed = before - rest.len();
                (descriptor(&mut rest, packed, content.len())?, content)
            }
            _ => return None,
        };
        let mut actual = Crc::new();
        actual.update(&content);
        (actual.sum() == crc).then_some(())?;
        entries.push((name, content));
    }
    Some(entries)
}

/// Reads a deflated stream, and nothing after it.
fn inflated(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut decoder = DeflateDecoder::new(&mut *rest);
    decoder.by_ref().take(MAX_SIZE).read_to_end(&mut content).ok()?;
    (content.len() < usize::try_from(MAX_SIZE).ok()?).then_some(content)
}

/// Returns the field of Zip64 in an extra field.
fn wide_sizes(extra: &[u8]) -> Option<&[u8]> {
    let (mut wide, mut rest): (&[u8], _) = (&[], extra);
    while !rest.is_empty() {
        let field = take(&mut rest, 4)?;
        let value = take(&mut rest, usize::from(short(field, 2)?))?;
        if short(field, 0)? == 1 {
            wide = value;
        }
    }
    Some(wide)
}

/// Returns the sizes of the compressed data and of the content.
fn sizes(header: &[u8], mut wide: &[u8]) -> Option<(usize, usize)> {
    let mut size = |at| match long(header, at)? {
        u32::MAX => usize::try_from(u64::from_le_bytes(take(&mut wide, 8)?.try_into().ok()?)).ok(),
        size => usize::try_from(size).ok(),
    };
    let content = size(22)?;
    Some((size(18)?, content))
}

/// Reads a descriptor of any form that has the sizes, and returns its crc.
fn descriptor(rest: &mut &[u8], packed: usize, size: usize) -> Option<u32> {
    let after = *rest;
    let forms = [(4, 8), (4, 4), (0, 8), (0, 4)];
    let (start, width) = forms.into_iter().find(|&(start, width)| {
        let end = start + 4 + 2 * width;
        let number = |at: usize| {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(&after[at..at + width]);
            usize::try_from(u64::from_le_bytes(wide)).unwrap_or(usize::MAX)
        };
        let is_marked = start == 0 || after.starts_with(b"PK\x07\x08");
        is_marked
            && after.get(end..end + 2) == Some(b"PK")
            && number(start + 4) == packed
            && number(start + 4 + width) == size
    })?;
    let crc = long(after, start)?;
    take(rest, start + 4 + 2 * width)?;
    Some(crc)
}

fn take<'b>(rest: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
