//! Standard input and output, read and written where one stands.
//!
//! tokio has its own, which hand every read and every write to another thread and copy it there: four changes of
//! thread for each message, half of what an answer takes. Here the thread that reads waits for the input itself, as
//! does the one that writes for the output; [`crate::transport::main_loop`] gives each of them nothing else to do.

use std::io::{ErrorKind, Read, Result, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A pipe gives so much at once. Room for more would be cleared for nothing, at each read again.
const PIPE: usize = 64 * 1024;

/// A reader or writer that keeps its thread until it is done.
#[derive(Debug)]
pub struct BlockingIo<S>(pub S);

impl<S: Read + Unpin> AsyncRead for BlockingIo<S> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let part = room.remaining().min(PIPE);
        let read = undisturbed(|| self.0.read(room.initialize_unfilled_to(part)))?;
        room.advance(read);
        Poll::Ready(Ok(()))
    }
}

impl<S: Write + Unpin> AsyncWrite for BlockingIo<S> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Poll::Ready(undisturbed(|| self.0.write(bytes)))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(undisturbed(|| self.0.flush()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.poll_flush(context)
    }
}

/// Does it again where a signal came between, and waits where a pipe does not: who started the server may have left
/// it so, and a full one is no end.
fn undisturbed<T>(mut work: impl FnMut() -> Result<T>) -> Result<T> {
    const A_WHILE: Duration = Duration::from_millis(2);
    loop {
        match work() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(A_WHILE),
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Moves a byte at a time, and is interrupted, or not ready, before each.
    #[derive(Default)]
    struct Disturbed {
        bytes: Vec<u8>,
        calls: usize,
    }

    impl Disturbed {
        fn call(&mut self) -> Result<()> {
            self.calls += 1;
            match self.calls % 3 {
                1 => Err(Error::from(ErrorKind::Interrupted)),
                2 => Err(Error::from(ErrorKind::WouldBlock)),
                _ => Ok(()),
            }
        }
    }

    impl Read for Disturbed {
        fn read(&mut self, room: &mut [u8]) -> Result<usize> {
            self.call()?;
            let (Some(byte), Some(place)) = (self.bytes.pop(), room.first_mut()) else { return Ok(0) };
            *place = byte;
            Ok(1)
        }
    }

    impl Write for Disturbed {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.call()?;
            self.bytes.extend(bytes.first());
            Ok(bytes.len().min(1))
        }

        fn flush(&mut self) -> Result<()> {
            self.call()
        }
    }

    #[tokio::test]
    async fn neither_a_signal_nor_a_pipe_that_is_not_ready_ends_reading_or_writing() {
        let mut output = BlockingIo(Disturbed::default());
        output.write_all(b"abc").await.expect("a signal is no error");
        output.flush().await.expect("a signal is no error");
        assert_eq!(output.0.bytes, b"abc");
        let mut read = Vec::new();
        output.read_to_end(&mut read).await.expect("a signal is no error");
        assert_eq!(read, b"cba");
    }

    /// Gives as much as there is room for, and keeps in mind how much that was.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, room: &mut [u8]) -> Result<usize> {
            self.0 = self.0.max(room.len());
            Ok(room.len())
        }
    }

    #[tokio::test]
    async fn no_read_clears_room_for_the_rest_of_a_large_message() {
        let mut input = BlockingIo(Endless(0));
        let mut buffer = Vec::with_capacity(100 * PIPE);
        for _ in 0..100 {
            input.read_buf(&mut buffer).await.expect("it never ends");
        }
        assert_eq!((input.0.0, buffer.len()), (PIPE, 100 * PIPE));
    }
}
