//! The command that opens a file in the person's own editor.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// Returns the editor command of the user, found as git does. Most take `+LINE`; a few expect the line after the name.
pub fn editor_command(path: &Path, line: u32) -> io::Result<Command> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = editor.split_whitespace();
    let program = words.next().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(words);
    match Path::new(program).file_stem().and_then(|name| name.to_str()) {
        Some("code" | "codium" | "cursor") => command.arg("--wait").arg("--goto").arg(with_line(path, line)),
        Some("hx" | "helix" | "subl" | "zed") => command.arg(with_line(path, line)),
        _ => command.arg(format!("+{line}")).arg(path),
    };
    Ok(command)
}

/// `path:line`
fn with_line(path: &Path, line: u32) -> OsString {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(":{line}"));
    name
}
