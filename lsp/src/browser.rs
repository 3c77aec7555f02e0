//! The connection in a browser: no pipes and no threads, but the same middleware and server.
//!
//! ```text
//! message ─▶ middleware ─▶ replies, requests and publications, as far as they are finished
//! ```

use std::task::{Context, Poll, Waker};

use futures_util::{FutureExt, Sink, SinkExt, Stream, StreamExt};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

use crate::server::{self, Server};
use crate::task;
use crate::transport::main_loop::{request_to_client, response_to_client};
use crate::transport::message::{Envelope, IncomingMessage};
use crate::transport::middleware::{Lifecycle, Middleware, Reply};
use crate::transport::publisher;
use crate::transport::uri_map::UriMap;

/// Number of times that all tasks are polled after a message: an answer may start a task, whose request a task sends.
const ROUNDS: usize = 8;

/// Connection to one client.
pub struct Connection {
    middleware: Middleware<LspService<Server>>,
    requests: Box<dyn Stream<Item = Request> + Unpin>,
    responses: Box<dyn Sink<Response, Error = ExitedError> + Unpin>,
    publications: Receiver<Vec<u8>>,
    uri_map: UriMap,
    pending: Vec<Reply<ExitedError>>,
}

impl Default for Connection {
    fn default() -> Self {
        let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
        let (publisher, publications) = publisher::channel(uri_map.clone());
        let (service, socket) = server::service(publisher, &lifecycle);
        let (requests, responses) = socket.split();
        Self {
            middleware: Middleware::new(service, lifecycle, uri_map.clone()),
            requests: Box::new(requests),
            responses: Box::new(responses),
            publications,
            uri_map,
            pending: Vec::new(),
        }
    }
}

impl Connection {
    /// Receives a message of the client, and returns those of the server, each as JSON.
    pub fn receive(&mut self, message: &[u8]) -> Vec<Value> {
        let mut sent = Vec::new();
        match Envelope::parse(message).map(Envelope::into_incoming) {
            Ok(IncomingMessage::Request(request)) => self.pending.push(self.middleware.call(request)),
            Ok(IncomingMessage::Response(response)) => {
                let _ = self.responses.send(response).now_or_never();
            }
            Ok(IncomingMessage::Invalid(id, error)) => sent.extend(json(&Response::from_error(id, error))),
            Err(error) => tracing::warn!("ignored a message: {error}"),
        }
        for _ in 0..ROUNDS {
            self.poll(&mut sent);
        }
        sent
    }

    fn poll(&mut self, sent: &mut Vec<Value>) {
        task::poll_tasks();
        let mut context = Context::from_waker(Waker::noop());
        let uri_map = &self.uri_map;
        self.pending.retain_mut(|reply| match reply.as_mut().poll(&mut context) {
            Poll::Ready(Ok(Some(response))) => {
                sent.extend(json(&response_to_client(response, uri_map)));
                false
            }
            Poll::Ready(_) => false,
            Poll::Pending => true,
        });
        while let Poll::Ready(Some(request)) = self.requests.poll_next_unpin(&mut context) {
            sent.extend(json(&request_to_client(request, uri_map)));
        }
        while let Ok(publication) = self.publications.try_recv() {
            // The body follows the header of the frame.
            let body = publication.windows(4).position(|end| end == b"\r\n\r\n").map(|end| &publication[end + 4..]);
            sent.extend(body.and_then(|body| serde_json::from_slice(body).ok()));
        }
    }
}

fn json(message: &impl Serialize) -> Option<Value> {
    serde_json::to_value(message).ok()
}
