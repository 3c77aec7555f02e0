//! Messages, whole and broken, cut into pieces of every size.

use super::*;

const READABLE: &str = r#"{"jsonrpc":"2.0","method":"m","id":7}"#;

fn message(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// The methods of what is read, `!` for what is unreadable, however the bytes are cut.
fn read(bytes: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
    let mut all: Vec<String> = [1, 7, bytes.len().max(1)]
        .map(|size| {
            let chunks = bytes.as_bytes().chunks(size);
            let mut input = tokio_test_input(chunks.map(<[u8]>::to_vec).collect());
            runtime.block_on(async {
                let mut said = Vec::new();
                let mut frames = Frames::new(&mut input);
                while let Some(frame) = frames.next().await {
                    said.push(match frame {
                        Frame::Request(request) => request.method().to_owned(),
                        Frame::Response(response) => format!("={}", response.id()),
                        Frame::Unreadable(..) => "!".to_owned(),
                    });
                }
                said.join(" ")
            })
        })
        .to_vec();
    all.dedup();
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

/// An input that gives a chunk at a time.
fn tokio_test_input(chunks: Vec<Vec<u8>>) -> impl AsyncRead + Unpin {
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
    assert_eq!(read(&message(READABLE).repeat(3)), "m m m");
    assert_eq!(read(&message(r#"{"id":3,"result":null}"#)), "=3");
    assert_eq!(read(&message(r#"{"id":3,"error":{"code":-1,"message":"no"}}"#)), "=3");
}

#[test]
fn a_header_may_have_other_fields_and_other_line_ends() {
    let body = READABLE.len();
    assert_eq!(read(&format!("Content-Length: {body}\r\nContent-Type: x; charset=utf-8\r\n\r\n{READABLE}")), "m");
    assert_eq!(read(&format!("Content-Type: x\r\ncontent-length:{body}\r\n\r\n{READABLE}")), "m");
    assert_eq!(read(&format!("Content-Length: {body}\n\n{READABLE}")), "m");
}

#[test]
fn garbage_between_messages_is_skipped() {
    let good = message(READABLE);
    assert_eq!(read(&format!("\u{0}\u{1}{{[ garbage\r\n\r\n{good}\r\n\r\nmore\n{good}")), "m m");
    assert_eq!(read(&format!("Content-Length: lots\r\n\r\n{good}")), "m");
    assert_eq!(read(&format!("Content-Length: -1\r\n\r\n{good}")), "m");
    assert_eq!(read(&format!("{}{good}", "x".repeat(5000))), "m");
}

#[test]
fn a_body_that_is_no_message_costs_nothing_else() {
    let good = message(READABLE);
    for bad in ["{{{", "[]", "5", "{}", r#"{"method":5}"#, r#"{"jsonrpc":"2.0"}"#, "\u{0}"] {
        assert_eq!(read(&format!("{}{good}", message(bad))), "! m", "{bad}");
    }
    assert_eq!(read(&format!("{}{good}", message(""))), "m");
    let deep = "[".repeat(100_000);
    assert_eq!(read(&format!("{}{good}", message(&deep))), "! m");
}

#[test]
fn a_wrong_length_costs_that_message_alone() {
    let good = message(READABLE);
    for length in ["4294967296", "99999999999999999999999999", "900", "40"] {
        assert_eq!(read(&format!("Content-Length: {length}\r\n\r\n{READABLE}{good}{good}")), "! m m", "{length}");
    }
    assert_eq!(read(&format!("Content-Length: 4\r\n\r\n{READABLE}{good}")), "! m");
    assert_eq!(read(&format!("Content-Length: 4\r\n\r{READABLE}{good}")), "m", "a lost line end");
}

#[test]
fn what_has_no_end_is_no_message() {
    for half in ["Content-Le", "Content-Length: 3", "Content-Length: 3\r\n", "Content-Length: 3\r\n\r\n{", ""] {
        assert_eq!(read(&format!("{}{half}", message(READABLE))), "m", "{half}");
    }
}

#[test]
fn a_header_in_a_text_is_text() {
    let body = r#"{"method":"m","params":"Content-Length: 5\r\n\r\n12345"}"#;
    assert_eq!(read(&message(body).repeat(2)), "m m");
}

#[test]
fn a_large_message_does_not_stay_in_memory() {
    let body = format!(r#"{{"method":"m","params":"{}"}}"#, "x".repeat(3_000_000));
    let bytes = message(&body);
    let mut frames = Frames::new(bytes.as_bytes());
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
    assert!(matches!(runtime.block_on(frames.next()), Some(Frame::Request(_))));
    assert!(frames.buffer.capacity() <= ROOM);
}
