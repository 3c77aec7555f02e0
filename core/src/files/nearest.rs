//! The nearest directory with a file that applies to all below it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// For each directory, the nearest one with a property: itself or one above it. Each is asked once.
#[derive(Debug, Default)]
pub struct Nearest(HashMap<OsString, Option<PathBuf>>);

impl Nearest {
    /// Returns the nearest directory from the absolute path `folder` upwards that `has` the property.
    pub fn find(&mut self, folder: &Path, has: impl Fn(&Path) -> bool) -> Option<PathBuf> {
        let mut asked = Vec::new();
        let mut found = None;
        for above in folder.ancestors() {
            if let Some(known) = self.0.get(above.as_os_str()) {
                found.clone_from(known);
                break;
            }
            asked.push(above);
            if has(above) {
                found = Some(above.to_owned());
                break;
            }
        }
        self.0.extend(asked.into_iter().map(|above| (above.into(), found.clone())));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn each_directory_is_asked_once() {
        let asked = RefCell::new(Vec::new());
        let has = |folder: &Path| {
            asked.borrow_mut().push(folder.to_owned());
            folder == Path::new("/a") || folder == Path::new("/a/b/c")
        };
        let mut nearest = Nearest::default();
        let mut find = |folder: &str| nearest.find(Path::new(folder), has);
        for _ in 0..2 {
            assert_eq!(find("/a/b/c/d/e"), Some("/a/b/c".into()));
            assert_eq!(find("/a/b/c/f"), Some("/a/b/c".into()));
            assert_eq!(find("/a/b"), Some("/a".into()));
            assert_eq!(find("/g/h"), None);
            assert_eq!(find("/g"), None);
        }
        let expected = ["/a/b/c/d/e", "/a/b/c/d", "/a/b/c", "/a/b/c/f", "/a/b", "/a", "/g/h", "/g", "/"];
        assert_eq!(*asked.borrow(), expected.map(PathBuf::from));
    }
}
