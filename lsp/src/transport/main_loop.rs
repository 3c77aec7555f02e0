//! Between the pipes and the middleware.
//!
//! ```text
//! input ─▶ frames ─▶ middleware ─┬─ done ────────────────▶ replies ─▶ writer ─▶ output
//!                           └─ not yet ─▶ a task ────────┘          ▲
//!                                  requests, notifications and publications of ours
//! ```
//!
//! Nothing that the server does keeps the reader from the next message: a reply that takes its time is a
//! task, and replies wait for the output in a queue of their own. What the server says unasked waits at its
//! source until the output has room, so that a client that never reads costs no memory but for its own replies.
//!
//! tower-lsp's own loop is not used: it ends at the first body that is no JSON, reads nothing while four
//! handlers wait, and keeps the room for the largest message.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::stream::{Stream, StreamExt};
use futures_util::{FutureExt, SinkExt};
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Receiver, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use crate::transport::framing::{self, FrameReader};
use crate::transport::message::{self, Frame};
use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;

/// So long, after the last message, what is under way may take to be said.
const GRACE: Duration = Duration::from_millis(500);

/// Serves until the client says `exit`, or its input ends.
pub async fn main_loop<R, W, S>(
    (input, output): (R, W),
    mut middleware: Middleware<S>,
    (socket, publications): (ClientSocket, Receiver<Vec<u8>>),
    (lifecycle, uri_map): (Lifecycle, UriMap),
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
    S: Service<Request, Response = Option<Response>>,
    S::Error: Send + 'static,
    S::Future: Send + 'static,
{
    let (requests, mut responses) = socket.split();
    let (replies, queue) = mpsc::unbounded_channel();
    let (here, writing) = (Handle::current(), write(output, (queue, requests, publications), uri_map));
    // On a thread of its own: the output may keep it as long as it likes.
    let writer = tokio::task::spawn_blocking(move || here.block_on(writing));
    let mut under_way = JoinSet::new();
    let mut frames = FrameReader::new(input);
    while let Some(frame) = frames.next().await {
        match frame {
            Frame::Request(request) => answer(middleware.call(request), &replies, &mut under_way),
            Frame::Response(response) => {
                // An answer to a question that was given up is a panic in tower-lsp (its issue 417).
                let _ = AssertUnwindSafe(responses.send(response)).catch_unwind().await;
            }
            Frame::Unreadable(id, error) => say(&replies, Response::from_error(id, error)),
        }
        if lifecycle.is_over() {
            break;
        }
    }
    drop(replies);
    let rest = async {
        while under_way.join_next().await.is_some() {}
        let _ = writer.await;
    };
    // A handler that waits for a client that is gone, or a client that reads nothing, would never end it.
    let _ = tokio::time::timeout(GRACE, rest).await;
}

type Reply<E> = crate::transport::middleware::Reply<E>;

/// Says the reply, now or when it is there.
fn answer<E: Send + 'static>(mut reply: Reply<E>, replies: &UnboundedSender<Response>, under_way: &mut JoinSet<()>) {
    // Those that are done are let go.
    while under_way.try_join_next().is_some() {}
    if let Some(result) = (&mut reply).now_or_never() {
        if let Ok(Some(response)) = result {
            say(replies, response);
        }
        return;
    }
    let replies = replies.clone();
    under_way.spawn(async move {
        if let Ok(Some(response)) = reply.await {
            say(&replies, response);
        }
    });
}

fn say(replies: &UnboundedSender<Response>, response: Response) {
    // Nobody writes any more when all is over.
    let _ = replies.send(response);
}

/// Writes what is said, until nobody is left who answers. Where the client is gone, the rest is lost, which
/// nobody minds.
async fn write(
    mut output: impl AsyncWrite + Unpin,
    (mut replies, mut requests, mut publications): (
        UnboundedReceiver<Response>,
        impl Stream<Item = Request> + Unpin,
        Receiver<Vec<u8>>,
    ),
    uri_map: UriMap,
) {
    let mut is_gone = false;
    loop {
        let message = tokio::select! {
            // Who asked something waits for it.
            biased;
            reply = replies.recv() => match reply {
                Some(response) => bytes(&restored_response(response, &uri_map)),
                None => break,
            },
            Some(request) = requests.next() => bytes(&restored_request(request, &uri_map)),
            Some(publication) = publications.recv() => publication,
        };
        if !is_gone && (output.write_all(&message).await.is_err() || output.flush().await.is_err()) {
            tracing::warn!("nobody reads the output any more");
            is_gone = true;
        }
    }
}

fn bytes(message: &impl Serialize) -> Vec<u8> {
    // Our messages have no number that JSON has not, and no key that is no string.
    framing::framed(message).unwrap_or_default()
}

fn restored_response(response: Response, uri_map: &UriMap) -> Response {
    let (id, result) = response.into_parts();
    match result {
        Ok(mut value) => {
            uri_map.restore(&mut value);
            Response::from_ok(id, value)
        }
        Err(error) => Response::from_error(id, error),
    }
}

fn restored_request(request: Request, uri_map: &UriMap) -> Request {
    let (method, id, mut params) = request.into_parts();
    if let Some(params) = &mut params {
        uri_map.restore(params);
    }
    message::request(method.into_owned(), id, params)
}
