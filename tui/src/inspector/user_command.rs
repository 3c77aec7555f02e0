//! Commands of the settings, which run a program on the selected reference.

/// Command of the settings: a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserCommand {
    /// Name in the menus.
    pub name: String,
    /// Program and arguments, in which `{target}` and other names in braces are replaced.
    pub words: Vec<String>,
}

/// Names in braces that the words of a command may contain.
pub const PLACEHOLDERS: [&str; 5] = ["target", "reference", "file", "line", "column"];
