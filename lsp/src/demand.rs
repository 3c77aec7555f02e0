//! Cancellation: work that takes long asks between its steps whether its result is still wanted.
//!
//! The demand ends if the client cancels the request (`$/cancelRequest`), changes the document, or ends the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Condition for work to continue, which its long loops check.
pub struct Demand {
    has_ended: Arc<AtomicBool>,
    is_needed: Box<dyn Fn() -> bool + Send>,
}

/// Guard that ends a demand when it is dropped.
#[must_use]
pub struct EndOnDrop(Arc<AtomicBool>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Demand {
    /// Creates a demand that holds as long as `is_needed` returns true.
    pub fn new(is_needed: impl Fn() -> bool + Send + 'static) -> Self {
        Self { has_ended: Arc::default(), is_needed: Box::new(is_needed) }
    }

    /// Returns a guard that ends this demand when it is dropped, as the reply to a cancelled request is.
    pub fn end_on_drop(&self) -> EndOnDrop {
        EndOnDrop(Arc::clone(&self.has_ended))
    }

    /// Returns whether the result is still wanted.
    pub fn is_wanted(&self) -> bool {
        !self.has_ended.load(Ordering::Relaxed) && (self.is_needed)()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use iri_core::{Document, Settings, Span};

    use super::*;
    use crate::analysis::action::ActionRequest;
    use crate::analysis::report::{Extent, InspectedReference, ReportText};
    use crate::analysis::{findings, fixes, link_targets, readable_forms};

    /// Returns a demand that holds for `steps` questions, and the number of questions so far.
    fn limited(steps: usize) -> (Demand, Arc<std::sync::atomic::AtomicUsize>) {
        let asked = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        (Demand::new(move || counter.fetch_add(1, Ordering::Relaxed) < steps), asked)
    }

    #[test]
    fn a_dropped_guard_ends_the_demand() {
        let demand = Demand::new(|| true);
        let guard = demand.end_on_drop();
        assert!(demand.is_wanted());
        drop(guard);
        assert!(!demand.is_wanted());
        assert!(!Demand::new(|| false).is_wanted());
    }

    /// Work that returns how much it found.
    type Work<'w> = &'w dyn Fn(&Demand) -> usize;

    #[test]
    fn work_ends_soon_after_its_demand() {
        let mut text = String::from("<a>");
        for number in 0..2_000 {
            write!(text, "<b xml:base='a b{number} c%41'/>").expect("a String takes every write");
        }
        let offset = text.find("b1000").expect("it was written");
        let document = Document::parse(text, Arc::new(Settings::default()));
        let request = ActionRequest { span: Span::new(0, document.len()), fixes: true, ..ActionRequest::default() };
        let found = findings::requested(&document, &request, &Demand::new(|| true));
        assert!(found.len() > 10);
        let work: [(&str, Work<'_>); 8] = [
            ("findings", &|demand| findings::sent(&document, demand).findings.len()),
            ("requested", &|demand| findings::requested(&document, &request, demand).len()),
            ("values", &|demand| fixes::of_values(&document, &found, demand).len()),
            ("document", &|demand| usize::from(fixes::of_document(&document, demand).is_some())),
            ("links", &|demand| link_targets::link_targets(&document, &[], demand).len()),
            ("forms", &|demand| readable_forms::readable_forms(&document, request.span, demand).len()),
            ("hover", &|demand| usize::from(ReportText::at(&document, offset, Extent::Short, demand).is_some())),
            ("inspect", &|demand| usize::from(InspectedReference::at(&document, offset, demand).is_some())),
        ];
        for (name, work) in work {
            let (whole, asked) = limited(usize::MAX);
            let all = work(&whole);
            let steps = asked.load(Ordering::Relaxed);
            assert!(steps > 0, "{name} never asks");
            for enough in [0, 1, steps / 2] {
                let (demand, asked) = limited(enough);
                let part = work(&demand);
                let more = asked.load(Ordering::Relaxed) - enough.min(asked.load(Ordering::Relaxed));
                assert!(part <= all, "{name}");
                // Each loop that encloses the step asks once more, and one per value of the request.
                assert!(more <= 200, "{name} asks {more} times after the end of its demand");
            }
            let (none, _) = limited(0);
            assert!(work(&none) < all.max(1), "{name} does all work without demand");
        }
    }
}
