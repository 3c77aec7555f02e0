//! The loop between the pipes and the middleware.
//!
//! ```text
//! input ─▶ messages ─▶ middleware ─┬─ finished ───────▶ replies ─▶ writer ─▶ output
//!                                  └─ pending ─▶ task ──┘            ▲
//!                     requests, notifications and publications of the server
//! ```
//!
//! Nothing that the server does delays the next message: a pending reply is a task, and replies wait for the output
//! in a queue of their own. Requests and publications of the server wait at their source until the output has room,
//! so that a client that never reads costs no memory except for its own replies.
//!
//! The loop of tower-lsp is not used: it ends at the first body that is not JSON, reads nothing while four
//! handlers wait, and keeps the buffer of the largest message.

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

use crate::transport::framing::{self, MessageReader};
use crate::transport::message::{self, IncomingMessage};
use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;

/// Maximum time for pending replies after the last message.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// Serves until the client sends `exit` or closes the input.
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
    let (runtime, writing) = (Handle::current(), write(output, (queue, requests, publications), uri_map));
    // The output may block this thread.
    let writer = tokio::task::spawn_blocking(move || runtime.block_on(writing));
    let mut pending = JoinSet::new();
    let mut messages = MessageReader::new(input);
    loop {
        let message = tokio::select! {
            message = messages.next() => message,
            // The process of the client ended, although its end of the pipe is open.
            () = lifecycle.exited() => None,
        };
        let Some(message) = message else { break };
        match message {
            IncomingMessage::Request(request) => answer(middleware.call(request), &replies, &mut pending),
            IncomingMessage::Response(response) => {
                // An answer to a request that was dropped is a panic in tower-lsp (its issue 417).
                let _ = AssertUnwindSafe(responses.send(response)).catch_unwind().await;
            }
            IncomingMessage::Invalid(id, error) => send(&replies, Response::from_error(id, error)),
        }
        if lifecycle.has_exited() {
            break;
        }
    }
    drop(replies);
    let rest = async {
        while pending.join_next().await.is_some() {}
        let _ = writer.await;
    };
    // Without a limit, a handler that waits for a closed client, or a client that reads nothing, would never end it.
    let _ = tokio::time::timeout(GRACE_PERIOD, rest).await;
    lifecycle.end();
}

type Reply<E> = crate::transport::middleware::Reply<E>;

/// Sends the reply, now or when it is finished.
fn answer<E: Send + 'static>(mut reply: Reply<E>, replies: &UnboundedSender<Response>, pending: &mut JoinSet<()>) {
    // Finished tasks are dropped.
    while pending.try_join_next().is_some() {}
    if let Some(result) = (&mut reply).now_or_never() {
        if let Ok(Some(response)) = result {
            send(replies, response);
        }
        return;
    }
    let replies = replies.clone();
    pending.spawn(async move {
        if let Ok(Some(response)) = reply.await {
            send(&replies, response);
        }
    });
}

fn send(replies: &UnboundedSender<Response>, response: Response) {
    // The writer is gone if the connection ends.
    let _ = replies.send(response);
}

/// Writes all messages until there can be no more replies. If the client has closed its end, the rest is dropped.
async fn write(
    mut output: impl AsyncWrite + Unpin,
    (mut replies, mut requests, mut publications): (
        UnboundedReceiver<Response>,
        impl Stream<Item = Request> + Unpin,
        Receiver<Vec<u8>>,
    ),
    uri_map: UriMap,
) {
    let mut is_closed = false;
    loop {
        let message = tokio::select! {
            // A client waits for its replies.
            biased;
            reply = replies.recv() => match reply {
                Some(response) => bytes(&response_to_client(response, &uri_map)),
                None => break,
            },
            Some(request) = requests.next() => bytes(&request_to_client(request, &uri_map)),
            Some(publication) = publications.recv() => publication,
        };
        if !is_closed && (output.write_all(&message).await.is_err() || output.flush().await.is_err()) {
            tracing::warn!("the client closed the output");
            is_closed = true;
        }
    }
}

fn bytes(message: &impl Serialize) -> Vec<u8> {
    // JSON can express all messages of the server: their keys are strings, and their numbers are integers.
    framing::framed(message).unwrap_or_default()
}

/// Returns the response with the URIs of the client.
pub fn response_to_client(response: Response, uri_map: &UriMap) -> Response {
    let (id, result) = response.into_parts();
    match result {
        Ok(mut value) => {
            uri_map.to_client(&mut value);
            Response::from_ok(id, value)
        }
        Err(error) => Response::from_error(id, error),
    }
}

/// Returns the request with the URIs of the client.
pub fn request_to_client(request: Request, uri_map: &UriMap) -> Request {
    let (method, id, mut params) = request.into_parts();
    if let Some(params) = &mut params {
        uri_map.to_client(params);
    }
    message::build_request(method.into_owned(), id, params)
}
