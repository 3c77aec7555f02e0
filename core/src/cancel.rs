//! Cancellation of work that takes long.

use std::fmt;
use std::sync::Arc;

/// Condition under which work is abandoned. Long work asks between its steps. The default is never cancelled.
///
/// Clones are one token. What the work returns after it is cancelled is incomplete.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use iri_core::{CancelToken, Options, inspect};
///
/// let is_closed = Arc::new(AtomicBool::new(false));
/// let condition = Arc::clone(&is_closed);
/// let cancel = CancelToken::new(move || condition.load(Ordering::Relaxed));
/// let options = Options::default().with_cancel(cancel.clone());
/// assert_eq!(inspect("a b", &options).findings().len(), 1);
///
/// is_closed.store(true, Ordering::Relaxed);
/// assert!(cancel.is_cancelled());
/// assert!(inspect("a b", &options).findings().is_empty());
/// ```
#[derive(Clone, Default)]
pub struct CancelToken(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

/// Token that is never cancelled.
pub(crate) static NEVER: CancelToken = CancelToken(None);

impl CancelToken {
    /// Creates the token of work that is abandoned as soon as `is_cancelled` returns true. It must not return false again.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_cancelled)))
    }

    /// Returns whether the work is abandoned.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|is_cancelled| is_cancelled())
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}
