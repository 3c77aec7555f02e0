//! Messages on the wire: a header, an empty line, and a body of JSON.
//!
//! ```text
//! Content-Length: 43\r\n                       LSP 3.17 section Base Protocol
//! \r\n
//! {"jsonrpc":"2.0","id":1,"method":"shutdown"}
//! ```
//!
//! Whatever comes, reading goes on at the next header. None can stand inside JSON, where a line end in a
//! string is escaped: so a header that is met before a body is at its end tells that the length was wrong,
//! and costs that one message.

mod envelope;
mod header;

use std::io;
use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use envelope::Envelope;
use header::{HEADER_MOST, Header};

/// What was read.
#[derive(Debug)]
pub enum Frame {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of ours.
    Response(Response),
    /// A body that is none of these, and what to say of it.
    Unreadable(Id, Error),
}

/// A body longer than this is not waited for.
const MOST: usize = 1 << 30;
/// Room for this much is made at once, and kept for the next message.
const ROOM: usize = 64 * 1024;

/// Reads messages.
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    buffer: Vec<u8>,
    /// What lies before is done with.
    at: usize,
    /// The length of the body that begins at `at`.
    length: Option<usize>,
    /// In the bytes before, no header was met.
    searched: usize,
}

/// What the bytes read so far hold.
enum Step {
    Body(Range<usize>),
    CutShort,
    More,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    /// Those that `input` brings.
    pub const fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), at: 0, length: None, searched: 0 }
    }

    /// The next one; nothing at the end of the input.
    pub async fn next(&mut self) -> Option<Frame> {
        loop {
            match self.step() {
                Step::Body(body) if body.is_empty() => {}
                Step::Body(body) => return Some(self.read(body)),
                Step::CutShort => return Some(Frame::Unreadable(Id::Null, Error::parse_error())),
                Step::More => {
                    self.make_room();
                    if self.input.read_buf(&mut self.buffer).await.unwrap_or(0) == 0 {
                        return None;
                    }
                }
            }
        }
    }

    fn step(&mut self) -> Step {
        let Some(length) = self.length.or_else(|| self.begin_body()) else {
            self.at = self.at.max(self.buffer.len().saturating_sub(HEADER_MOST));
            return Step::More;
        };
        if length <= MOST && self.buffer.len() - self.at >= length {
            let body = self.at..self.at + length;
            (self.at, self.length) = (body.end, None);
            return Step::Body(body);
        }
        if let Some(header) = Header::find(&self.buffer[self.searched..]) {
            (self.at, self.length) = (self.searched + header.start, None);
            return Step::CutShort;
        }
        self.searched = self.searched.max(self.buffer.len().saturating_sub(HEADER_MOST));
        if length > MOST {
            self.at = self.searched;
        }
        Step::More
    }

    /// Finds the next header, and gives the length of the body behind it.
    fn begin_body(&mut self) -> Option<usize> {
        let header = Header::find(&self.buffer[self.at..])?;
        self.at += header.end;
        self.searched = self.at;
        self.length = Some(header.length);
        self.length
    }

    fn read(&mut self, body: Range<usize>) -> Frame {
        let frame = match serde_json::from_slice::<Envelope>(&self.buffer[body.start..body.end]) {
            Ok(envelope) => envelope.opened(),
            Err(error) => {
                tracing::warn!("a message cannot be read: {error}");
                // The next header may begin within it.
                self.at = body.start;
                let is_json = error.is_data();
                Frame::Unreadable(Id::Null, if is_json { Error::invalid_request() } else { Error::parse_error() })
            }
        };
        self.let_go();
        frame
    }

    /// A large message does not stay in memory.
    fn let_go(&mut self) {
        if self.at == self.buffer.len() {
            self.at = 0;
            self.buffer.clear();
            self.buffer.shrink_to(ROOM);
        }
    }

    /// Doubles, but never beyond the end of the body.
    fn make_room(&mut self) {
        if self.at > 0 {
            self.buffer.drain(..self.at);
            self.searched = self.searched.saturating_sub(self.at);
            self.at = 0;
        }
        let missing = self.length.unwrap_or(0).saturating_sub(self.buffer.len()).max(1);
        let more = missing.min(self.buffer.len().max(ROOM));
        if self.buffer.capacity() - self.buffer.len() < more.min(HEADER_MOST) {
            self.buffer.reserve_exact(more.max(HEADER_MOST));
        }
    }
}

/// The message put together from its parts.
pub fn request(method: String, id: Option<Id>, params: Option<Value>) -> Request {
    let message = Request::build(method);
    let message = match params {
        Some(params) => message.params(params),
        None => message,
    };
    match id {
        Some(id) => message.id(id).finish(),
        None => message.finish(),
    }
}

/// `message` as it goes over the wire.
///
/// # Errors
/// Where it is no JSON: a number without a value, for one.
pub fn framed(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = serde_json::to_vec(message)?;
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(&body);
    Ok(bytes)
}

#[cfg(test)]
mod tests;
