use std::sync::Arc;

use super::*;

/// What is shown of the rows: where their texts and names are kept is their own matter.
fn shown(rows: &Rows) -> Vec<(Row, &str, &str)> {
    let plain = |row: &Row| Row { text: (0, 0), place: 0, ..*row };
    rows.iter().map(|row| (plain(row), rows.text(row), rows.place(row))).collect()
}

#[test]
fn rows_that_follow_an_edit_are_those_of_a_fresh_reading() {
    let values = ["a b", "http://e/", "%7e|", "\u{5D0}.1", "c\nd", "x\r\ny", "&amp;", ""];
    let link = |number: usize| {
        let (value, end) = (values[number % 8], if number.is_multiple_of(3) { "\n" } else { "" });
        format!("<a x:href='{value}' title='{number}'/><!-- {} -->{end}", "x".repeat(number % 40))
    };
    let links: String = (0..400).map(link).collect();
    let text = format!("<doc xmlns:x='http://www.w3.org/1999/xlink'>{links}</doc>");
    let mut document = Document::parse_in_leaves(text, Arc::default(), 300);
    let mut rows = Rows::of(&document);
    let mut dice = 5usize;
    for step in 0..400 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = dice >> 33;
        let Some(row) = rows.get(pick % rows.len()) else { continue };
        let span = row.span();
        let value = values[pick % 7];
        let before = document.clone();
        let whole = Span::new(span.start, if pick.is_multiple_of(2) { span.end } else { span.start });
        document.edit(whole, if step % 50 == 49 { "'/><a x:href='n" } else { value });
        rows.follow(&before, &document);
        assert_eq!(shown(&rows), shown(&Rows::of(&document)), "step {step}");
    }
}
