//! The settings as they are where nothing is set, as a file to begin with.

use std::fmt::Write as _;

use crate::keys;
use crate::theme::palette::{Palette, Role};

/// All settings as they are where nothing is set.
pub fn defaults() -> String {
    let mut out = String::from(
        "# The settings of iri-inspect, as they are without this file.\n\n\
         theme = \"auto\"       # auto, terminal, dark, light, none\n\
         # glyphs = \"unicode\" # unicode, ascii; as the locale admits\n\
         bidi = \"auto\"        # auto, app, terminal, notation\n\
         mouse = true\n\n\
         # A colour: one of the sixteen by name, 0 to 255, or \"#rrggbb\". These are those of the theme terminal.\n\
         [colors]\n",
    );
    for role in Role::ALL {
        let colour = Palette::SIXTEEN.of(role).to_string().to_lowercase();
        let _ = writeln!(out, "# {} = \"{colour}\"", role.name());
    }
    out.push_str("\n# An action and its keys, in every place that has the action.\n[keys]\n");
    for (name, keys, words) in keys::actions() {
        let keys: Vec<String> = keys.iter().map(|key| toml_string(key)).collect();
        let _ = writeln!(out, "# {name} = [{}]   # {words}", keys.join(", "));
    }
    out
}

fn toml_string(text: &str) -> String {
    let quote = if text.contains(['"', '\\']) { '\'' } else { '"' };
    format!("{quote}{text}{quote}")
}
