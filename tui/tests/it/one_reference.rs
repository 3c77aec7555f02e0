//! One reference in the inspector, controlled by keys.

use crate::pty::Pty;

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");

fn inspector(reference: &str) -> Pty {
    let pty = Pty::start(PROGRAM, &["--reference", "--", reference], &[]);
    pty.wait_for_text("conversions");
    pty
}

#[test]
fn every_pane_is_reached_and_a_base_and_a_second_reference_are_typed() {
    let mut pty = inspector("../a b");
    for words in ["LEIRI only", "RFC 3987 order", "LEIRI to IRI"] {
        pty.send("\t");
        pty.wait_for_text(words);
    }
    pty.send("\t\t\t");
    pty.wait_for_text("enter set the base");
    pty.send("\r");
    pty.wait_for_text("base:");
    pty.send("http://example.org/docs/index\r");
    pty.wait_for_text("http://example.org/a\u{2423}b");
    pty.send("chttp://example.org/a%20b\r");
    pty.wait_for_text("equal after percent normalization");
    pty.send("\x1b");
    pty.wait_for("the findings", |screen| !screen.contents().contains("enter compare with"));
    pty.send("f");
    pty.wait_for_text("nothing to fix");
    pty.send("q");
    pty.discard_edit();
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}

#[test]
fn shift_and_arrows_select_text_to_cut_or_replace() {
    let mut pty = inspector("http://example.org/abc");
    pty.send("i\x05");
    pty.send("\x1b[1;2D\x1b[1;2D");
    pty.wait_for_text("2 of 22 selected");
    pty.send("x");
    pty.wait_for_text("http://example.org/ax");
    pty.send("\x1b[1;6D");
    pty.wait_for_text("2 of 21 selected");
    pty.send("\x18");
    let is_alone =
        |screen: &vt100::Screen| screen.contents().lines().any(|line| line.trim_end() == "http://example.org/");
    pty.wait_for("the rest of the line", is_alone);
    pty.send("\x03");
    pty.discard_edit();
    assert!(pty.end().contains("Success"));
}

#[test]
fn a_megabyte_is_pasted_and_edited_while_it_is_analyzed() {
    let mut pty = inspector("");
    let text = format!("http://example.org/{}", "a |".repeat(1 << 18));
    pty.send("\x1b[200~");
    pty.send(&text);
    pty.send("\x1b[201~");
    pty.wait_for_text("a\u{2423}|a\u{2423}|");
    pty.send("end");
    pty.wait_for_text("a\u{2423}|end");
    pty.wait_for_text("524288 findings");
    pty.send("\rq");
    pty.discard_edit();
    assert!(pty.end().contains("Success"));
    pty.assert_restored();
}
