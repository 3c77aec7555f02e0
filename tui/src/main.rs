//! The program `iri-inspect`.

mod app;
mod editor;
mod judged;
mod keys;
mod terminal;
mod ui;

fn main() -> std::io::Result<()> {
    let reference = std::env::args().nth(1).unwrap_or_default();
    app::run(&reference, iri_core::Options::default())
}
