//! Following a reference: to its target in the list, in the editor of the user, or with a command of the settings.
//!
//! ```text
//!  O ─▶ in the inspector      the target is selected; ctrl-o returns
//!       in $EDITOR, line 12
//!       commands of the settings, with {target}, {reference}, {file}, {line} and {column} replaced
//! ```

use iri_core::files::{absolute, is_same_file};

use crate::files::documents::ReferenceIndex;
use crate::files::filter::Filter;
use crate::files::link_target::{LinkTarget, TargetFile, TargetState, TargetWord};
use crate::inspector::app::App;
use crate::inspector::changes::NO_REFERENCE;
use crate::inspector::message::{Effect, Message};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::user_command::{PLACEHOLDERS, UserCommand};

/// Offers the ways to follow the reference.
pub(super) fn offer_to_follow(app: &mut App) {
    let mut choices = Vec::new();
    let mut title = "open".to_owned();
    if let Some(target) = &app.panes.target {
        title = target.words().iter().map(TargetWord::text).collect();
        if row_of_target(app, target).is_some() {
            choices.push(Choice::new("in the inspector", "", Message::FollowInside));
        }
        if edited_target(app, target).is_some() {
            let line = target.at.map_or_else(String::new, |at| format!(", line {}", at.line));
            choices.push(Choice::new(format!("in $EDITOR{line}"), "", Message::EditTarget));
        }
    }
    let commands = app.settings.commands.iter().enumerate();
    choices.extend(commands.map(|(number, command)| Choice::new(&command.name, "", Message::Run(number))));
    if choices.is_empty() {
        app.notice = match &app.panes.target {
            None if app.origin.documents().is_some_and(|documents| documents.current().is_none()) => {
                NO_REFERENCE.to_owned()
            }
            Some(_) => title,
            None => "it opens no file; [commands] of the settings start programs".to_owned(),
        };
        return;
    }
    app.overlays.push(Overlay::Menu(Menu::new(title, choices)));
}

/// Selects the target in the list.
pub(super) fn follow_inside(app: &mut App) {
    let Some(at) = app.panes.target.as_ref().and_then(|target| row_of_target(app, target)) else { return };
    app.close();
    if app.origin.screen() != Screen::List {
        // The edited text cannot be written; the reason is shown.
        return;
    }
    if let Origin::Files(list) = &mut app.origin {
        list.jumps.extend(list.documents.at());
    }
    jump(app, at);
    let listed = std::mem::take(&mut app.notice);
    app.notice = if listed.is_empty() { "ctrl-o returns".to_owned() } else { format!("{listed} (ctrl-o returns)") };
}

/// Returns to the reference that was followed last.
pub(super) fn jump_back(app: &mut App) {
    let from = match &mut app.origin {
        Origin::Files(list) => list.jumps.pop(),
        Origin::Texts(_) => None,
    };
    match from {
        Some(at) => {
            app.close();
            if app.origin.screen() == Screen::List {
                jump(app, at);
            }
        }
        None => app.say("no reference was followed"),
    }
}

fn jump(app: &mut App, at: ReferenceIndex) {
    let Some(documents) = app.origin.documents_mut() else { return };
    documents.select(at);
    if !documents.is_current_listed() {
        documents.filter = Filter::default();
        documents.filter_changed();
        app.say("all references are listed");
    }
    app.load_selected();
}

/// Opens the target in the editor of the user.
pub(super) fn edit_target(app: &mut App) -> Effect {
    let edited = app.panes.target.as_ref().and_then(|target| edited_target(app, target));
    edited.unwrap_or(Effect::Draw)
}

fn edited_target(app: &App, target: &LinkTarget) -> Option<Effect> {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let (line, column) = target.at.map_or((1, 1), |at| (number(at.line), number(at.column)));
    if matches!(target.state, TargetState::NoFile(_) | TargetState::Outside) {
        return None;
    }
    match &target.file {
        TargetFile::Disk(path) => Some(Effect::Edit(path.clone(), line, column)),
        TargetFile::Own => {
            let (_, file, _) = app.origin.documents()?.current()?;
            file.package.is_none().then(|| Effect::Edit(file.path.clone(), line, column))
        }
        TargetFile::Entry(_) => None,
    }
}

/// Returns the listed reference at the target or after it.
fn row_of_target(app: &App, target: &LinkTarget) -> Option<ReferenceIndex> {
    let documents = app.origin.documents()?;
    if matches!(target.state, TargetState::NoFile(_)) {
        return None;
    }
    let file = match &target.file {
        TargetFile::Own => documents.at()?.file as usize,
        TargetFile::Entry(name) => documents.files.iter().position(|file| file.name == *name)?,
        TargetFile::Disk(path) => documents
            .files
            .iter()
            .position(|file| file.package.is_none() && is_same_file(&absolute(&file.path), path))?,
    };
    let rows = &documents.files[file].rows;
    let last = rows.len().checked_sub(1)?;
    let at = target.at.map_or((0, 0), |at| (at.line, at.column));
    let row = rows.iter().position(|row| (row.line as usize, row.column as usize) >= at).unwrap_or(last);
    Some(ReferenceIndex { file: u32::try_from(file).ok()?, row: u32::try_from(row).ok()? })
}

/// Runs a command of the settings on the reference.
pub(super) fn run(app: &mut App, number: usize) -> Effect {
    let Some(command) = app.settings.commands.get(number) else { return Effect::Draw };
    let words: Result<Vec<String>, String> = command.words.iter().map(|word| filled(app, word)).collect();
    match words {
        Ok(words) => Effect::Run(UserCommand { name: command.name.clone(), words }),
        Err(reason) => {
            app.notice = format!("not run: {reason}");
            Effect::Draw
        }
    }
}

/// Replaces the names in braces.
fn filled(app: &App, word: &str) -> Result<String, String> {
    let mut filled = word.to_owned();
    for name in PLACEHOLDERS {
        let placeholder = format!("{{{name}}}");
        if filled.contains(&placeholder) {
            let value = value_of(app, name).ok_or_else(|| format!("the reference has no {name}"))?;
            // It would be an option of the program.
            if word.starts_with(&placeholder) && value.starts_with('-') {
                return Err(format!("the {name} starts with '-'"));
            }
            filled = filled.replace(&placeholder, &value);
        }
    }
    Ok(filled)
}

fn value_of(app: &App, name: &str) -> Option<String> {
    let current = || app.origin.documents()?.current();
    match name {
        "target" => match &app.panes.target {
            Some(LinkTarget { file: TargetFile::Disk(path), .. }) => Some(path.to_string_lossy().into_owned()),
            Some(LinkTarget { file: TargetFile::Entry(_), .. }) => None,
            Some(LinkTarget { file: TargetFile::Own, .. }) => value_of(app, "file"),
            None => {
                let resolved = app.panes.analysis.resolution.as_ref().map(|resolution| resolution.target.clone());
                resolved.or_else(|| Some(app.panes.text().to_owned())).filter(|target| !target.is_empty())
            }
        },
        "reference" => Some(app.panes.text().to_owned()).filter(|text| !text.is_empty()),
        "file" => current().map(|(_, file, _)| absolute(file.disk_path()).to_string_lossy().into_owned()),
        "line" => current().map(|(.., row)| row.line.to_string()),
        "column" => current().map(|(.., row)| row.column.to_string()),
        _ => None,
    }
}
