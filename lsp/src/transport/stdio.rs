//! Standard input and output that block their thread.
//!
//! Those of tokio hand every read and every write to another thread and copy the bytes: four changes of
//! thread per message, half the time of an answer. Here the thread that reads waits for the input itself, as
//! does the one that writes for the output; [`crate::transport::main_loop`] gives them nothing else to do.

use std::io::{ErrorKind, Read, Result, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
#[cfg(unix)]
use {rustix::event, std::fs::File, std::os::fd::AsFd};

/// Maximum number of bytes that a pipe returns per read. A larger buffer would be cleared at every read without need.
const PIPE: usize = 64 * 1024;

/// Reader or writer that blocks its thread until it is done.
#[derive(Debug)]
pub struct BlockingIo<S>(pub S);

impl<S: Read + Unpin> AsyncRead for BlockingIo<S> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let part = buffer.remaining().min(PIPE);
        let read = retried(|| self.0.read(buffer.initialize_unfilled_to(part)))?;
        buffer.advance(read);
        Poll::Ready(Ok(()))
    }
}

impl<S: Write + Unpin> AsyncWrite for BlockingIo<S> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Poll::Ready(retried(|| self.0.write(bytes)))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(retried(|| self.0.flush()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.poll_flush(context)
    }
}

/// Standard input. It blocks its thread while it waits, but not for long: its task also notices that the process of the
/// client has ended, while another process holds the other end of the pipe.
#[cfg(unix)]
#[derive(Debug)]
pub struct Input(BlockingIo<File>);

#[cfg(unix)]
impl Input {
    /// Creates the standard input of this process.
    ///
    /// # Errors
    /// If it is closed.
    pub fn new() -> Result<Self> {
        // What `Stdin` itself has buffered would not be noticed.
        Ok(Self(BlockingIo(std::io::stdin().as_fd().try_clone_to_owned()?.into())))
    }
}

#[cfg(unix)]
impl AsyncRead for Input {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        const INTERVAL: event::Timespec = event::Timespec { tv_sec: 1, tv_nsec: 0 };
        let mut waited = [event::PollFd::new(&self.0.0, event::PollFlags::IN)];
        // After an error, reading it finds the cause.
        if event::poll(&mut waited, Some(&INTERVAL)) == Ok(0) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

/// Standard input, which blocks its thread until there is some.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Input(BlockingIo<std::io::Stdin>);

#[cfg(not(unix))]
impl Input {
    /// Creates the standard input of this process.
    ///
    /// # Errors
    /// None on this system.
    pub fn new() -> Result<Self> {
        Ok(Self(BlockingIo(std::io::stdin())))
    }
}

#[cfg(not(unix))]
impl AsyncRead for Input {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

/// Retries `work` after a signal, and waits if the pipe does not block: the parent process may have set it so, and a
/// full pipe is not an error.
fn retried<T>(mut work: impl FnMut() -> Result<T>) -> Result<T> {
    const RETRY_DELAY: Duration = Duration::from_millis(2);
    loop {
        match work() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(RETRY_DELAY),
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Pipe that transfers one byte per call, and is interrupted and not ready before each.
    #[derive(Default)]
    struct Interrupted {
        bytes: Vec<u8>,
        calls: usize,
    }

    impl Interrupted {
        fn call(&mut self) -> Result<()> {
            self.calls += 1;
            match self.calls % 3 {
                1 => Err(Error::from(ErrorKind::Interrupted)),
                2 => Err(Error::from(ErrorKind::WouldBlock)),
                _ => Ok(()),
            }
        }
    }

    impl Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            self.call()?;
            let (Some(byte), Some(place)) = (self.bytes.pop(), buffer.first_mut()) else { return Ok(0) };
            *place = byte;
            Ok(1)
        }
    }

    impl Write for Interrupted {
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
        let mut output = BlockingIo(Interrupted::default());
        output.write_all(b"abc").await.expect("a signal is not an error");
        output.flush().await.expect("a signal is not an error");
        assert_eq!(output.0.bytes, b"abc");
        let mut read = Vec::new();
        output.read_to_end(&mut read).await.expect("a signal is not an error");
        assert_eq!(read, b"cba");
    }

    /// Input that fills every buffer, and stores the size of the largest.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            self.0 = self.0.max(buffer.len());
            Ok(buffer.len())
        }
    }

    #[tokio::test]
    async fn no_read_clears_a_buffer_for_the_rest_of_a_large_message() {
        let mut input = BlockingIo(Endless(0));
        let mut buffer = Vec::with_capacity(100 * PIPE);
        for _ in 0..100 {
            input.read_buf(&mut buffer).await.expect("it never ends");
        }
        assert_eq!((input.0.0, buffer.len()), (PIPE, 100 * PIPE));
    }
}
