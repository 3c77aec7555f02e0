//! Helpers of the rules on ports.

use crate::reference::default_port;
use crate::rules::context::Context;
use crate::text::Span;

/// Port that consists of digits, or is empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port<'t> {
    /// Span without the colon.
    pub span: Span,
    /// Digits of the port.
    pub digits: &'t str,
}

impl Port<'_> {
    /// Returns the span that includes the colon.
    pub(super) const fn with_colon(self) -> Span {
        Span::new(self.span.start - 1, self.span.end)
    }

    /// Returns the digits without leading zeros; "0" if all digits are zeros.
    pub(super) fn significant(&self) -> &str {
        match self.digits.trim_start_matches('0') {
            "" => &self.digits[self.digits.len().saturating_sub(1)..],
            digits => digits,
        }
    }

    /// Returns whether the port is the default of the scheme.
    pub(super) fn is_default(&self, context: &Context<'_, '_>) -> bool {
        let scheme = context.reference.scheme_lowercase();
        scheme.and_then(|scheme| default_port(&scheme)).is_some_and(|default| self.significant() == default)
    }
}

/// Returns the port of the reference; `None` if it has none or bad-port reports it.
pub(super) fn port_of<'t>(context: &Context<'_, 't>) -> Option<Port<'t>> {
    let span = context.reference.authority?.port?;
    let digits = span.slice(context.text);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Port { span, digits })
}
