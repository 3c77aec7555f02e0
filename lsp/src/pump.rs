//! Standard input and output as the server should see them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::guard::Lifecycle;

/// An input that is at its end once the client said `exit`, even if the pipe stays open.
///
/// The server reads on only after it has called the guard, in the same task, so that no waker is
/// needed: the read after `exit` finds the conversation over.
#[derive(Debug)]
pub struct Input<R> {
    inner: R,
    lifecycle: Lifecycle,
}

impl<R> Input<R> {
    /// Reads from `inner` until `lifecycle` is over.
    pub const fn new(inner: R, lifecycle: Lifecycle) -> Self {
        Self { inner, lifecycle }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.lifecycle.is_over() {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

/// An output that never fails: when the client is gone its messages are lost, which nobody minds,
/// and the end of the input ends the server.
#[derive(Debug)]
pub struct Output<W> {
    inner: W,
}

impl<W> Output<W> {
    /// Writes to `inner` as long as it takes anything.
    pub const fn new(inner: W) -> Self {
        Self { inner }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Output<W> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes).map(|written| Ok(written.unwrap_or(bytes.len())))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context).map(|_| Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context).map(|_| Ok(()))
    }
}
