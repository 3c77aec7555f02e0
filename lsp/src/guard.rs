//! What stands between the wire and the service: it sees every message in wire order.
//!
//! The service by itself ignores `exit` while its input stays open, refuses a `shutdown` that
//! carries `"params": null`, as several editors send it, and begins its work out of order.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

/// How far the conversation has come, as everybody sees it.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_shut_down: AtomicBool,
    is_over: AtomicBool,
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
}

/// The service, guarded.
#[derive(Debug)]
pub struct Guard<S> {
    inner: S,
    lifecycle: Lifecycle,
}

impl<S> Guard<S> {
    /// Guards `inner`, and notes in `lifecycle` what the client said.
    pub const fn new(inner: S, lifecycle: Lifecycle) -> Self {
        Self { inner, lifecycle }
    }
}

/// A reply that is on its way.
type Reply<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> Service<Request> for Guard<S>
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
            // Kept from the service, which would then refuse the messages that are read already and
            // never end. `pump::Input` ends the conversation instead, once all replies are out.
            "exit" => {
                self.lifecycle.0.is_over.store(true, Ordering::SeqCst);
                Box::pin(async { Ok(None) })
            }
            "shutdown" => {
                self.lifecycle.0.is_shut_down.store(true, Ordering::SeqCst);
                started(self.inner.call(without_params(request)))
            }
            _ => started(self.inner.call(request)),
        }
    }
}

/// The reply, its work begun: what a handler does before it first waits is thus done in wire order,
/// and a message right behind `initialize` finds the server initialized. The waker may sleep, for
/// whoever takes a reply polls it.
fn started<E, F>(reply: F) -> Reply<E>
where
    E: Send + 'static,
    F: Future<Output = Result<Option<Response>, E>> + Send + 'static,
{
    let mut reply = Box::pin(reply);
    match reply.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Box::pin(std::future::ready(result)),
        Poll::Pending => reply,
    }
}

fn without_params(request: Request) -> Request {
    let (method, id, _) = request.into_parts();
    let bare = Request::build(method);
    match id {
        Some(id) => bare.id(id).finish(),
        None => bare.finish(),
    }
}
