//! Files that a place can mean, by their extensions: a schema for `schemaLocation`, an image for `srcset`.
//!
//! Each line of the data file has elements and attributes, as [`Site`] names them (`*` is any name), and extensions, or the
//! name of a list of them. Such a list is a line with a name and extensions. A place in no line means any file.

use std::sync::LazyLock;

use iri_core::Site;

/// Kinds of files of a place.
#[derive(Clone, Copy, Debug)]
pub struct FileKinds(&'static str);

const DATA: &str = include_str!("file_kinds.tsv");

static LINES: LazyLock<Vec<[&'static str; 3]>> = LazyLock::new(columns);
static LISTS: LazyLock<Vec<[&'static str; 2]>> = LazyLock::new(columns);

/// Returns the lines with this number of columns.
fn columns<const COUNT: usize>() -> Vec<[&'static str; COUNT]> {
    DATA.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok()).collect()
}

impl FileKinds {
    /// Returns the kinds of files that the reference at `site` can mean; `None` if they are not known.
    pub fn of(site: &Site<'_>) -> Option<Self> {
        let attribute = site.attribute?;
        let fits = |names: &str, name: &str| {
            names.split(' ').any(|known| known.strip_suffix('*').map_or(known == name, |start| name.starts_with(start)))
        };
        let line =
            LINES.iter().find(|[elements, attributes, _]| fits(elements, site.element) && fits(attributes, attribute));
        let extensions = line?[2];
        let list = LISTS.iter().find(|[name, _]| *name == extensions);
        Some(Self(list.map_or(extensions, |[_, listed]| listed)))
    }

    /// Returns whether the file with this name is one of them.
    pub fn contain(self, name: &str) -> bool {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        self.0.split(' ').any(|known| known.eq_ignore_ascii_case(extension))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_list_or_a_place() {
        assert_eq!(LINES.len() + LISTS.len(), DATA.lines().count());
        let extensions = |text: &str| text.chars().all(|c| c == ' ' || c.is_ascii_lowercase() || c.is_ascii_digit());
        for text in LINES.iter().map(|[.., text]| text).chain(LISTS.iter().map(|[_, text]| text)) {
            assert!(extensions(text) || LISTS.iter().any(|[name, _]| name == text), "{text}");
        }
    }
}
