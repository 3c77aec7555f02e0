//! What the rules on ports share.

use crate::reference::default_port;
use crate::rules::context::Context;
use crate::text::Span;

/// A port that is digits, or empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port<'t> {
    /// Its span, without the colon.
    pub span: Span,
    /// Its digits.
    pub digits: &'t str,
}

impl Port<'_> {
    /// The span with the colon before it.
    pub(super) const fn with_colon(self) -> Span {
        Span::new(self.span.start - 1, self.span.end)
    }

    /// The digits without the zeros in front; one zero is left of nothing but zeros.
    pub(super) fn significant(&self) -> &str {
        match self.digits.trim_start_matches('0') {
            "" => &self.digits[self.digits.len().saturating_sub(1)..],
            digits => digits,
        }
    }

    /// Whether it says what the scheme would say without it.
    pub(super) fn is_default(&self, context: &Context<'_, '_>) -> bool {
        let scheme = context.reference.scheme_lowercase();
        scheme.and_then(|scheme| default_port(&scheme)).is_some_and(|default| self.significant() == default)
    }
}

/// The port of the reference, unless bad-port speaks of it.
pub(super) fn port_of<'t>(context: &Context<'_, 't>) -> Option<Port<'t>> {
    let span = context.reference.authority?.port?;
    let digits = span.slice(context.text);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Port { span, digits })
}
