//! The layer between the main loop and the service, which receives every message in wire order.
//!
//! ```text
//! message ─▶ normalize_params, uri_map ─▶ the service ─▶ polled once, immediately ─▶ reply
//!                                          a panic is an error reply ───────────────┘
//! ```
//!
//! The service of tower-lsp by itself starts its handlers out of order, refuses a `shutdown` with `"params": null`,
//! ends at a panic, and does not log a notification with invalid params.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use futures_util::FutureExt;
use tokio::sync::watch;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_service::Service;

use crate::transport::uri_map::UriMap;
use crate::transport::{message, normalize_params};

/// State of the connection, shared by all parts of the server.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_shut_down: AtomicBool,
    has_exited: AtomicBool,
    is_initialized: AtomicBool,
    handled: AtomicU64,
    /// Notified when the client shuts the server down, or the connection ends.
    changed: watch::Sender<()>,
}

impl Lifecycle {
    /// Returns whether the client sent `shutdown`.
    pub fn is_shut_down(&self) -> bool {
        self.0.is_shut_down.load(Ordering::SeqCst)
    }

    /// Returns whether the client sent `exit`.
    pub fn has_exited(&self) -> bool {
        self.0.has_exited.load(Ordering::SeqCst)
    }

    /// Ends the connection, so that no more work is done for it.
    pub fn end(&self) {
        self.0.has_exited.store(true, Ordering::SeqCst);
        self.0.changed.send_replace(());
    }

    /// Waits until the client sent `exit`, or the connection ends.
    pub async fn exited(&self) {
        self.wait_until(Self::has_exited).await;
    }

    /// Waits until the client sent `shutdown` or `exit`, or the connection ends.
    pub async fn ended(&self) {
        self.wait_until(|lifecycle| lifecycle.is_shut_down() || lifecycle.has_exited()).await;
    }

    async fn wait_until(&self, is_reached: impl Fn(&Self) -> bool) {
        let mut changed = self.0.changed.subscribe();
        // The sender lives as long as this state.
        while !is_reached(self) && changed.changed().await.is_ok() {}
    }

    /// Records `shutdown`, unless it is sent before `initialize`: then it is an error, and so is a following `exit`.
    fn shut_down(&self) {
        if self.0.is_initialized.load(Ordering::SeqCst) {
            self.0.is_shut_down.store(true, Ordering::SeqCst);
            self.0.changed.send_replace(());
        }
    }

    /// Records that a notification has reached its handler: its params are valid.
    pub fn mark_handled(&self) {
        self.0.handled.fetch_add(1, Ordering::SeqCst);
    }

    fn handled(&self) -> u64 {
        self.0.handled.load(Ordering::SeqCst)
    }
}

/// Service with this layer around it.
#[derive(Debug)]
pub struct Middleware<S> {
    inner: S,
    lifecycle: Lifecycle,
    uri_map: UriMap,
}

impl<S> Middleware<S> {
    /// Wraps `inner`; records `shutdown` and `exit` in `lifecycle`.
    pub fn new(inner: S, lifecycle: Lifecycle, uri_map: UriMap) -> Self {
        Self { inner, lifecycle, uri_map }
    }
}

/// Reply that may not be finished yet.
pub type Reply<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> Service<Request> for Middleware<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Error: Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Reply<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match request.method() {
            // Not passed to the service, which would cancel pending requests. The main loop ends the connection.
            "exit" => {
                self.lifecycle.end();
                return Box::pin(async { Ok(None) });
            }
            "initialize" => self.lifecycle.0.is_initialized.store(true, Ordering::SeqCst),
            "shutdown" => self.lifecycle.shut_down(),
            _ => {}
        }
        let request = self.with_internal_uris(normalize_params::normalize_params(request));
        if request.id().is_some() { self.start(request) } else { self.notify(request) }
    }
}

impl<S> Middleware<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Error: Send + 'static,
    S::Future: Send + 'static,
{
    fn with_internal_uris(&self, request: Request) -> Request {
        let (method, id, mut params) = request.into_parts();
        if let Some(params) = &mut params {
            self.uri_map.to_internal(params);
        }
        message::build_request(method.into_owned(), id, params)
    }

    /// Starts the handler of a notification; logs it if it did not reach its handler.
    fn notify(&mut self, request: Request) -> Reply<S::Error> {
        let method = request.method().to_owned();
        let before = self.lifecycle.handled();
        let reply = self.start(request);
        if self.lifecycle.handled() == before && !method.starts_with("$/") {
            tracing::warn!("{method} was not handled: unknown method, invalid params, or sent before initialize");
        }
        reply
    }

    /// Starts the handler of a message and returns its reply. The handler runs in wire order until it first waits, so
    /// that a message right after `initialize` finds the server initialized. The waker does nothing, because the
    /// caller polls the reply again.
    fn start(&mut self, request: Request) -> Reply<S::Error> {
        let (id, method) = (request.id().cloned(), request.method().to_owned());
        let Ok(reply) = catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) else { return ready(panicked(id)) };
        let mut reply = Box::pin(AssertUnwindSafe(reply).catch_unwind().map(move |result| match result {
            Ok(Ok(None)) => Ok(unanswered(id)),
            Ok(Ok(Some(response))) => Ok(Some(in_words(response, &method))),
            Ok(result) => result,
            Err(_) => Ok(panicked(id)),
        }));
        match reply.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => Box::pin(std::future::ready(result)),
            Poll::Pending => reply,
        }
    }
}

fn ready<E: Send + 'static>(reply: Option<Response>) -> Reply<E> {
    Box::pin(std::future::ready(Ok(reply)))
}

/// Returns the answer to a request whose handler panicked. The panic itself is in the log.
fn panicked(id: Option<Id>) -> Option<Response> {
    let mut error = Error::internal_error();
    error.message = "internal error of the server; its log has the details".into();
    id.map(|id| Response::from_error(id, error))
}

/// Returns `response`; an error about the params names the request, and no type of the parser.
fn in_words(response: Response, method: &str) -> Response {
    // The starts of messages of the parser.
    const OF_PARSER: [&str; 6] =
        ["invalid type", "invalid value", "invalid length", "missing field", "unknown variant", "Missing params"];
    let is_of_parser = |error: &&Error| {
        error.code == ErrorCode::InvalidParams && OF_PARSER.iter().any(|start| error.message.starts_with(start))
    };
    let (id, is_of_parser) = (response.id().clone(), response.error().as_ref().is_some_and(is_of_parser));
    let error = || Error::invalid_params(format!("invalid params of {method}"));
    if is_of_parser { Response::from_error(id, error()) } else { response }
}

/// Returns the answer to a request that the service did not answer: one whose name starts with `$/`, which a server may
/// ignore but must answer (LSP 3.17, notifications and requests starting with `$/`).
fn unanswered(id: Option<Id>) -> Option<Response> {
    id.map(|id| Response::from_error(id, Error::method_not_found()))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use parking_lot::Mutex;
    use serde_json::{Value, json};
    use tower_lsp::LspService;

    use super::*;
    use crate::server::Server;

    /// Log in memory.
    #[derive(Clone, Default)]
    struct MemoryLog(Arc<Mutex<Vec<u8>>>);

    impl Write for MemoryLog {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the log of a session with these `messages`.
    async fn logged(messages: &[(&'static str, Value)]) -> String {
        let lifecycle = Lifecycle::default();
        let (publisher, _publications) = crate::transport::publisher::channel(UriMap::default());
        let (service, _socket) = LspService::new(|client| Server::new(client, publisher, lifecycle.clone()));
        let mut middleware = Middleware::new(service, lifecycle, UriMap::default());
        let log = MemoryLog::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        for (method, params) in messages {
            let id = (*method == "initialize").then_some(Id::Number(1));
            let reply = middleware.call(message::build_request((*method).to_owned(), id, Some(params.clone())));
            assert!(reply.await.is_ok());
        }
        String::from_utf8_lossy(&log.0.lock()).into_owned()
    }

    #[tokio::test]
    async fn a_notification_without_a_handler_is_logged() {
        let (initialize, invalid) = (("initialize", json!({})), ("textDocument/didChange", json!({"textDocument": 5})));
        let log =
            logged(&[initialize.clone(), invalid.clone(), ("no/such", json!({})), ("$/setTrace", json!({}))]).await;
        assert_eq!(log.matches("was not handled").count(), 2, "{log}");
        assert!(log.contains("textDocument/didChange was not handled"), "{log}");
        assert!(log.contains("no/such was not handled"), "{log}");
        let valid = ("textDocument/didClose", json!({"textDocument": {"uri": "a:b"}}));
        assert_eq!(logged(&[initialize, valid]).await, "");
        assert!(logged(&[invalid]).await.contains("was not handled"), "before initialize");
    }
}
