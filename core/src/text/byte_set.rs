//! Sets of bytes, for searches that look at every byte.

/// Returns whether each byte is in `bytes`, as a table.
pub const fn byte_set(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}
