use std::time::Duration;

use iri_core::bidi::Order;
use iri_core::inspect::CharacterFilter;

use super::*;
use crate::app::Pane;
use crate::judged::Sort;

fn question(number: u32) -> Question {
    let (revision, text) = (u64::from(number), "a b".repeat(number as usize));
    let wanted = Wanted {
        filter: CharacterFilter::All,
        sort: Sort::Position,
        order: Order::Rfc,
        cursor: 0,
        pane: Pane::Findings,
    };
    let options = Options::default();
    Question { revision, text, other: String::new(), options, wanted, what: What::Judgement }
}

#[test]
fn the_last_question_is_answered() {
    let mut judge = Judge::default();
    assert!(!judge.is_busy());
    judge.ask((1..=50).map(question).collect(), 50);
    let mut last = 0;
    while judge.is_busy() {
        if let Some(answer) = judge.answer() {
            assert!(answer.revision > last, "answers come in the order of the questions");
            last = answer.revision;
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(last, 50);
}

#[test]
fn what_is_asked_of_a_text_that_is_no_more_is_abandoned() {
    let asked = question(9);
    let times = std::cell::Cell::new(0);
    let until_the_third = || {
        times.set(times.get() + 1);
        times.get() < 3
    };
    assert!(asked.answer_while(&until_the_third).is_none());
    assert_eq!(times.get(), 3, "nothing is asked, and nothing done, behind that");
    let mut judge = Judge::default();
    judge.ask(vec![asked], 9);
    judge.ask(Vec::new(), 10);
    assert!(!judge.is_busy());
}
