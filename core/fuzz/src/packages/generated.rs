//! Packages that choices make: of every kind that programs write, and with every kind of fault.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use crate::input::Choices;

const NAMES: [&str; 6] = ["a.xml", "b.xml", "c/d.xml", "mimetype", "e/", "META-INF/encryption.xml"];
const CONTENTS: [&[u8]; 5] = [
    b"<a xml:base='x y'/>",
    b"",
    b"application/epub+zip",
    b"PK\x03\x04 PK\x07\x08",
    b"<e><CipherReference URI='a.xml'/></e>",
];
/// Extra fields: of a time, of Zip64 without sizes, of another name, and a damaged one.
const EXTRA: [&[u8]; 6] =
    [b"", b"", b"\x55\x54\x01\0\0", b"\x01\0\0\0", b"\x75\x70\x06\0\x01\0\0\0\0x", b"\x99\x99\xFF"];

/// Makes a package within `depth` others.
pub fn package(choices: &mut Choices<'_>, depth: usize) -> Vec<u8> {
    let (mut bytes, mut directory, mut count) = (Vec::new(), Vec::<Vec<u8>>::new(), 0_u16);
    for number in 0..=choices.below(4) {
        if depth < 3 && choices.below(8) == 7 {
            let content = package(choices, depth + 1);
            directory.push(entry(choices, &mut bytes, (&format!("{number}.epub"), &content)));
        } else {
            let name = if choices.below(8) == 7 { choices.one(&NAMES) } else { NAMES[number] };
            let content = choices.one(&CONTENTS);
            directory.push(entry(choices, &mut bytes, (name, content)));
        }
        count += 1;
    }
    if choices.below(4) == 3 {
        directory.reverse();
    }
    let start = bytes.len();
    bytes.extend(directory.concat());
    let length = bytes.len() - start;
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count; 2].map(u16::to_le_bytes).concat());
    bytes.extend([long(length), long(start)].concat());
    let comment = choices.one(&[&b""[..], b"a comment", b"PK\x05\x06"]);
    bytes.extend(short(comment.len()));
    bytes.extend(comment);
    bytes
}

/// Writes an entry, and returns its record for the directory. One of 32 has a certain fault.
fn entry(choices: &mut Choices<'_>, bytes: &mut Vec<u8>, (name, content): (&str, &[u8])) -> Vec<u8> {
    let fault = choices.below(32);
    let is_deflated = choices.below(2) == 1;
    let packed = if is_deflated { deflated(content) } else { content.to_vec() };
    // The marker and the width of the numbers of the descriptor.
    let descriptor = choices.one(&[None, None, Some((true, 4)), Some((false, 4)), Some((true, 8)), Some((false, 8))]);
    let is_wide = choices.below(4) == 3;
    let mut crc = Crc::new();
    crc.update(content);
    let (packed_size, size) = (packed.len() + usize::from(fault == 1), content.len() + usize::from(fault == 2));
    let sum = crc.sum() ^ u32::from(fault == 3);
    let flags: u16 = if descriptor.is_some() { 8 } else { 0 };
    let method = if is_deflated { 8_u16 } else { 0 };
    let mut extra = choices.one(&EXTRA).to_vec();
    let offset = bytes.len();

    let mut numbers = [sum.to_le_bytes().to_vec(), long(packed_size), long(size)].concat();
    if descriptor.is_some() && fault != 4 {
        numbers.fill(0);
    }
    if is_wide {
        let sizes = if descriptor.is_some() { (0, 0) } else { (content.len() as u64, packed.len() as u64) };
        extra = [&b"\x01\0\x10\0"[..], &sizes.0.to_le_bytes(), &sizes.1.to_le_bytes(), &extra].concat();
        numbers[4..].fill(0xFF);
    }
    let local_name = if fault == 5 { "other.xml" } else { name };
    bytes.extend(b"PK\x03\x04\x2D\0");
    bytes.extend((flags ^ if fault == 6 { 0x800 } else { 0 }).to_le_bytes());
    bytes.extend((method ^ if fault == 7 { 8 } else { 0 }).to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(numbers);
    bytes.extend([short(local_name.len()), short(extra.len())].concat());
    bytes.extend(local_name.as_bytes());
    bytes.extend(extra);
    bytes.extend(&packed);
    if let Some((is_marked, width)) = descriptor {
        bytes.extend(if is_marked { &b"PK\x07\x08"[..] } else { b"" });
        bytes.extend(sum.to_le_bytes());
        bytes.extend(&(packed.len() as u64).to_le_bytes()[..width]);
        bytes.extend(&(content.len() as u64).to_le_bytes()[..width]);
    }
    if fault == 8 {
        bytes.extend(b"PK\x03\x04 hidden");
    }
    let offset = offset + usize::from(fault == 9);
    let (packed_size, size) = (packed.len() + usize::from(fault == 10), content.len() + usize::from(fault == 11));
    let head = [b"PK\x01\x02\x2D\0\x2D\0".to_vec(), flags.to_le_bytes().to_vec(), method.to_le_bytes().to_vec()];
    let sizes = [vec![0; 4], crc.sum().to_le_bytes().to_vec(), long(packed_size), long(size)];
    let rest = [short(name.len()), vec![0; 12], long(offset), name.as_bytes().to_vec()];
    [head.concat(), sizes.concat(), rest.concat()].concat()
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("memory can be written")
}

fn short(number: usize) -> Vec<u8> {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes().to_vec()
}

fn long(number: usize) -> Vec<u8> {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes().to_vec()
}
