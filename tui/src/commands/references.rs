//! The references of a command: arguments, or lines or NUL-terminated items of standard input or a file.
//!
//! They are processed one by one as they are read, so that a pipe of any length needs
//! constant memory.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::cells::escape_line;
use crate::cli::outcome::warn;

/// Number of bytes that are read at once.
const BUFFER: usize = 64 * 1024;

/// Source of references.
#[derive(Debug)]
pub enum References {
    /// Command line.
    Arguments(Vec<OsString>),
    /// Standard input, each terminated by this byte; the last may end with the input.
    Stdin(u8),
    /// A file, in the same form.
    File(BufReader<File>, u8),
}

impl References {
    /// Returns the arguments if there are any, else standard input, which a sole `-` names.
    pub fn new(arguments: Vec<OsString>, is_nul: bool) -> Self {
        match arguments.as_slice() {
            [] => Self::Stdin(end(is_nul)),
            [only] if only == "-" => Self::Stdin(end(is_nul)),
            _ => Self::Arguments(arguments),
        }
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The message, if it cannot be read or is XML.
    pub fn from_file(path: &Path, is_nul: bool) -> Result<Self, String> {
        let shown = escape_line(&path.to_string_lossy());
        let unread = |error| format!("cannot read {shown}: {error}");
        let mut file = BufReader::with_capacity(BUFFER, iri_core::files::open(path).map_err(unread)?);
        if iri_core::files::is_markup(file.fill_buf().map_err(unread)?) {
            return Err(format!("{shown} is XML, not a list of references; use 'iri-inspect check {shown}'"));
        }
        Ok(Self::File(file, end(is_nul)))
    }

    /// Returns whether the lines of standard input are probably an XML document: no reference contains `<`.
    ///
    /// # Errors
    /// If standard input cannot be read.
    pub fn is_markup(&self) -> io::Result<bool> {
        // The bytes stay in the buffer of standard input.
        Ok(matches!(self, Self::Stdin(b'\n')) && iri_core::files::is_markup(io::stdin().lock().fill_buf()?))
    }

    /// Passes each reference to `visit`, with `out`, which is flushed when the next read may wait and at the end. References
    /// that are not UTF-8 are reported by number and skipped. Returns how many were skipped.
    ///
    /// # Errors
    /// If standard input cannot be read, or `visit` or the output fails.
    pub fn each<W: Write>(
        self,
        mut out: W,
        mut visit: impl FnMut(&mut W, &str) -> io::Result<()>,
    ) -> io::Result<usize> {
        let out = &mut out;
        let skipped = match self {
            Self::Arguments(arguments) => each_argument(&arguments, |text| visit(out, text)),
            Self::Stdin(end) => each_piece(BufReader::with_capacity(BUFFER, io::stdin().lock()), end, out, visit),
            Self::File(file, end) => each_piece(file, end, out, visit),
        }?;
        out.flush()?;
        Ok(skipped)
    }
}

/// Returns the byte that ends each reference.
const fn end(is_nul: bool) -> u8 {
    if is_nul { b'\0' } else { b'\n' }
}

fn each_argument(arguments: &[OsString], mut visit: impl FnMut(&str) -> io::Result<()>) -> io::Result<usize> {
    let mut skipped = 0;
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(text) = argument.to_str() {
            visit(text)?;
        } else {
            report(index + 1, &argument.to_string_lossy());
            skipped += 1;
        }
    }
    Ok(skipped)
}

fn each_piece<W: Write>(
    mut input: BufReader<impl Read>,
    end: u8,
    out: &mut W,
    mut visit: impl FnMut(&mut W, &str) -> io::Result<()>,
) -> io::Result<usize> {
    let mut piece = Vec::new();
    let mut skipped = 0;
    for number in 1.. {
        piece.clear();
        read_piece(&mut input, end, &mut piece, out)?;
        if piece.is_empty() {
            break;
        }
        let bytes = without_end(&piece, end);
        if let Ok(text) = std::str::from_utf8(bytes) {
            visit(out, text)?;
        } else {
            report(number, &String::from_utf8_lossy(bytes));
            skipped += 1;
        }
    }
    Ok(skipped)
}

/// Reads up to and including the next `end`, or to the end of the input. Flushes `out` before each read that may wait.
fn read_piece(input: &mut BufReader<impl Read>, end: u8, piece: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    loop {
        if input.buffer().is_empty() {
            out.flush()?;
        }
        let read = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let found = read.iter().position(|&byte| byte == end);
        let used = found.map_or(read.len(), |at| at + 1);
        piece.extend_from_slice(&read[..used]);
        input.consume(used);
        if found.is_some() || used == 0 {
            return Ok(());
        }
    }
}

/// Returns the item without its terminator, which for lines may be CR LF.
fn without_end(piece: &[u8], end: u8) -> &[u8] {
    match piece.strip_suffix(&[end]) {
        Some(line) if end == b'\n' => line.strip_suffix(b"\r").unwrap_or(line),
        Some(piece) => piece,
        None => piece,
    }
}

fn report(number: usize, lossy: &str) {
    warn(&format!("skipped reference {number}: not UTF-8: {}", escape_line(lossy)));
}
