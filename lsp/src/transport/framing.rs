//! Messages on the wire: a header, an empty line, and a body of JSON.
//!
//! ```text
//! Content-Length: 43\r\n                       LSP 3.17 section Base Protocol
//! \r\n
//! {"jsonrpc":"2.0","id":1,"method":"shutdown"}
//! ```
//!
//! After any invalid input, reading continues at the next header. JSON cannot contain a header, because a line end in
//! a string is escaped: so a header before the end of a body means that the length was wrong. Only that message is
//! lost.

use std::io;
use std::ops::Range;

use memchr::memmem;
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncReadExt};
use tower_lsp::jsonrpc::{Error, Id};

use crate::transport::message::{Envelope, IncomingMessage};

/// Maximum length of a body in bytes.
const BODY_LIMIT: usize = 1 << 30;
/// Number of bytes that are reserved at a time, and kept for the next message.
const BUFFER_SIZE: usize = 64 * 1024;

/// Maximum length of a header in bytes.
const HEADER_LIMIT: usize = 1024;

/// Reader of messages.
#[derive(Debug)]
pub struct MessageReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Start of the bytes that are not processed yet.
    at: usize,
    /// Length of the body that starts at `at`, if its header was read.
    length: Option<usize>,
    /// End of the bytes of the body that contain no header.
    searched: usize,
}

/// Contents of the bytes read so far.
enum Step {
    Body(Range<usize>),
    CutShort,
    More,
}

impl<R: AsyncRead + Unpin> MessageReader<R> {
    /// Creates a reader of `input`.
    pub const fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), at: 0, length: None, searched: 0 }
    }

    /// Reads the next message; `None` at the end of the input.
    pub async fn next(&mut self) -> Option<IncomingMessage> {
        loop {
            match self.step() {
                Step::Body(body) if body.is_empty() => {}
                Step::Body(body) => return Some(self.read(body)),
                Step::CutShort => return Some(IncomingMessage::Invalid(Id::Null, Error::parse_error())),
                Step::More => {
                    self.grow_buffer();
                    if self.input.read_buf(&mut self.buffer).await.unwrap_or(0) == 0 {
                        return None;
                    }
                }
            }
        }
    }

    fn step(&mut self) -> Step {
        let Some(length) = self.length.or_else(|| self.find_header()) else {
            self.at = self.at.max(self.buffer.len().saturating_sub(HEADER_LIMIT));
            return Step::More;
        };
        if length <= BODY_LIMIT && self.buffer.len() - self.at >= length {
            let body = self.at..self.at + length;
            (self.at, self.length) = (body.end, None);
            return Step::Body(body);
        }
        if let Some(header) = Header::find(&self.buffer[self.searched..]) {
            (self.at, self.length) = (self.searched + header.start, None);
            return Step::CutShort;
        }
        self.searched = self.searched.max(self.buffer.len().saturating_sub(HEADER_LIMIT));
        if length > BODY_LIMIT {
            self.at = self.searched;
        }
        Step::More
    }

    /// Finds the next header and returns the length of the body after it.
    fn find_header(&mut self) -> Option<usize> {
        let header = Header::find(&self.buffer[self.at..])?;
        self.at += header.end;
        self.searched = self.at;
        self.length = Some(header.length);
        self.length
    }

    fn read(&mut self, body: Range<usize>) -> IncomingMessage {
        let frame = match Envelope::parse(&self.buffer[body.start..body.end]) {
            Ok(envelope) => envelope.into_incoming(),
            Err(error) => {
                tracing::warn!("cannot parse a message: {error}");
                // The next header may start inside the body.
                self.at = body.start;
                let is_json = error.is_data();
                IncomingMessage::Invalid(
                    Id::Null,
                    if is_json { Error::invalid_request() } else { Error::parse_error() },
                )
            }
        };
        self.shrink_buffer();
        frame
    }

    /// Shrinks the buffer after a large message.
    fn shrink_buffer(&mut self) {
        if self.at == self.buffer.len() {
            self.at = 0;
            self.buffer.clear();
            self.buffer.shrink_to(BUFFER_SIZE);
        }
    }

    /// Doubles the buffer, but never beyond the end of the body.
    fn grow_buffer(&mut self) {
        if self.at > 0 {
            self.buffer.drain(..self.at);
            self.searched = self.searched.saturating_sub(self.at);
            self.at = 0;
        }
        let missing = self.length.unwrap_or(0).saturating_sub(self.buffer.len()).max(1);
        let more = missing.min(self.buffer.len().max(BUFFER_SIZE));
        if self.buffer.capacity() - self.buffer.len() < more.min(HEADER_LIMIT) {
            self.buffer.reserve_exact(more.max(HEADER_LIMIT));
        }
    }
}

/// Returns the bytes of `message` with its header.
///
/// # Errors
/// If JSON cannot express it, for example because a key is not a string.
pub fn framed(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = serde_json::to_vec(message)?;
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(&body);
    Ok(bytes)
}

/// Span of a header, start of the body, and length of the body.
struct Header {
    start: usize,
    end: usize,
    length: usize,
}

impl Header {
    const NAME: &[u8] = b"Content-Length:";

    /// Finds the first complete header in `bytes`. Fields after the length are skipped, and so is everything before it.
    fn find(bytes: &[u8]) -> Option<Self> {
        memmem::find_iter(bytes, b"ength:").find_map(|at| Self::at(bytes, (at + 6).checked_sub(Self::NAME.len())?))
    }

    fn at(bytes: &[u8], start: usize) -> Option<Self> {
        let value = start + Self::NAME.len();
        if !bytes[start..value].eq_ignore_ascii_case(Self::NAME) {
            return None;
        }
        let rest = &bytes[value..bytes.len().min(start + HEADER_LIMIT)];
        let end_of_line = memchr::memchr(b'\n', rest)?;
        let number = std::str::from_utf8(&rest[..end_of_line]).ok()?.trim();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // A length that overflows exceeds the limit as well.
        let length = number.parse().unwrap_or(usize::MAX);
        let mut at = end_of_line + 1;
        loop {
            let line = at + memchr::memchr(b'\n', &rest[at..])?;
            let field = rest[at..line].trim_ascii();
            if field.is_empty() {
                return Some(Self { start, end: value + line + 1, length });
            }
            // The empty line is missing, and another header follows.
            if memmem::find(field, b"ength:").is_some() {
                return None;
            }
            at = line + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    //! Messages, valid and invalid, in chunks of every size.

    use super::*;

    const READABLE: &str = r#"{"jsonrpc":"2.0","method":"m","id":7}"#;

    fn message(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// Returns the methods of the messages in `bytes`, `!` for an invalid one; asserts that they are the same for all
    /// sizes of chunks.
    fn methods(bytes: &str) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be created");
        let mut all: Vec<String> = [1, 7, bytes.len().max(1)]
            .map(|size| {
                let chunks = bytes.as_bytes().chunks(size);
                let mut input = chunked_input(chunks.map(<[u8]>::to_vec).collect());
                runtime.block_on(async {
                    let mut methods = Vec::new();
                    let mut frames = MessageReader::new(&mut input);
                    while let Some(frame) = frames.next().await {
                        methods.push(match frame {
                            IncomingMessage::Request(request) => request.method().to_owned(),
                            IncomingMessage::Response(response) => format!("={}", response.id()),
                            IncomingMessage::Invalid(..) => "!".to_owned(),
                        });
                    }
                    methods.join(" ")
                })
            })
            .to_vec();
        all.dedup();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// Returns an input that returns one chunk per read.
    fn chunked_input(chunks: Vec<Vec<u8>>) -> impl AsyncRead + Unpin {
        struct Chunks(std::collections::VecDeque<Vec<u8>>);
        impl AsyncRead for Chunks {
            fn poll_read(
                mut self: std::pin::Pin<&mut Self>,
                _: &mut std::task::Context<'_>,
                buffer: &mut tokio::io::ReadBuf<'_>,
            ) -> std::task::Poll<io::Result<()>> {
                if let Some(mut chunk) = self.0.pop_front() {
                    let rest = chunk.split_off(chunk.len().min(buffer.remaining()));
                    buffer.put_slice(&chunk);
                    if !rest.is_empty() {
                        self.0.push_front(rest);
                    }
                }
                std::task::Poll::Ready(Ok(()))
            }
        }
        Chunks(chunks.into())
    }

    #[test]
    fn messages_follow_one_another() {
        assert_eq!(methods(&message(READABLE).repeat(3)), "m m m");
        assert_eq!(methods(&message(r#"{"id":3,"result":null}"#)), "=3");
        assert_eq!(methods(&message(r#"{"id":3,"error":{"code":-1,"message":"no"}}"#)), "=3");
    }

    #[test]
    fn a_header_may_have_other_fields_and_other_line_ends() {
        let body = READABLE.len();
        assert_eq!(
            methods(&format!("Content-Length: {body}\r\nContent-Type: x; charset=utf-8\r\n\r\n{READABLE}")),
            "m"
        );
        assert_eq!(methods(&format!("Content-Type: x\r\ncontent-length:{body}\r\n\r\n{READABLE}")), "m");
        assert_eq!(methods(&format!("Content-Length: {body}\n\n{READABLE}")), "m");
    }

    #[test]
    fn garbage_between_messages_is_skipped() {
        let good = message(READABLE);
        assert_eq!(methods(&format!("\u{0}\u{1}{{[ garbage\r\n\r\n{good}\r\n\r\nmore\n{good}")), "m m");
        assert_eq!(methods(&format!("Content-Length: lots\r\n\r\n{good}")), "m");
        assert_eq!(methods(&format!("Content-Length: -1\r\n\r\n{good}")), "m");
        assert_eq!(methods(&format!("{}{good}", "x".repeat(5000))), "m");
    }

    #[test]
    fn an_invalid_body_loses_only_its_message() {
        let good = message(READABLE);
        for bad in ["{{{", "[]", "5", "{}", r#"{"method":5}"#, r#"{"jsonrpc":"2.0"}"#, "\u{0}"] {
            assert_eq!(methods(&format!("{}{good}", message(bad))), "! m", "{bad}");
        }
        assert_eq!(methods(&format!("{}{good}", message(""))), "m");
        let deep = "[".repeat(100_000);
        assert_eq!(methods(&format!("{}{good}", message(&deep))), "! m");
    }

    #[test]
    fn a_wrong_length_loses_only_its_message() {
        let good = message(READABLE);
        for length in ["4294967296", "99999999999999999999999999", "900", "40"] {
            assert_eq!(
                methods(&format!("Content-Length: {length}\r\n\r\n{READABLE}{good}{good}")),
                "! m m",
                "{length}"
            );
        }
        assert_eq!(methods(&format!("Content-Length: 4\r\n\r\n{READABLE}{good}")), "! m");
        assert_eq!(methods(&format!("Content-Length: 4\r\n\r{READABLE}{good}")), "m", "a missing line end");
    }

    #[test]
    fn an_incomplete_message_is_not_read() {
        for half in ["Content-Le", "Content-Length: 3", "Content-Length: 3\r\n", "Content-Length: 3\r\n\r\n{", ""] {
            assert_eq!(methods(&format!("{}{half}", message(READABLE))), "m", "{half}");
        }
    }

    #[test]
    fn a_header_in_a_text_is_text() {
        let body = r#"{"method":"m","params":"Content-Length: 5\r\n\r\n12345"}"#;
        assert_eq!(methods(&message(body).repeat(2)), "m m");
    }

    #[test]
    fn a_large_message_does_not_stay_in_memory() {
        let body = format!(r#"{{"method":"m","params":"{}"}}"#, "x".repeat(3_000_000));
        let bytes = message(&body);
        let mut frames = MessageReader::new(bytes.as_bytes());
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be created");
        assert!(matches!(runtime.block_on(frames.next()), Some(IncomingMessage::Request(_))));
        assert!(frames.buffer.capacity() <= BUFFER_SIZE);
    }
}
