//! What the features find in a document, in the terms of the core.

pub mod action;
pub mod completion;
pub mod config_file;
mod file_kinds;
pub mod files;
pub mod findings;
pub mod fixes;
pub mod link_index;
pub mod link_targets;
pub mod missing_files;
pub mod navigation;
pub mod paths;
pub mod readable_forms;
pub mod renames;
pub mod report;
pub mod rewrites;
pub mod rule_page;
pub mod structure;
pub mod suppressions;

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use iri_core::{CancelToken, Document, Settings, Span};

    use crate::analysis::action::ActionRequest;
    use crate::analysis::report::{Extent, InspectedReference, ReportText};
    use crate::analysis::{findings, fixes, link_targets, readable_forms};

    /// Returns a token that is cancelled after `steps` questions, and the number of questions so far.
    fn limited(steps: usize) -> (CancelToken, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        (CancelToken::new(move || counter.fetch_add(1, Ordering::Relaxed) >= steps), asked)
    }

    /// Work that returns how much it found.
    type Work<'w> = &'w dyn Fn(&CancelToken) -> usize;

    #[test]
    fn work_ends_soon_after_it_is_cancelled() {
        let mut text = String::from("<a>");
        for number in 0..2_000 {
            write!(text, "<b xml:base='a b{number} c%41'/>").expect("a String takes every write");
        }
        let offset = text.find("b1000").expect("it was written");
        let document = Document::parse(text, Arc::new(Settings::default()));
        let request = ActionRequest { span: Span::new(0, document.len()), fixes: true, ..ActionRequest::default() };
        let found = findings::requested(&document, &request, &CancelToken::default());
        assert!(found.len() > 10);
        let work: [(&str, Work<'_>); 8] = [
            ("findings", &|cancel| findings::sent(&document, cancel).findings.len()),
            ("requested", &|cancel| findings::requested(&document, &request, cancel).len()),
            ("values", &|cancel| fixes::of_values(&document, &found, cancel).len()),
            ("document", &|cancel| usize::from(fixes::of_document(&document, cancel).is_some())),
            ("links", &|cancel| link_targets::link_targets(&document, &[], cancel).len()),
            ("forms", &|cancel| readable_forms::readable_forms(&document, request.span, cancel).len()),
            ("hover", &|cancel| usize::from(ReportText::at(&document, offset, Extent::Short, cancel).is_some())),
            ("inspect", &|cancel| usize::from(InspectedReference::at(&document, offset, cancel).is_some())),
        ];
        for (name, work) in work {
            let (whole, asked) = limited(usize::MAX);
            let all = work(&whole);
            let steps = asked.load(Ordering::Relaxed);
            assert!(steps > 0, "{name} never asks");
            for enough in [0, 1, steps / 2] {
                let (cancel, asked) = limited(enough);
                let part = work(&cancel);
                let more = asked.load(Ordering::Relaxed) - enough.min(asked.load(Ordering::Relaxed));
                assert!(part <= all, "{name}");
                // Each loop that encloses the step asks once more, and one per value of the request.
                assert!(more <= 200, "{name} asks {more} times after it is cancelled");
            }
            let (none, _) = limited(0);
            assert!(work(&none) < all.max(1), "{name} does all work although it is cancelled");
        }
    }
}
