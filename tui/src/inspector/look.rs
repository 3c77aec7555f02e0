//! What the screen looks like, and the menu of its settings, which apply at once and are saved on request.

use clap::ValueEnum;
use ratatui::layout::Size;

use crate::inspector::message::{Message, Setting};
use crate::inspector::overlay::{Choice, Menu};
use crate::terminal::probe::Answers;
use crate::theme::Theme;
use crate::theme::appearance::{Appearance, GlyphSet};

/// What the screen looks like.
pub struct Look {
    /// Size of the terminal in cells.
    pub size: Size,
    /// Colors and symbols.
    pub theme: Theme,
    /// Requested appearance, from which the theme is computed.
    pub appearance: Appearance,
    /// Answers of the terminal.
    pub answers: Answers,
}

/// Title of the menu.
const TITLE: &str = "settings";

/// Returns the name of a value on the command line.
pub(super) fn name<T: ValueEnum>(value: &T) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Returns a choice for each value of a setting.
fn choices<T: ValueEnum + Copy + PartialEq>(what: &str, current: T, setting: fn(T) -> Setting) -> Vec<Choice> {
    let choice = |value: &T| {
        let note = if *value == current { "current".to_owned() } else { meaning(value) };
        Choice::new(format!("{what}: {}", name(value)), note, Message::Set(setting(*value)))
    };
    T::value_variants().iter().map(choice).collect()
}

/// Returns the first clause of what the help of the command line says about a value.
fn meaning<T: ValueEnum>(value: &T) -> String {
    let help =
        value.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default();
    help.split([':', ';', ',']).next().unwrap_or_default().to_owned()
}

impl Look {
    /// Starts with the default appearance.
    pub(super) fn new(theme: Theme, size: Size) -> Self {
        Self { size, theme, appearance: Appearance::default(), answers: Answers::default() }
    }

    /// Computes the theme after the appearance or the answers of the terminal changed.
    pub(super) fn update_theme(&mut self) {
        self.theme = self.appearance.theme(self.answers);
    }

    /// Returns the menu of the settings; those that apply are marked.
    pub(super) fn menu(&self) -> Menu {
        // Without a choice they depend on the locale.
        let has_unicode = self.appearance.environment.has_unicode;
        let glyphs = self.appearance.glyphs.unwrap_or(if has_unicode { GlyphSet::Unicode } else { GlyphSet::Ascii });
        let choices = [
            choices("theme", self.appearance.theme, Setting::Theme),
            choices("symbols", glyphs, Setting::Glyphs),
            choices("right-to-left letters", self.appearance.bidi, Setting::Bidi),
        ];
        let rest = [
            Choice::new("test right-to-left display", "", Message::Calibration),
            Choice::new("save these settings", "", Message::SaveSettings),
        ];
        Menu::new(TITLE, choices.into_iter().flatten().chain(rest).collect())
    }

    /// Applies a setting. Returns the menu of the settings, in which it is selected.
    pub(super) fn set(&mut self, setting: Setting) -> Menu {
        match setting {
            Setting::Theme(theme) => self.appearance.theme = theme,
            Setting::Glyphs(glyphs) => self.appearance.glyphs = Some(glyphs),
            Setting::Bidi(bidi) => self.appearance.bidi = bidi,
        }
        self.update_theme();
        let menu = self.menu();
        let selected = menu.choices.iter().position(|choice| choice.message == Message::Set(setting)).unwrap_or(0);
        Menu { selected, ..menu }
    }

    /// Returns the settings of this session that differ from the defaults or can be chosen here.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![("theme", name(&self.appearance.theme)), ("bidi", name(&self.appearance.bidi))];
        settings.extend(self.appearance.glyphs.map(|glyphs| ("glyphs", name(&glyphs))));
        settings
    }
}

#[cfg(test)]
mod tests {
    use iri_core::Options;

    use super::*;
    use crate::inspector::app::App;
    use crate::inspector::message::{Effect, Step};
    use crate::inspector::overlay::Overlay;
    use crate::theme::Colors;
    use crate::theme::drawing::Letters;
    use crate::ui::viewport::ScreenLayout;

    #[test]
    fn a_setting_applies_at_once_and_is_saved_on_request() {
        let mut app = App::new("a", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        app.update(Message::OfferSettings);
        for word in ["theme none", "left notation"] {
            app.update(Message::SelectAll);
            app.update(Message::Insert(word.to_owned()));
            app.update(Message::Accept);
        }
        assert_eq!((app.look.theme.colors, app.look.theme.letters), (Colors::None, Letters::Notation));
        let Some(Overlay::Menu(menu)) = app.overlays.last() else { panic!("the settings stay open") };
        let current: Vec<&str> =
            menu.choices.iter().filter(|choice| choice.note == "current").map(|choice| choice.words.as_str()).collect();
        assert_eq!(current, ["theme: none", "symbols: unicode", "right-to-left letters: notation"]);
        let dark = menu.choices.iter().find(|choice| choice.words == "theme: dark");
        assert_eq!(dark.map(|choice| choice.note.as_str()), Some("For dark backgrounds"));
        app.update(Message::Step(Step::Last));
        let saved = vec![("theme", "none".to_owned()), ("bidi", "notation".to_owned())];
        assert_eq!(app.update(Message::Accept), Effect::SaveSettings(saved));
        assert!(app.overlays.is_empty());
    }
}
