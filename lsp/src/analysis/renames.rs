//! Edits that keep links intact when a file is moved or an ID is renamed.
//!
//! ```text
//! old path ─▶ new path    every link whose target or whose document moves: does it still lead there?
//!                         no ─▶ the path of the reference is replaced, with the segments that stay as they were
//! old ID ──▶ new ID       the ID, IDREFs in its document, and the fragments of all links to it
//! ```
//!
//! An edit replaces a part of a reference: query, fragment, and everything around it stay byte for byte.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::config::{ConfigPath, toml_string};
use iri_core::files::{
    PathStyle, TargetIndex, below, document_location, file_uri_from_path, is_same_file, path_from_file_uri, path_key,
};
use iri_core::reference::{
    fragment_from_id, path_segment, percent_decoded, relative_path, resolve, without_query_and_fragment,
};
use iri_core::text::{InDocument, WHITESPACE};
use iri_core::xml::DraftError;
use iri_core::xml::ids::{IdReference, SAME_TOPIC, named_ids};
use iri_core::{CancelToken, Config, Dialect, Document, Edit, Role, Site, Span};

use crate::analysis::fixes::breaks_signature;
use crate::analysis::link_index::{AllLinks, Destination, LinkedFiles, parts_with, target_of};
use crate::analysis::navigation::SameFile;
use crate::analysis::paths;
use crate::documents::Snapshot;
use crate::encoding::document_encoding;

/// Edits of one document.
pub struct DocumentEdits {
    /// Path of the document before the files are moved.
    pub path: PathBuf,
    /// Open document, if it is open.
    pub open: Option<Arc<Snapshot>>,
    /// Document.
    pub document: Document,
    /// Edits in order, without overlap.
    pub edits: Vec<Edit<InDocument>>,
}

/// Move of a file or directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Path before.
    pub from: PathBuf,
    /// Path after.
    pub to: PathBuf,
}

/// New paths, found by the keys of the old ones: a selection may contain thousands of files.
struct MovesByPath<'m>(HashMap<Cow<'m, Path>, &'m Path>);

impl<'m> MovesByPath<'m> {
    fn new(moves: &'m [Move]) -> Self {
        Self(moves.iter().map(|one| (path_key(&one.from), &*one.to)).collect())
    }

    /// Returns the new path of the file or directory at `path`, or of the nearest directory that contains it, and the path below.
    fn containing<'p>(&self, path: &'p Path) -> Option<(&'m Path, &'p Path)> {
        let moved = |folder: &'p Path| Some((*self.0.get(&path_key(folder))?, below(path, folder)?));
        path.ancestors().find_map(moved)
    }

    /// Returns the path of a file after the moves.
    fn moved(&self, path: &Path) -> PathBuf {
        match self.containing(path) {
            Some((to, rest)) if rest.as_os_str().is_empty() => to.to_owned(),
            Some((to, rest)) => to.join(rest),
            None => path.to_owned(),
        }
    }
}

/// Returns the edits after which every link in `all` that leads to an existing file leads to the same file after `moves`,
/// and a message for each link and each document that stays as it is; `None` if it is cancelled.
pub fn edits_for_moves(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    moves: &[Move],
    cancel: &CancelToken,
) -> Option<(Vec<DocumentEdits>, Vec<String>)> {
    let index = TargetIndex::default();
    let targets = index.within(&workspace.roots);
    let real = |path: &Path| file_uri_from_path(path).and_then(|iri| targets.resolved(&iri));
    let by_path = MovesByPath::new(moves);
    // Links in the file system may lead to what is moved.
    let aliases: Vec<Move> = moves
        .iter()
        .filter_map(|one| real(&one.from).map(|from| Move { from, to: one.to.clone() }))
        .filter(|alias| by_path.0.get(&path_key(&alias.from)).is_none_or(|to| *to != alias.to))
        .collect();
    let of_aliases = MovesByPath::new(&aliases);
    let is_affected = |path: &Path| by_path.containing(path).or_else(|| of_aliases.containing(path)).is_some();
    let new_target = |path: &Path| -> Option<PathBuf> {
        let resolved = real(path)?;
        let direct = by_path.moved(path);
        if direct != path {
            return Some(direct);
        }
        let through = by_path.moved(&resolved);
        let through = if through == resolved { of_aliases.moved(&resolved) } else { through };
        Some(if through == resolved { path.to_owned() } else { through })
    };
    let (mut changed, mut kept) = (Vec::new(), Vec::new());
    for (path, links) in all {
        if cancel.is_cancelled() {
            return None;
        }
        let new_path = by_path.moved(path);
        let is_moved = new_path != *path;
        let may_be_link = |target: &Path| is_affected(target) || real(target).is_some_and(|real| is_affected(&real));
        if !is_moved && !links.links.iter().any(|link| may_be_link(&link.target)) {
            continue;
        }
        let Some((open, document)) = workspace.document(path) else { continue };
        // The location of the document and what sets a base lead to the same after the move.
        let mut bases: HashMap<String, String> = HashMap::new();
        if let Some(location) = document.settings().location.clone().filter(|_| is_moved)
            && let Some(new) = document_location(&new_path)
        {
            bases.insert(location, new);
        }
        let text = document.shared_text();
        let paths = paths::all(&document, &text);
        let mut edits = Vec::new();
        // A prefixed name is moved with the declaration of its prefix.
        let is_written = |site: &Site<'_>| !site.kind.has_prefix() && !paths::contain(&paths, site);
        for site in document.sites().filter(is_written) {
            let Some(old_base) = document.base_at(&site) else { continue };
            let base = bases.get(&*old_base).map_or(&*old_base, String::as_str).to_owned();
            let target = document.target_of(&site);
            let new = target.as_ref().filter(|target| !target.path.is_empty()).and_then(|target| {
                let written = target.path.slice(&site.value);
                path_after_move(target.file.as_deref()?, written, site.role, &base, &new_target)
            });
            let edit = target
                .as_ref()
                .zip(new.as_deref())
                .map(|(target, new)| written_edit(&document, &site, target.path, new))
                .transpose()
                .unwrap_or_else(|error| {
                    let line = document.line_column(site.span.start).line;
                    kept.push(format!("{}:{line}: reference not changed: {error}", path.display()));
                    None
                });
            if is_base(&site)
                && let Some(old) = site.resolved()
            {
                let mut value = site.value.clone().into_owned();
                if let Some((target, new)) = target.zip(new).filter(|_| edit.is_some()) {
                    value.replace_range(target.path.range(), &new);
                }
                bases.extend(resolve(&base, value.trim_matches(WHITESPACE)).map(|new| (old, new)));
            }
            edits.extend(edit);
        }
        for path in paths {
            let Some(base) = path.base_after(&bases, &new_target) else { continue };
            let edit = path_after_move(path.iri(), path.reference(), Role::IRI, &base, &new_target)
                .and_then(|new| path.edit(&new, document_encoding(&document)));
            edits.extend(edit);
        }
        finish(&mut edits);
        // The user wants to move a file, not to make the signature of another one invalid.
        if breaks_signature(&document, edits.iter().map(|edit| edit.span)) {
            kept.push(format!("{}: references not changed: the document contains an XML Signature", path.display()));
        } else if !edits.is_empty() {
            changed.push(DocumentEdits { path: path.clone(), open, document, edits });
        }
    }
    changed.extend(edits_of_configs(workspace, all, &by_path, &new_target));
    Some((changed, kept))
}

/// Returns the edits of the configuration files that apply to the files in `all`: of the paths of catalogs, schemas and extended
/// configurations.
fn edits_of_configs(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    moves: &MovesByPath<'_>,
    new_target: &dyn Fn(&Path) -> Option<PathBuf>,
) -> Vec<DocumentEdits> {
    let folders: HashSet<&Path> = all.iter().filter_map(|(path, _)| path.parent()).collect();
    let config = |folder: &Path| workspace.configuration.target_for(&file_uri_from_path(&folder.join("a"))?);
    let configs = folders.into_iter().filter_map(config).filter(|config| !config.is_new);
    let configs: BTreeMap<PathBuf, String> = configs.map(|config| (config.path, config.text)).collect();
    let edited = |(path, text): (PathBuf, String)| {
        let (config, _) = Config::parse(&text);
        let schemas = config.schemas.associations.iter().map(|association| &association.schema);
        let named = config.extend.iter().chain(&config.schemas.catalogs).chain(schemas);
        let base = file_uri_from_path(&moves.moved(&path))?;
        let edit = |named: &ConfigPath| {
            let written = paths::reference(&named.path);
            let target = resolve(&file_uri_from_path(&path)?, &written)?;
            let new = path_after_move(&target, &written, Role::IRI, &base, new_target)?;
            let path = path_from_file_uri(&new).and_then(|path| path.into_os_string().into_string().ok());
            let path = path.map(|path| PathStyle::SYSTEM.text_for_programs(&path).into_owned());
            let text = toml_string(&path.or_else(|| percent_decoded(&new).map(Cow::into_owned))?, char::is_control);
            Some(Edit { span: Span::new(named.span.start, named.span.end), text })
        };
        let mut edits: Vec<_> = named.filter_map(edit).collect();
        finish(&mut edits);
        let open = workspace.documents.snapshot_of_file(&path);
        let document = Document::parse(text, Arc::default());
        (!edits.is_empty()).then_some(DocumentEdits { path, open, document, edits })
    };
    configs.into_iter().filter_map(edited).collect()
}

/// Returns the path of a reference with the path `written` and this role with which it leads from `base`, the base after the
/// move, to the new path of its target, `file`; `None` if it stays as it is.
fn path_after_move(
    file: &str,
    written: &str,
    role: Role,
    base: &str,
    new_target: &dyn Fn(&Path) -> Option<PathBuf>,
) -> Option<String> {
    let old_path = path_from_file_uri(file)?;
    let new_path = new_target(&old_path)?;
    let resolved = resolve(base, written)?;
    let leads_to = path_from_file_uri(&resolved)?;
    // Who renames `A.xml` to `a.xml` means the references, too, although the old ones still work on Windows.
    if leads_to == new_path || (new_path == old_path && is_same_file(&leads_to, &new_path)) {
        return None;
    }
    let (to, from) = (file_uri_from_path(&new_path)?, file_uri_from_path(&path_from_file_uri(base)?)?);
    let new = reference_to(PathStyle::SYSTEM, &to, &from, written, role)?;
    // The result must lead to the file, whatever the names contain.
    let check = path_from_file_uri(&resolve(base, &new)?)?;
    is_same_file(&check, &new_path).then_some(new)
}

/// Returns whether `site` sets a base.
fn is_base(site: &Site<'_>) -> bool {
    let is_page_base = || site.element.rsplit('}').next() == Some("base") && site.attribute == Some("href");
    site.role == Role::RDF_BASE
        || site.attribute == Some("{http://www.w3.org/XML/1998/namespace}base")
        || is_page_base()
}

/// Returns the path of a reference from `base` to the file with the IRI `to`, in the style of `written`: absolute or
/// relative, with the segments that stay.
fn reference_to(style: PathStyle, to: &str, base: &str, written: &str, role: Role) -> Option<String> {
    // The first name is that of the server, which is empty on this machine.
    let names = |iri: &str| -> Option<Vec<String>> {
        let names = without_query_and_fragment(iri).strip_prefix("file://")?.split('/');
        names.map(|name| percent_decoded(name).map(Cow::into_owned)).collect()
    };
    let (mut from, mut target) = (names(base)?, names(to)?);
    from.pop();
    target.truncate(target.iter().rposition(|name| !name.is_empty())? + 1);
    let known: Vec<(&str, String)> = written
        .split('/')
        .filter(|segment| !matches!(*segment, "" | "." | ".."))
        .filter_map(|segment| Some((segment, percent_decoded(segment)?.into_owned())))
        .collect();
    // A segment that stays is not encoded in another way.
    let segment = |name: &String| {
        let same = known.iter().find(|(_, decoded)| decoded == name);
        same.map_or_else(|| role.item_text(path_segment(name, role.dialect)), |(segment, _)| (*segment).to_owned())
    };
    let written_path = |names: &[String]| names.iter().map(segment).collect::<Vec<_>>().join("/");
    let own_slash = if written.ends_with('/') { "/" } else { "" };
    // `a/.` and `a/..` are directories, too.
    let is_dotted_end = matches!(written.rsplit_once('/'), Some((_, "." | "..")));
    let slash = if is_dotted_end { "/" } else { own_slash };
    if written.starts_with("//") {
        return Some(format!("//{}{slash}", written_path(&target)));
    }
    if written.starts_with('/') {
        return Some(format!("/{}{slash}", written_path(&target[1..])));
    }
    let common = from.iter().zip(&target).take_while(|(one, other)| style.is_same_name(one, other)).count();
    // No relative path leads to another drive or share: a browser never removes a drive.
    if style == PathStyle::Windows && common < 2 {
        return Some(format!("file://{}{slash}", written_path(&target)));
    }
    let up = "../".repeat(from.len() - common);
    if common == target.len() {
        // The directory of the document or one above it: a checkout may have another name.
        let ancestor = if up.is_empty() { "./" } else { &*up };
        return Some(ancestor.trim_end_matches('/').to_owned() + own_slash);
    }
    let new = format!("{up}{}{slash}", written_path(&target[common..]));
    let is_dotted = up.is_empty() && written.starts_with("./");
    Some(if is_dotted { format!("./{new}") } else { relative_path(&new).into_owned() })
}

/// Returns the edit of the document that replaces `part` of the reference at `site`. Literals of declarations have no entities
/// for their quotation marks, so that these are percent-encoded.
fn written_edit(document: &Document, site: &Site<'_>, part: Span, text: &str) -> Result<Edit<InDocument>, DraftError> {
    let draft = document.draft(site).ok_or(DraftError::Inexpressible)?;
    let edited = |text: &str| {
        let edit = Edit::smallest(part.slice(&site.value), part, text);
        Ok(draft.edited(&edit, document_encoding(document))?.1.in_document(draft.value()))
    };
    edited(text).or_else(|error| {
        let encoded = text.replace('\'', "%27").replace('"', "%22");
        if encoded == text { Err(error) } else { edited(&encoded) }
    })
}

/// Sorts edits and removes those that overlap: several references of one entity share their source.
fn finish(edits: &mut Vec<Edit<InDocument>>) {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup();
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= end;
        end = end.max(edit.span.end);
        is_apart
    });
}

/// Reason why an ID cannot be renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenameError {
    /// The new name is not an NCName.
    Invalid,
    /// Another element has it.
    Taken,
    /// The document does not contain the ID, or cannot be read.
    Unknown,
    /// The new prefix is declared, the new name is that of another node, or it cannot be written.
    Name,
    /// The new name cannot be a key.
    Key,
    /// Other documents name the key with its scope.
    Scoped,
    /// The source of a reference cannot express the name.
    Source,
    /// An XML Signature signs a document with the ID or a reference to it.
    Signed,
}

impl RenameError {
    /// Returns the message.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Invalid => "an ID must be an XML name without ':'",
            Self::Taken => "another element has this ID",
            Self::Key => "a key must not contain whitespace, quotation marks or one of {}[]/#?<&",
            Self::Scoped => "the key is also used with the name of its scope",
            Self::Source => "a reference to the ID cannot be changed without losing an entity",
            Self::Signed => "the change would make an XML Signature invalid",
            Self::Name => "the name is used already, or it cannot be written here",
            Self::Unknown => "the ID is not in a document of the workspace",
        }
    }
}

/// Returns whether `name` is an NCName (Namespaces in XML, production 4), as far as fragments and DITA allow it.
fn is_id(name: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    let is_rest = |c: char| {
        c.is_alphanumeric()
            || matches!(c, '_' | '-' | '.' | '\u{B7}')
            || !c.is_ascii() && !c.is_control() && !c.is_whitespace()
    };
    name.chars().next().is_some_and(is_start) && name.chars().all(is_rest)
}

/// Returns the edits that rename the ID of `destination` to `new`.
///
/// # Errors
/// If `new` cannot be the ID. `None` if it is cancelled.
pub fn edits_for_id(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    destination: &Destination,
    new: &str,
    cancel: &CancelToken,
) -> Option<Result<Vec<DocumentEdits>, RenameError>> {
    let Some(old) = destination.fragment.as_deref().filter(|fragment| !fragment.is_empty()) else {
        return Some(Err(RenameError::Unknown));
    };
    if !is_id(new) {
        return Some(Err(RenameError::Invalid));
    }
    let Some((_, target)) = workspace.document(&destination.file) else { return Some(Err(RenameError::Unknown)) };
    let ids = target.ids();
    if ids.find(old).is_none() {
        return Some(Err(RenameError::Unknown));
    }
    let renamed = |fragment: &str| renamed(fragment, old, new);
    let Some(new_fragment) = renamed(old) else { return Some(Err(RenameError::Unknown)) };
    if new_fragment == old {
        return Some(Ok(Vec::new()));
    }
    if ids.find(&new_fragment).is_some() {
        return Some(Err(RenameError::Taken));
    }
    let same = SameFile::new(workspace, &destination.file);
    let parts = parts_with(all, &destination.file);
    let mut changed = Vec::new();
    let mut is_target_done = false;
    let own = [(destination.file.clone(), Arc::default())];
    let is_destination = |path: &Path| is_same_file(path, &destination.file);
    let has_target = all.iter().any(|(path, _)| is_destination(path));
    for (path, links) in all.iter().chain(own.iter().filter(|_| !has_target)) {
        if cancel.is_cancelled() {
            return None;
        }
        let is_target = is_destination(path) && !std::mem::replace(&mut is_target_done, true);
        let leads_here = |fragment: Option<&str>| fragment.is_some_and(|fragment| renamed(fragment).is_some());
        let mut links = links.links.iter().filter(|link| leads_here(link.fragment.as_deref()) && same.is(&link.target));
        let links: Vec<_> = links.by_ref().map(|link| (link.span, link.fragment.as_deref())).collect();
        let is_part = !is_destination(path) && parts.contains(&*path_key(path));
        if links.is_empty() && !is_target && !is_part {
            continue;
        }
        let Some((open, document)) = workspace.document(path) else { continue };
        let mut edits = Vec::new();
        if is_part {
            match edits_in_part(&document, old, new) {
                Ok(named) => edits = named,
                Err(error) => return Some(Err(error)),
            }
        }
        for (span, fragment) in links {
            if document.sites_in(span).all(|site| site.span != span) {
                // The fragment of another reference, or an element in the target of a key.
                let written = document.slice(span);
                let encoding = document_encoding(&document);
                let element = |fragment: &str| Some(fragment.rsplit_once('/')?.1.to_owned());
                if fragment.and_then(element).is_some_and(|element| *element == *written) {
                    let new = fragment.and_then(&renamed).and_then(|fragment| element(&fragment));
                    edits.extend(new.filter(|new| *new != *written).map(|text| Edit { span, text }));
                    continue;
                }
                edits.extend(named_ids(&written, || None).into_iter().filter_map(|named| {
                    renamed(&named.fragment)?;
                    let part = Span::new(span.start + named.span.start, span.start + named.span.end);
                    Some(Edit { span: part, text: encoding.representable(new).into_owned() })
                }));
            }
            for site in document.sites_in(span).filter(|site| site.span == span) {
                let Some(part) = target_of(&document, &site).and_then(|target| target.fragment) else { continue };
                let topic = || document.ids().topic_at(site.span.start).map(str::to_owned);
                for named in named_ids(part.slice(&site.value), topic) {
                    let part = named.span.moved(part.start);
                    let Some(new) = renamed(&named.fragment) else { continue };
                    let new = fragment_like(part.slice(&site.value), &named.fragment, &new, &site);
                    if new == part.slice(&site.value) {
                        continue;
                    }
                    let Ok(edit) = written_edit(&document, &site, part, &new) else {
                        return Some(Err(RenameError::Source));
                    };
                    edits.push(edit);
                }
            }
        }
        if is_target {
            let ids = document.ids();
            let own = ids.all().iter().filter(|id| *id.fragment == *old).map(|id| id.span);
            let text = document.text();
            let escaped = document_encoding(&document).representable(new).into_owned();
            edits.extend(own.map(|span| Edit { span: trimmed(&text, span), text: escaped.clone() }));
            match edits_of_names(&document, old.rsplit('/').next().unwrap_or(old), new) {
                Ok(named) => edits.extend(named),
                Err(error) => return Some(Err(error)),
            }
        }
        finish(&mut edits);
        if breaks_signature(&document, edits.iter().map(|edit| edit.span)) {
            return Some(Err(RenameError::Signed));
        }
        if !edits.is_empty() {
            changed.push(DocumentEdits { path: path.clone(), open, document, edits });
        }
    }
    Some(Ok(changed))
}

/// Returns the edits that rename the ID `old` of another part of a document that includes `document`.
fn edits_in_part(document: &Document, old: &str, new: &str) -> Result<Vec<Edit<InDocument>>, RenameError> {
    let ids = document.ids();
    if ids.find(new).is_some() {
        return Err(RenameError::Taken);
    }
    // A part names its own element.
    let is_named = ids.find(old).is_none();
    if is_named { edits_of_names(document, old, new) } else { Ok(Vec::new()) }
}

/// Returns the edits that rename what names the ID `old` without a reference.
///
/// # Errors
/// If one is in an entity, which may be used elsewhere.
fn edits_of_names(document: &Document, old: &str, new: &str) -> Result<Vec<Edit<InDocument>>, RenameError> {
    let encoding = document_encoding(document);
    let named = document.id_references(old).into_iter();
    let edit = |named: IdReference| {
        let written = named.written(new).ok_or(RenameError::Source)?;
        Ok(Edit { span: named.span, text: encoding.representable(&written).into_owned() })
    };
    named.map(edit).collect()
}

/// Returns the edits that rename a key to `new`.
///
/// # Errors
/// If `new` cannot be the key. `None` if it is cancelled.
pub fn edits_for_key(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    (key, new): (&Destination, &str),
    cancel: &CancelToken,
) -> Option<Result<Vec<DocumentEdits>, RenameError>> {
    let old = key.key()?;
    if new.is_empty() || new.contains(|c: char| WHITESPACE.contains(&c) || "{}[]/#?<&\"'".contains(c)) {
        return Some(Err(RenameError::Key));
    }
    let is_defined = |name: &str| {
        all.iter()
            .flat_map(|(_, links)| &links.keys)
            .any(|defined| *defined.name == *name && *defined.space == *key.file)
    };
    if !is_defined(old) {
        return Some(Err(RenameError::Unknown));
    }
    if old != new && is_defined(new) {
        return Some(Err(RenameError::Taken));
    }
    let is_scoped = |name: &str| name.strip_suffix(old).is_some_and(|scope| scope.ends_with('.')) && !is_defined(name);
    let mut changed = Vec::new();
    for (path, links) in all {
        if cancel.is_cancelled() {
            return None;
        }
        let uses = links.links.iter().filter(|link| *link.target == *key.file);
        let uses = uses.filter_map(|link| Some((link.key()?, link.span)));
        if uses.clone().any(|(name, _)| is_scoped(name)) {
            return Some(Err(RenameError::Scoped));
        }
        let uses = uses.filter(|(name, _)| *name == old).map(|(_, span)| span);
        let own = links.keys.iter().filter(|defined| key.is_key(defined)).map(|defined| defined.span);
        let spans: Vec<_> = uses.chain(own).collect();
        let Some((open, document)) = (if spans.is_empty() { None } else { workspace.document(path) }) else { continue };
        let text = document_encoding(&document).representable(new).into_owned();
        let mut edits: Vec<_> = spans.into_iter().map(|span| Edit { span, text: text.clone() }).collect();
        finish(&mut edits);
        changed.push(DocumentEdits { path: path.clone(), open, document, edits });
    }
    Some(Ok(changed))
}

/// Returns the fragment that names `new` as `written` names `old`: percent-encoded or not, with or without the topic of DITA.
fn fragment_like(written: &str, old: &str, new: &str, site: &Site<'_>) -> String {
    // An encoding may have lowercase digits.
    let is_encoded = fragment_from_id(old, site.role.dialect) != written
        && fragment_from_id(old, Dialect::Uri).eq_ignore_ascii_case(written);
    let dialect = if is_encoded { Dialect::Uri } else { site.role.dialect };
    match new.rsplit_once('/').filter(|_| written.starts_with(SAME_TOPIC)) {
        Some((_, element)) => SAME_TOPIC.to_owned() + &fragment_from_id(element, dialect),
        None => fragment_from_id(new, dialect),
    }
}

/// Returns `fragment` with the ID `new`, if it is `old` or, in DITA, that of an element in the topic `old`.
fn renamed(fragment: &str, old: &str, new: &str) -> Option<String> {
    if fragment == old {
        return Some(old.rsplit_once('/').map_or_else(|| new.to_owned(), |(topic, _)| format!("{topic}/{new}")));
    }
    let element = fragment.strip_prefix(old)?.strip_prefix('/').filter(|_| !old.contains('/'))?;
    Some(format!("{new}/{element}"))
}

/// Returns `span` without whitespace at its ends.
fn trimmed(text: &str, span: Span<InDocument>) -> Span<InDocument> {
    let value = span.slice(text);
    let start = span.start + value.len() - value.trim_start_matches(WHITESPACE).len();
    Span::new(start, start + value.trim_matches(WHITESPACE).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_leads_to_a_moved_file_in_any_style_of_paths() {
        use PathStyle::{Unix, Windows};
        for (style, to, base, written, expected) in [
            (Unix, "file:///t/sub/d.xml", "file:///t/a.xml", "sub/c.xml", "sub/d.xml"),
            (Unix, "file:///T/d.xml", "file:///t/a.xml", "c.xml", "../T/d.xml"),
            (Unix, "file:///t/x/d%20e.xml", "file:///t/a.xml", "/t/c.xml", "/t/x/d%20e.xml"),
            (Windows, "file:///C:/t/docs/sub/d.xml", "file:///c:/t/docs/a.xml", "sub/c.xml", "sub/d.xml"),
            (Windows, "file:///C:/T/Docs/sub/d.xml", "file:///c:/t/docs/a.xml", "./sub/c.xml", "./sub/d.xml"),
            (Windows, "file:///D:/d.xml", "file:///C:/t/a.xml", "c.xml", "file:///D:/d.xml"),
            (Windows, "file:///C:/t/d.xml", "file://host/share/a.xml", "c.xml", "file:///C:/t/d.xml"),
            (Windows, "file://host/share/x/", "file:///C:/t/a.xml", "x/", "file://host/share/x/"),
            (Windows, "file://host/other/d.xml", "file://host/share/a.xml", "c.xml", "file://host/other/d.xml"),
            (Windows, "file:///C:/t/d.xml", "file:///C:/t/a.xml", "/C:/t/c.xml", "/C:/t/d.xml"),
            (Windows, "file://host/share/x/d.xml", "file://HOST/Share/a.xml", "x/c.xml", "x/d.xml"),
            (Windows, "file://host/share/d.xml", "file://host/share/a.xml", "//host/share/c.xml", "//host/share/d.xml"),
            (Windows, "file:///C:/t/new/", "file:///c:/t/docs/a.xml", "../old/", "../new/"),
            (Windows, "file:///C:/t/", "file:///c:/T/docs/a.xml", "./", "../"),
            (Unix, "file:///t/", "file:///t/docs/a.xml", "./", "../"),
            (Unix, "file:///t/", "file:///t/docs/a.xml", ".", ".."),
            (Unix, "file:///t/", "file:///t/docs/deep/a.xml", "..", "../.."),
            (Unix, "file:///t/docs/", "file:///t/docs/a.xml", "../", "./"),
            (Unix, "file:///t/docs/", "file:///t/docs/a.xml", "docs", "."),
            (Unix, "file:///t/d.xml", "file:///t/docs/a.xml", "d.xml", "../d.xml"),
        ] {
            let new = reference_to(style, to, base, written, Role::IRI);
            assert_eq!(new.as_deref(), Some(expected), "{to} {base}");
        }
    }
}
