//! Scans a component to the delimiter that ends it, eight bytes at a time, and unites the classes of its bytes.

use crate::reference::class::{Class, class_of};

/// Scans from `start` to the first of the bytes `stops`, and unites the classes of the bytes before it.
///
/// Scans eight bytes at a time. If a component does not end with a whole chunk, its last eight bytes are scanned once
/// more: this does not change a union, and a processor cannot predict where a component ends.
#[inline]
pub fn run<const N: usize>(bytes: &[u8], start: usize, stops: [u8; N]) -> (usize, Class) {
    let stop = stops.iter().fold(Class::NONE, |stop, &byte| stop.or(class_of(byte)));
    let component = &bytes[start..];
    let (chunks, rest) = component.as_chunks::<8>();
    let mut seen = Class::NONE;
    for (number, chunk) in chunks.iter().enumerate() {
        let classes = union(chunk);
        if classes.intersects(stop) {
            let at = number * 8;
            let end = at + first_of(stops, u64::from_le_bytes(*chunk));
            return (start + end, seen.or(union_of_last(&component[..end], at)));
        }
        seen = seen.or(classes);
    }
    let at = component.len() - rest.len();
    let end = at + rest.iter().position(|byte| stops.contains(byte)).unwrap_or(rest.len());
    (start + end, seen.or(union_of_last(&component[..end], at)))
}

/// Returns the index of the first byte of `word`, in memory order, that is one of `stops`. The word must contain one.
#[inline]
fn first_of<const N: usize>(stops: [u8; N], word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A zero byte borrows from its own highest bit; the bits below the first one are exact.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let hits = stops.iter().fold(0, |hits, &stop| hits | zeros(word ^ (ONES * u64::from(stop))));
    (hits.trailing_zeros() / 8) as usize
}

/// Returns the classes of the bytes of `component` from `at`, fewer than eight.
#[inline]
fn union_of_last(component: &[u8], at: usize) -> Class {
    match component.last_chunk::<8>() {
        Some(chunk) => union(chunk),
        None => component[at..].iter().fold(Class::NONE, |classes, &byte| classes.or(class_of(byte))),
    }
}

#[inline]
#[allow(clippy::trivially_copy_pass_by_ref)] // by value the bytes are shifted out of a word, with twice the instructions
fn union(chunk: &[u8; 8]) -> Class {
    chunk.iter().fold(Class::NONE, |classes, &byte| classes.or(class_of(byte)))
}

/// Returns the union of the classes of all bytes.
pub fn classes(bytes: &[u8]) -> Class {
    run(bytes, 0, []).1
}
