//! The styles of reports: the colors of the terminal, which fit light and dark backgrounds. No information is given by
//! color alone.

use anstyle::{AnsiColor, Effects, Style};
use iri_core::Severity;
use iri_core::reference::ComponentName;

/// Style of headings and names.
pub const EMPHASIS: Style = Style::new().effects(Effects::BOLD);
/// Style of our own words beside text of the input.
pub const LABEL: Style = Style::new().effects(Effects::DIMMED);
/// Style of delimiters of components.
pub const DELIMITER: Style = Style::new();
/// Style of examples.
pub const EXAMPLE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));

/// Style of lines that a patch removes.
pub const REMOVED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// Style of lines that a patch adds.
pub const ADDED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));

/// Returns the style of a component.
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

/// Returns the style of the name of a severity.
pub const fn severity(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Information => AnsiColor::Cyan,
        Severity::Hint => return LABEL,
    };
    color.on_default().effects(Effects::BOLD)
}
