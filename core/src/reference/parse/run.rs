//! A component is read to the delimiter that ends it, eight bytes at a time, and what was met on the way is noted.

use crate::reference::class::{Class, class_of};

/// Reads from `start` to the first of the bytes `stops`, and unites the classes of what it passed.
///
/// Eight bytes at a time. The last eight are read again where the component does not end with a
/// whole chunk: a union does not mind, and a processor cannot guess where a component ends.
#[inline]
pub fn run<const N: usize>(bytes: &[u8], start: usize, stops: [u8; N]) -> (usize, Class) {
    let stop = stops.iter().fold(Class::NONE, |stop, &byte| stop.or(class_of(byte)));
    let mut seen = Class::NONE;
    let mut at = start;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let met = union(*chunk);
        if met.intersects(stop) {
            let end = at + first_of(stops, u64::from_le_bytes(*chunk));
            return (end, seen.or(union_of_last(bytes, start, at, end)));
        }
        seen = seen.or(met);
        at += 8;
    }
    let rest = &bytes[at..];
    let end = at + rest.iter().position(|byte| stops.contains(byte)).unwrap_or(rest.len());
    (end, seen.or(union_of_last(bytes, start, at, end)))
}

/// The index of the first byte of `word`, in memory order, that is one of `stops`; one of them is there.
#[inline]
fn first_of<const N: usize>(stops: [u8; N], word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A byte that is zero borrows from its own highest bit; what lies before the first one is exact.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let hits = stops.iter().fold(0, |hits, &stop| hits | zeros(word ^ (ONES * u64::from(stop))));
    (hits.trailing_zeros() / 8) as usize
}

/// The classes from `at` to `end`, less than eight bytes of the component that begins at `start`.
#[inline]
fn union_of_last(bytes: &[u8], start: usize, at: usize, end: usize) -> Class {
    match bytes[start..end].last_chunk::<8>() {
        Some(chunk) => union(*chunk),
        None => bytes[at..end].iter().fold(Class::NONE, |met, &byte| met.or(class_of(byte))),
    }
}

#[inline]
fn union(chunk: [u8; 8]) -> Class {
    chunk.into_iter().fold(Class::NONE, |met, byte| met.or(class_of(byte)))
}

/// The classes of all of them.
pub fn classes(bytes: &[u8]) -> Class {
    run(bytes, 0, []).1
}
