//! Where the inspector was left in each file or directory, so that it starts there again.
//!
//! ```text
//! /home/me/docs⇥/home/me/docs/topics/setup.dita⇥12:7       the last one first
//! ```
//!
//! Nothing depends on it: what cannot be read or written is ignored.

use std::fs;
use std::path::{Path, PathBuf};

use iri_core::files::{folder_of, save};

use crate::files::new_file::create;
use crate::files::position::Position;

/// Maximum number of positions.
const MOST: usize = 100;

/// Returns the position in `opened` of the file of positions at `path`.
pub fn read(path: &Path, opened: &Path) -> Option<Position> {
    let text = iri_core::files::read_text(path).ok()?;
    text.lines().filter_map(position).find(|position| position.opened == opened)
}

/// Adds a position to the file of positions at `path`.
pub fn add(path: &Path, position: &Position) {
    let Some(line) = line(position) else { return };
    let before = iri_core::files::read_text(path);
    let text = before.as_deref().unwrap_or_default();
    let others = text.lines().filter(|line| self::position(line).is_some_and(|other| other.opened != position.opened));
    let after: String = std::iter::once(&*line).chain(others.take(MOST - 1)).flat_map(|line| [line, "\n"]).collect();
    // Another inspector may have changed it since.
    let _ = match &before {
        Ok(before) => save(path, folder_of(path), before.as_bytes(), after.as_bytes()).map(drop),
        Err(_) => fs::create_dir_all(folder_of(path)).map_err(Into::into).and_then(|()| create(path, after.as_bytes())),
    };
}

/// Returns the line of a position; `None` if a path is not text, or has a character that separates.
fn line(position: &Position) -> Option<String> {
    let Position { opened, file, line, column } = position;
    let path = |path: &'_ PathBuf| path.to_str().map(str::to_owned).filter(|path| !path.contains(char::is_control));
    Some(format!("{}\t{}\t{line}:{column}", path(opened)?, path(file)?))
}

fn position(line: &str) -> Option<Position> {
    let (opened, rest) = line.split_once('\t')?;
    let (file, at) = rest.split_once('\t')?;
    let (line, column) = at.split_once(':')?;
    Some(Position { opened: opened.into(), file: file.into(), line: line.parse().ok()?, column: column.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_position_in_a_directory_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("new").join("positions");
        let at = |opened: &str, line| Position { opened: opened.into(), file: "/d/a b.xml".into(), line, column: 7 };
        assert_eq!(read(&path, Path::new("/d")), None);
        for number in 0..300 {
            add(&path, &at(&format!("/{number}"), number));
        }
        add(&path, &at("/d", 1));
        add(&path, &at("/d", 2));
        add(&path, &at("/a\nb", 3));
        assert_eq!(read(&path, Path::new("/d")), Some(at("/d", 2)));
        assert_eq!(read(&path, Path::new("/299")), Some(at("/299", 299)));
        assert_eq!(read(&path, Path::new("/0")), None);
        assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), MOST);
        fs::write(&path, "\t\nx\ty\tz\n").expect("it can be written");
        assert_eq!(read(&path, Path::new("/d")), None);
    }
}
