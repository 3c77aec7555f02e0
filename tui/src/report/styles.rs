//! The styles of what is printed: the terminal's own colors, so that light and dark are both right.
//! A color never says anything that no word says.

use anstyle::{AnsiColor, Effects, Style};
use iri_core::Severity;
use iri_core::reference::ComponentName;

/// A heading, a name that is looked for.
pub const EMPHASIS: Style = Style::new().effects(Effects::BOLD);
/// A word of ours beside text of the input.
pub const LABEL: Style = Style::new().effects(Effects::DIMMED);
/// What parts components.
pub const DELIMITER: Style = Style::new();
/// An example.
pub const EXAMPLE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));

/// A line that a patch takes away.
pub const REMOVED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// A line that a patch adds.
pub const ADDED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));

/// Returns the color of a component, the same wherever it is printed.
pub const fn component(name: ComponentName) -> Style {
    use ComponentName as Name;
    let color = match name {
        Name::Authority => return DELIMITER,
        Name::Scheme => AnsiColor::Magenta,
        Name::Userinfo => AnsiColor::Red,
        Name::Host => AnsiColor::Cyan,
        Name::Port => AnsiColor::Yellow,
        Name::Path => AnsiColor::Green,
        Name::Query => AnsiColor::Blue,
        Name::Fragment => AnsiColor::BrightMagenta,
    };
    color.on_default()
}

/// Returns the style of a severity's name.
pub const fn severity(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Information => AnsiColor::Cyan,
        Severity::Hint => return LABEL,
    };
    color.on_default().effects(Effects::BOLD)
}
