//! Saves settings that the user chose in the inspector.

use std::fs;
use std::io;
use std::path::Path;

use iri_core::files::folder_of;

use crate::cells::escape_line;
use crate::files::new_file::create;
use crate::inspector::settings::with_values;

/// Sets values in the settings file at `path` and keeps its other contents. Returns the notice about it.
pub fn save(path: Option<&Path>, values: &[(&'static str, String)]) -> String {
    let Some(path) = path.filter(|path| !path.as_os_str().is_empty()) else {
        return "not saved: there is no settings file".to_owned();
    };
    let shown = escape_line(&path.to_string_lossy());
    match write(path, values) {
        Ok(()) => format!("saved {shown}"),
        Err(error) => format!("not saved: {shown}: {error}"),
    }
}

fn write(path: &Path, values: &[(&'static str, String)]) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let before = match iri_core::files::read_text(path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let after = with_values(before.as_deref().unwrap_or_default(), values);
    let after = after.ok_or_else(|| io::Error::other("the file has errors"))?;
    let written = match before {
        Some(before) => iri_core::files::save(path, folder, before.as_bytes(), after.as_bytes()).map(drop),
        None => create(path, after.as_bytes()),
    };
    written.map_err(|error| io::Error::other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_created_and_changed() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("new").join("config.toml");
        let said = save(Some(&path), &[("theme", "dark".to_owned())]);
        assert!(said.starts_with("saved "), "{said}");
        fs::write(&path, "# mine\ntheme = \"dark\"\n").expect("it can be written");
        save(Some(&path), &[("theme", "light".to_owned())]);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "# mine\ntheme = \"light\"\n");
        fs::write(&path, "theme = ").expect("it can be written");
        let said = save(Some(&path), &[("theme", "light".to_owned())]);
        assert!(said.starts_with("not saved: ") && said.ends_with("the file has errors"), "{said}");
        assert_eq!(save(None, &[]), "not saved: there is no settings file");
    }
}
