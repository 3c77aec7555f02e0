//! What stands between the wire and the service: it sees every message in wire order.
//!
//! ```text
//! message ─▶ lenient, spelling ─▶ the service ─▶ polled once, at once ─▶ reply
//!                                  a panic is an error reply  ──────────┘
//! ```
//!
//! The service by itself begins its work out of order, refuses a `shutdown` with `"params": null`, dies of a
//! panic, and says nothing of a notification that it could not read.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use futures_util::FutureExt;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_service::Service;

use crate::transport::uri_map::UriMap;
use crate::transport::{message, normalize_params};

/// How far the conversation has come, as everybody sees it.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_shut_down: AtomicBool,
    is_over: AtomicBool,
    handled: AtomicU64,
}

impl Lifecycle {
    /// Whether the client asked for `shutdown`.
    pub fn was_shut_down(&self) -> bool {
        self.0.is_shut_down.load(Ordering::SeqCst)
    }

    /// Whether the client said `exit`.
    pub fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::SeqCst)
    }

    /// Notes that a notification has reached its handler: it could be read.
    pub fn note_handled(&self) {
        self.0.handled.fetch_add(1, Ordering::SeqCst);
    }

    fn handled(&self) -> u64 {
        self.0.handled.load(Ordering::SeqCst)
    }
}

/// The service, guarded.
#[derive(Debug)]
pub struct Middleware<S> {
    inner: S,
    lifecycle: Lifecycle,
    uri_map: UriMap,
}

impl<S> Middleware<S> {
    /// Guards `inner`, and notes in `lifecycle` what the client said.
    pub fn new(inner: S, lifecycle: Lifecycle, uri_map: UriMap) -> Self {
        Self { inner, lifecycle, uri_map }
    }
}

/// A reply that is on its way.
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
            // Kept from the service, which would refuse what is under way. `pump` ends the conversation.
            "exit" => {
                self.lifecycle.0.is_over.store(true, Ordering::SeqCst);
                return Box::pin(async { Ok(None) });
            }
            "shutdown" => self.lifecycle.0.is_shut_down.store(true, Ordering::SeqCst),
            _ => {}
        }
        let request = self.spelled(normalize_params::normalize_params(request));
        if request.id().is_some() { self.begin(request) } else { self.notify(request) }
    }
}

impl<S> Middleware<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Error: Send + 'static,
    S::Future: Send + 'static,
{
    fn spelled(&self, request: Request) -> Request {
        let (method, id, mut params) = request.into_parts();
        if let Some(params) = &mut params {
            self.uri_map.note(params);
        }
        message::request(method.into_owned(), id, params)
    }

    /// Begins a notification, and tells when nobody could read it.
    fn notify(&mut self, request: Request) -> Reply<S::Error> {
        let method = request.method().to_owned();
        let before = self.lifecycle.handled();
        let reply = self.begin(request);
        if self.lifecycle.handled() == before && !method.starts_with("$/") {
            tracing::warn!("{method} was not handled: it came too early, nobody handles it, or it makes no sense");
        }
        reply
    }

    /// The reply, its work begun: what a handler does before it first waits is thus done in wire order, and
    /// a message right behind `initialize` finds the server initialized. The waker may sleep, for whoever
    /// takes a reply polls it.
    fn begin(&mut self, request: Request) -> Reply<S::Error> {
        let id = request.id().cloned();
        let Ok(reply) = catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) else { return ready(panicked(id)) };
        let mut reply = Box::pin(AssertUnwindSafe(reply).catch_unwind().map(|result| match result {
            Ok(Ok(None)) => Ok(unanswered(id)),
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

/// What is answered where a handler panicked. The panic itself is in the log.
fn panicked(id: Option<Id>) -> Option<Response> {
    let mut error = Error::internal_error();
    error.message = "a fault of the server: its log tells more".into();
    id.map(|id| Response::from_error(id, error))
}

/// What is answered to a request that nothing was answered to: one whose name begins with `$/`, which nobody has
/// to know, but which has to be answered (LSP 3.17, notifications and requests starting with `$/`).
fn unanswered(id: Option<Id>) -> Option<Response> {
    id.map(|id| Response::from_error(id, Error::method_not_found()))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Mutex, PoisonError};

    use serde_json::{Value, json};
    use tower_lsp::LspService;

    use super::*;
    use crate::server::Server;

    /// A log that is kept.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is logged of `messages`.
    async fn logged(messages: &[(&'static str, Value)]) -> String {
        let lifecycle = Lifecycle::default();
        let (publisher, _publications) = crate::transport::publisher::publisher(UriMap::default());
        let (service, _socket) = LspService::new(|client| Server::new(client, publisher, lifecycle.clone()));
        let mut middleware = Middleware::new(service, lifecycle, UriMap::default());
        let kept = Kept::default();
        let writer = kept.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let _kept = tracing::subscriber::set_default(subscriber);
        for (method, params) in messages {
            let id = (*method == "initialize").then_some(Id::Number(1));
            let reply = middleware.call(message::request((*method).to_owned(), id, Some(params.clone())));
            assert!(reply.await.is_ok());
        }
        String::from_utf8_lossy(&kept.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    #[tokio::test]
    async fn a_notification_that_nobody_can_read_is_in_the_log() {
        let (greeting, bad) = (("initialize", json!({})), ("textDocument/didChange", json!({"textDocument": 5})));
        let log = logged(&[greeting.clone(), bad.clone(), ("no/such", json!({})), ("$/setTrace", json!({}))]).await;
        assert_eq!(log.matches("was not handled").count(), 2, "{log}");
        assert!(log.contains("textDocument/didChange was not handled"), "{log}");
        assert!(log.contains("no/such was not handled"), "{log}");
        let good = ("textDocument/didClose", json!({"textDocument": {"uri": "a:b"}}));
        assert_eq!(logged(&[greeting, good]).await, "");
        assert!(logged(&[bad]).await.contains("was not handled"), "nor before initialize");
    }
}
