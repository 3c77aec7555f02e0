use super::*;
use crate::keys;

#[test]
fn what_is_written_counts() {
    let text = "theme = 'light'\nglyphs = 'ascii'\nbidi = 'notation'\nmouse = false\n\
                [colors]\nerror = '#ff0000'\nstand-in = '5'\npath = 'light-blue'\n\
                [keys]\nquit = ['ctrl-q', 'F10']\nhelp = 'H'\n";
    let (settings, problems) = Settings::parse(text);
    assert_eq!(problems, []);
    assert_eq!((settings.theme, settings.bidi), (Some(ThemeName::Light), Some(Bidi::Notation)));
    assert_eq!((settings.glyphs, settings.mouse), (Some(GlyphSet::Ascii), Some(false)));
    assert_eq!(settings.colours.len(), 3);
    assert!(settings.colours.contains(&(Role::Error, Color::Rgb(255, 0, 0))));
    let names: Vec<String> = settings.keys.iter().flat_map(|(_, keys)| keys).map(|key| key.name()).collect();
    assert_eq!(names, ["H", "ctrl-q", "F10"]);
}

#[test]
fn what_makes_no_sense_is_named_and_the_rest_counts() {
    for (text, at, said) in [
        ("them = 'light'", "them", "did you mean 'theme'?"),
        ("theme = 'lihgt'", "'lihgt'", "did you mean 'light'?"),
        ("theme = 5", "5", "a string belongs here"),
        ("mouse = 'no'", "'no'", "write true or false"),
        ("[colors]\nerrr = 'red'", "errr", "did you mean 'error'?"),
        ("[colors]\nerror = 'rde'", "'rde'", "is no colour"),
        ("[keys]\nqiut = 'q'", "qiut", "did you mean 'quit'?"),
        ("[keys]\nquit = 'crtl-q'", "'crtl-q'", "no key is called"),
        ("[keys]\nquit = 'ctrl-i'", "'ctrl-i'", "cannot tell"),
    ] {
        let (settings, problems) = Settings::parse(&format!("bidi = 'app'\n{text}\n"));
        assert_eq!(settings.bidi, Some(Bidi::App));
        let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
        assert_eq!(problem.span.slice(&format!("bidi = 'app'\n{text}\n")), at);
        assert!(problem.message.contains(said), "{}", problem.message);
    }
}

#[test]
fn the_defaults_are_settings_that_change_nothing() {
    let text = defaults();
    let (settings, problems) = Settings::parse(&text);
    assert_eq!(problems, []);
    assert_eq!(settings.colours, []);
    // And with every line in force they are understood as well.
    let all: String = text
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")).unwrap_or(line).to_owned() + "\n")
        .collect();
    let (settings, problems) = Settings::parse(&all);
    assert_eq!(problems, [], "{all}");
    assert_eq!(settings.colours.len(), Role::ALL.len());
    assert_eq!(settings.keys.len(), keys::actions().len());
}
