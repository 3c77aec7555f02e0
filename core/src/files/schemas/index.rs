//! Index of the schemas in a workspace by the namespaces that they declare.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::files::input::head_of;
use crate::files::paths::{absolute, path_key};
use crate::files::walk::{WalkOptions, walk};
use crate::schema::Outline;
use crate::text::encoding;

/// Maximum number of files of a project that are looked at, and of another directory, which may have all files of a user.
const MAX_FILES: usize = 50_000;
const MAX_FILES_OUTSIDE: usize = 5_000;
/// Maximum number of bytes of each that are read.
const MAX_HEAD: u64 = 64 * 1024;
/// Maximum number of schemas.
const MAX_SCHEMAS: usize = 10_000;

/// Schemas by namespace.
#[derive(Debug, Default)]
pub struct Index {
    schemas: HashMap<String, Vec<PathBuf>>,
}

impl Index {
    /// Reads the start of each schema below `folder`. Ignored files are skipped, as in every walk.
    pub fn below(folder: &Path, is_project: bool) -> Self {
        let most = if is_project { MAX_FILES } else { MAX_FILES_OUTSIDE };
        let files = walk(folder, WalkOptions::default()).take(most).filter_map(Result::ok);
        let mut all = Vec::new();
        for path in files.filter(|path| is_schema_by_name(path)).take(MAX_SCHEMAS) {
            let is_compact = path.extension().is_some_and(|extension| extension == "rnc");
            let Some(outline) = head(&path).and_then(|text| Outline::new(&text, is_compact)) else { continue };
            all.push((path, outline));
        }
        // What another schema of the namespace includes is only a part of it.
        let key = |path: &Path| path_key(&absolute(path)).into_owned();
        let mut parts = HashSet::new();
        for (path, outline) in &all {
            let folder = path.parent().unwrap_or(Path::new(""));
            parts
                .extend(outline.includes.iter().map(|include| (key(&folder.join(include)), outline.namespace.clone())));
        }
        let mut index = Self::default();
        for is_part in [false, true] {
            for (path, outline) in &all {
                if outline.namespace.is_empty() || parts.contains(&(key(path), outline.namespace.clone())) != is_part {
                    continue;
                }
                index.schemas.entry(outline.namespace.clone()).or_default().push(path.clone());
            }
        }
        index
    }

    /// Returns the schema for `namespace` that is nearest to the document at `path`.
    pub fn nearest(&self, namespace: &str, path: Option<&Path>) -> Option<&Path> {
        let path = path.map(path_key);
        let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let distance = |schema: &Path| {
            let common = schema.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
            (folder.components().count() - common, schema.components().count() - common)
        };
        let all = self.schemas.get(namespace)?.iter().map(|schema| (schema, path_key(schema)));
        let others = all.filter(|(_, key)| Some(key) != path.as_ref());
        // Of several at the same distance the first wins.
        others.min_by_key(|(_, key)| distance(key)).map(|(schema, _)| schema.as_path())
    }
}

/// Returns whether the file at `path` is a schema according to its name.
pub fn is_schema_by_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["xsd", "rng", "rnc"].iter().any(|known| extension == *known))
}

fn head(path: &Path) -> Option<String> {
    encoding::decode(head_of(path, MAX_HEAD).ok()?).ok().map(|source| source.text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::paths::PathStyle;

    #[test]
    fn the_nearest_schema_that_is_not_a_part_of_another_wins() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let at = |path: &str| folder.path().join(path);
        for (path, inside) in [
            ("a.xsd", "<xs:include schemaLocation='part.xsd'/>"),
            ("part.xsd", ""),
            ("deep/er/b.xsd", "<xs:include schemaLocation='../../low/./a.xsd'/>"),
            ("low/a.xsd", ""),
            ("low/b.xsd", ""),
            ("deep/er/Part.txt", ""),
        ] {
            fs::create_dir_all(at(path).parent().expect("a directory")).expect("it can be created");
            let text = format!(
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s'>{inside}</xs:schema>"
            );
            fs::write(at(path), text).expect("it can be written");
        }
        fs::write(at("c.xsd"), "<html/>").expect("it can be written");
        let index = Index::below(folder.path(), true);
        for (document, schema) in [
            ("doc.xml", "a.xsd"),
            ("x/doc.xml", "a.xsd"),
            ("deep/doc.xml", "deep/er/b.xsd"),
            ("deep/er/doc.xml", "deep/er/b.xsd"),
            ("low/doc.xml", "low/b.xsd"),
            ("a.xsd", "part.xsd"),
        ] {
            assert_eq!(index.nearest("urn:s", Some(&at(document))), Some(at(schema).as_path()), "{document}");
            if PathStyle::SYSTEM == PathStyle::Windows {
                let other_case = at(document).to_string_lossy().to_uppercase();
                assert_eq!(
                    index.nearest("urn:s", Some(Path::new(&other_case))),
                    Some(at(schema).as_path()),
                    "{document}"
                );
            }
        }
        assert_eq!(index.nearest("urn:other", Some(&at("doc.xml"))), None);
    }
}
