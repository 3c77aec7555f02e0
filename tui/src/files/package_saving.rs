//! Saving of files in a package: a save reads the package on disk, the changed files are compared with what was loaded, and
//! one new package replaces it. So changes of other files by other programs are kept, as are all other bytes.

use std::collections::HashMap;
use std::path::Path;

use iri_core::files::{ChangedEntry, Package, PackageEntry, PackageKind, Saved, Stamp, read, save};

use crate::files::file::{File, Replacement, Unsaved, stamp_with};

/// Saves the files `numbers`, which are in the package at `path`; `replacement` returns the content of each. Returns the
/// result of each.
pub fn save_in_package(
    files: &mut [File],
    path: &Path,
    numbers: &[usize],
    replacement: fn(&File) -> Result<Replacement, Unsaved>,
) -> Vec<Result<Saved, Unsaved>> {
    let Some(&first) = numbers.first() else { return Vec::new() };
    let before = Stamp::new(path).ok();
    let replacements: Vec<_> = numbers.iter().map(|&number| replacement(&files[number])).collect();
    let (saved, after) = replace(path, files[first].tree(), &replacements);
    // The other files of the package are as they were, unless another program changed it before.
    let is_saved = saved.iter().any(Result::is_ok);
    let is_within = |file: &File| file.package.as_ref().is_some_and(|package| package.path == path);
    for file in files.iter_mut().filter(|file| is_saved && is_within(file) && file.stamp() == before) {
        file.package_saved(after);
    }
    for ((&number, replacement), saved) in numbers.iter().zip(replacements).zip(&saved) {
        if let (Ok(replacement), Ok(_)) = (replacement, saved) {
            files[number].saved(replacement.new, after);
        }
    }
    saved
}

/// Replaces the package at `path` by one with the new contents, except for those that cannot be replaced. Returns the
/// result of each, and the metadata of the new package on disk.
fn replace(
    path: &Path,
    tree: &Path,
    replacements: &[Result<Replacement, Unsaved>],
) -> (Vec<Result<Saved, Unsaved>>, Option<Stamp>) {
    let all = |reason: Unsaved| (replacements.iter().map(|_| Err(reason.clone())).collect::<Vec<_>>(), None);
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(_) if !path.exists() => return all(Unsaved::Gone),
        Err(error) => return all(Unsaved::refused(&error)),
    };
    let kind = PackageKind::from_name(path).unwrap_or(PackageKind::Archive);
    let mut package = match Package::open(path, kind, bytes.clone()) {
        Ok(package) => package,
        Err(error) => return all(Unsaved::refused(&error)),
    };
    let entries: HashMap<String, PackageEntry> =
        package.entries().into_iter().map(|entry| (entry.name.clone(), entry)).collect();
    let mut changes: Vec<ChangedEntry> = Vec::new();
    let mut change = |replacement: &Result<Replacement, Unsaved>| {
        let Replacement { entry, expected, new } = replacement.as_ref().map_err(Unsaved::clone)?;
        let entry = entries.get(entry).ok_or(Unsaved::Gone)?;
        match package.read(entry) {
            Ok(content) if content == *expected => changes.push((entry.clone(), new.clone())),
            Ok(_) => return Err(Unsaved::Changed),
            Err(error) => return Err(Unsaved::refused(&error)),
        }
        Ok(())
    };
    let wanted: Vec<Result<(), Unsaved>> = replacements.iter().map(&mut change).collect();
    if changes.is_empty() {
        return (wanted.into_iter().map(|wanted| wanted.and(Err(Unsaved::Changed))).collect(), None);
    }
    let mut after = None;
    let saved = package.changed(&changes).map_err(|error| Unsaved::refused(&error)).and_then(|new| {
        let saved = save(path, tree, &bytes, &new).map_err(|error| Unsaved::from_save_error(&error, path))?;
        after = stamp_with(path, &new);
        Ok(saved)
    });
    (wanted.into_iter().map(|wanted| wanted.and(saved.clone())).collect(), after)
}
