//! Changes of documents: fixes, undo, unsaved changes, saving, and changes by other programs.

use std::time::{Duration, Instant};

use iri_core::files::CONFIG_FILE_NAME;
use iri_core::rules;
use iri_core::text::shorten;

use crate::cells::elided_path;
use crate::files::change::{Proposal, SaveReport, Scope, StepOutcome, SuppressionPlace};
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::{ExternalChange, File};
use crate::files::history::HistoryStep;
use crate::files::line_diff;
use crate::files::link_target::outside_messages;
use crate::files::replacement::Replacement;
use crate::files::tally::named;
use crate::files::task::Outcome;
use crate::inspector::app::App;
use crate::inspector::keys::InputMode;
use crate::inspector::message::{ChosenFixes, Effect, Message, Resolution, RuleScope};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, FixList, LineStyle, Menu, Overlay, Page, PageAction, PageLine};
use crate::inspector::patch;
use crate::inspector::refresh::no_safe_fixes;

/// Maximum number of lines of a patch on a page.
const MOST_LINES: usize = 20_000;
/// Maximum number of files of a task that ends before the next key is read.
const FEW: usize = 100;
/// Maximum delay of a key by a task.
const SLICE: Duration = Duration::from_millis(2);
/// Maximum columns of a name in the title of a menu.
const TITLE_NAME: usize = 40;
/// Notice about a key that needs a reference.
pub(super) const NO_REFERENCE: &str = "no reference selected";
/// Title of the menu about unsaved changes.
const UNSAVED: &str = "Unsaved changes";

pub(super) fn fix_in_list(app: &mut App, number: usize) {
    let Some(documents) = app.origin.documents_mut() else { return };
    let fixed = documents.fix(number).map(|what| format!("applied: {what} (u undo, ctrl-s save)"));
    app.notice = fixed.unwrap_or_else(|message| message);
    app.load_selected();
}

/// Undoes or redoes the next change of the text input, or else of the files.
pub(super) fn step_history(app: &mut App, step: HistoryStep) {
    let is_of_files = match app.input_mode() {
        InputMode::List => true,
        // The change of the text on screen is newer than those of the files.
        InputMode::Pane(_) => app.origin.documents().is_some() && !app.panes.reference.editor.can_step_history(step),
        _ => false,
    };
    if is_of_files {
        return step_in_files(app, step);
    }
    if step == HistoryStep::Redo && app.overlays.is_empty() && app.panes.reference.restore_canceled() {
        return app.say("restored: canceled edit");
    }
    let what = app.line().step_history(step);
    let outcome = what.map(|what| StepOutcome { what, files: 1, lost: Vec::new(), at: None });
    app.notice = step_notice(step, outcome);
    app.after_typing();
}

fn step_in_files(app: &mut App, step: HistoryStep) {
    if app.origin.documents_mut().is_some_and(|documents| documents.start_step(step)) {
        run_task(app);
    } else {
        app.notice = step_notice(step, None);
    }
}

/// Returns the words about where a reference is.
fn place_of(app: &App, at: ReferenceIndex) -> Option<String> {
    let (_, file, row) = app.origin.documents()?.reference(at)?;
    Some(format!(" in {}:{}", app.origin.documents()?.short_name(file), row.line))
}

/// Looks for the fixes of a rule, or of all rules, to choose from.
pub(super) fn propose(app: &mut App, of_rule: RuleScope) {
    let Some(documents) = app.origin.documents() else { return };
    let main = documents.main_finding().map(|found| found.finding.rule);
    let rule = match (of_rule, main) {
        (RuleScope::Any, _) => None,
        (RuleScope::Selected, Some(rule)) => Some(rule),
        (RuleScope::Selected, None) => return app.say("no findings: select a reference with a finding"),
    };
    let scope = scope(app);
    if let Some(documents) = app.origin.documents_mut() {
        documents.start_search(rule, scope);
        run_task(app);
    }
}

/// Looks for the references that contain the text `old`, to choose from.
pub(super) fn replace(app: &mut App, old: String, new: &str) {
    app.replaced = old;
    if let Err(reason) = propose_replacement(app, new) {
        app.notice = reason;
    }
}

/// Looks for the references that contain the text to replace, to choose from.
///
/// # Errors
/// The reason why nothing would change.
pub(super) fn propose_replacement(app: &mut App, new: &str) -> Result<(), String> {
    if app.replaced == new {
        return Err("nothing to change: the new text is the old one".to_owned());
    }
    let (scope, replacement) = (scope(app), Replacement::new(app.replaced.clone(), new.to_owned()));
    if let Some(documents) = app.origin.documents_mut() {
        documents.start_replacement(replacement, scope);
        run_task(app);
    }
    Ok(())
}

/// Returns the references of the next proposal.
fn scope(app: &App) -> Scope {
    if app.has_marks() { Scope::Marked } else { Scope::Listed }
}

/// Updates the proposed changes to files that another program changed.
pub(super) fn refresh_proposals(app: &mut App) {
    let Some(documents) = app.origin.documents() else { return };
    for overlay in &mut app.overlays {
        match overlay {
            Overlay::Fixes(list) => list.refresh(documents),
            Overlay::Page(Page { accept: Some(PageAction::Apply(proposal)), .. }) => _ = documents.refresh(proposal),
            _ => {}
        }
    }
}

/// Changes which fixes are chosen.
pub(super) fn choose_fixes(app: &mut App, chosen: ChosenFixes) {
    if let (Some(Overlay::Fixes(list)), Some(documents)) = (app.overlays.last_mut(), app.origin.documents())
        && let Some(notice) = list.choose(chosen, documents)
    {
        app.notice = notice;
    }
}

/// Selects the next or previous finding that has several fixes.
pub(super) fn go_to_choice(app: &mut App, is_forward: bool) {
    if let Some(Overlay::Fixes(list)) = app.overlays.last_mut()
        && !list.go_to_choice(is_forward)
    {
        app.say("each finding has one fix");
    }
}

/// Offers the ways to suppress the findings of the marked references, or of the selected one.
pub(super) fn offer_suppressions(app: &mut App) {
    let Some(documents) = app.origin.documents() else { return };
    let mut files: Vec<u32> = documents.targets().iter().map(|at| at.file).collect();
    files.dedup();
    let files = if files.len() > 1 { "these files" } else { "this file" };
    let mut rules_of_worst: Vec<usize> = documents.violated_rules();
    // The rule of the most severe finding comes first.
    let worst = documents.at().and_then(|at| documents.findings(at).first().map(|found| found.finding.rule));
    rules_of_worst.sort_by_key(|&rule| Some(rules::ALL[rule]) != worst);
    let choices: Vec<Choice> = rules_of_worst
        .into_iter()
        .flat_map(|rule| {
            let name = rules::ALL[rule].name;
            [
                (format!("{name} here"), "comment", SuppressionPlace::Element),
                (format!("{name} in {files}"), "comment", SuppressionPlace::File),
                (format!("{name} in {files}"), CONFIG_FILE_NAME, SuppressionPlace::ConfigForFile),
                (format!("{name} everywhere"), CONFIG_FILE_NAME, SuppressionPlace::Config),
            ]
            .map(|(words, note, place)| Choice::new(words, note, Message::Suppress(rule, place)))
        })
        .collect();
    if choices.is_empty() {
        return app.say("no findings: select a reference with a finding");
    }
    app.overlays.push(Overlay::Menu(Menu::new("ignore", choices)));
}

/// Shows the proposed suppression; enter applies it.
pub(super) fn propose_suppression(app: &mut App, rule: usize, place: SuppressionPlace) {
    let (Some(documents), Some(rule)) = (app.origin.documents_mut(), rules::ALL.get(rule)) else { return };
    let proposal = documents.propose_suppression(rule, place);
    show_proposal(app, proposal);
}

pub(super) fn show_proposal(app: &mut App, proposal: Proposal) {
    let Some(documents) = app.origin.documents() else { return };
    if proposal.is_empty() {
        let why = proposal.left.first().cloned();
        let below = proposal.below.words();
        let notice = why.unwrap_or_else(|| match below.as_str() {
            "" => format!("no {}", proposal.what),
            below => no_safe_fixes(below),
        });
        return app.say_so_far(&notice);
    }
    if proposal.is_of_fixes() {
        app.notice = left_notice(&proposal, usize::from(app.look.size.width));
        return app.overlays.push(Overlay::Fixes(Box::new(FixList::new(proposal))));
    }
    let (findings, files) = (named(proposal.suppressed, "finding"), named(proposal.files(), "file"));
    // An entry of a configuration is one file, but ignores the findings of others.
    let extent = if proposal.config.is_some() { findings } else { format!("{findings} in {files}") };
    let title = format!("{}: {extent}", proposal.what);
    let lines = patch_of(documents, &proposal);
    let accept = Some(PageAction::Apply(Box::new(proposal)));
    app.overlays.push(Overlay::Page(Page { accept, ..Page::new(title, lines) }));
}

/// Returns the notice about what a proposal leaves, in one row of `width` columns; the problems have all of it.
fn left_notice(proposal: &Proposal, width: usize) -> String {
    const SEE: &str = " (! problems)";
    if proposal.left.is_empty() {
        return String::new();
    }
    let (chosen, all) = proposal.counts();
    let counts = format!("{chosen} of {all} chosen; not changed: ");
    // The title has a line and two spaces.
    let room = width.saturating_sub(counts.len() + SEE.len() + 3);
    format!("{counts}{}{SEE}", shorten(&proposal.left.join("; "), room))
}

/// Applies the proposed change.
pub(super) fn accept_proposal(app: &mut App, proposal: Proposal) {
    let Some(documents) = app.origin.documents_mut() else { return };
    let left = proposal.left_words();
    let noun = if proposal.is_replacement() { "reference" } else { "finding" };
    let (what, fixed) = (proposal.name().to_owned(), named(proposal.counts().0, noun));
    let done = format!("applied: {what}, {fixed}{left}");
    documents.start_change(proposal, done);
    run_task(app);
}

/// Shows the unsaved changes.
pub(super) fn show_changes(app: &mut App) {
    let Some(documents) = app.origin.documents() else { return };
    let changed = documents.files.iter().filter(|file| file.is_changed());
    let mut lines = Vec::new();
    for config in documents.changed_configs() {
        let (before, after) = (config.saved_text(), config.text().cloned().unwrap_or_default());
        lines.extend(patch::lines(&config.name(), &before, &line_diff::between(&before, &after)));
    }
    for file in changed {
        if let Err(message) = file.spliced() {
            lines.push(PageLine::new(format!("{}: {message}", file.name), LineStyle::Heading));
        }
        if let Some((original, changes)) = file.changes() {
            lines.extend(patch::lines(&file.name, &original, changes));
        }
    }
    if lines.is_empty() {
        app.say("no unsaved changes");
    } else {
        app.overlays.push(Overlay::Page(Page::new("unsaved changes", lines)));
    }
}

pub(super) fn on_external_change(app: &mut App, number: usize, change: ExternalChange) {
    let Some(documents) = app.origin.documents() else { return };
    let name = documents.files[number].name.clone();
    let is_edited = app.origin.screen() == Screen::Reference && app.is_edited();
    let lost = documents.lost_marks();
    app.notice = match change {
        ExternalChange::Same => return,
        ExternalChange::Changed if is_edited && documents.at().is_none() => {
            format!("{name} changed on disk: your reference is no longer in its file (esc to leave)")
        }
        ExternalChange::Changed if is_edited => format!("{name} changed on disk: reloaded, your text is kept"),
        ExternalChange::Changed => format!("{name} changed on disk: reloaded"),
        ExternalChange::Merged => format!("{name} changed on disk: reloaded, your changes are kept"),
        ExternalChange::Gone => documents.files[number].lost().map_or(name, |lost| lost.message.clone()),
        ExternalChange::Restored => format!("{name} is on disk again, unchanged"),
        // A menu would receive what is being typed.
        ExternalChange::Conflict => format!("{name} changed on disk at your changes (! what to do)"),
    };
    if lost > 0 {
        app.notice = format!("{}, {} no longer marked", app.notice, named(lost, "reference"));
    }
}

/// Offers what to do with a file, about whose name `ask` asks.
fn offer_about(app: &mut App, number: usize, ask: impl Fn(&str) -> String, choices: &[(&str, Message)]) {
    let Some(file) = app.origin.documents().and_then(|documents| documents.files.get(number)) else { return };
    let title = ask(&elided_path(&file.name, TITLE_NAME));
    let choices = choices.iter().map(|(words, message)| Choice::new(*words, "", message.clone())).collect();
    app.overlays.push(Overlay::Menu(Menu::new(title, choices)));
}

/// Offers what to do with a file that another program changed at the same text.
fn offer_resolutions(app: &mut App, number: usize) {
    let choices = [
        ("keep my changes", Message::Back),
        ("compare with the file on disk", Message::Resolve(number, Resolution::Compare)),
        ("merge, without my conflicting changes", Message::Resolve(number, Resolution::Merge)),
        ("overwrite the file on disk", Message::Resolve(number, Resolution::AskToOverwrite)),
        ("reload and discard my changes", Message::Reload(number)),
    ];
    offer_about(app, number, |name| format!("{name} changed on disk"), &choices);
}

/// Offers what to do with a file with unsaved changes that was deleted or moved.
fn offer_creation(app: &mut App, number: usize) {
    let choices = [
        ("keep my changes", Message::Back),
        ("show unsaved changes", Message::Changes),
        ("write the file again with my changes", Message::Resolve(number, Resolution::Create)),
    ];
    offer_about(app, number, |name| format!("{name} was deleted or moved"), &choices);
}

/// Resolves a conflict with the text that another program wrote.
pub(super) fn resolve(app: &mut App, number: usize, resolution: Resolution) {
    let Some(documents) = app.origin.documents_mut() else { return };
    match resolution {
        Resolution::Offer => return offer_resolutions(app, number),
        Resolution::OfferCreation => return offer_creation(app, number),
        Resolution::Create => {
            let report = documents.create_again(number);
            report_save(app, &report);
        }
        Resolution::Compare => return compare_with_disk(app, number),
        Resolution::Merge => {
            let merged = documents.merge(number).map(|discarded| named(discarded, "change"));
            let hint = if documents.files[number].is_changed() { " (ctrl-s save)" } else { "" };
            let merged = merged.map(|discarded| format!("merged, {discarded} discarded{hint}"));
            app.notice = merged.unwrap_or_else(|message| message);
        }
        Resolution::AskToOverwrite => {
            if let Err(message) = documents.read_theirs(number) {
                return app.say(message);
            }
            let overwrite = Message::Resolve(number, Resolution::Overwrite);
            let choices = [("cancel", Message::Back), ("overwrite it with my text", overwrite)];
            return offer_about(app, number, |name| format!("overwrite {name}?"), &choices);
        }
        Resolution::Overwrite => {
            let report = documents.overwrite(number);
            report_save(app, &report);
        }
    }
    app.load_selected();
}

/// Shows the difference between the file on disk and the text with the unsaved changes; enter offers to resolve it.
fn compare_with_disk(app: &mut App, number: usize) {
    let Some(documents) = app.origin.documents_mut() else { return };
    if let Err(message) = documents.read_theirs(number) {
        return app.say(message);
    }
    let file = &documents.files[number];
    let (Some(theirs), Some(ours)) = (file.disk_version(), file.document()) else { return };
    let lines = patch::lines(&file.name, &theirs, &line_diff::between(&theirs, &ours.text()));
    let title = format!("{}: from the file on disk to my text", file.name);
    let accept = Some(PageAction::Send(Message::Resolve(number, Resolution::Offer)));
    app.overlays.push(Overlay::Page(Page { accept, ..Page::new(title, lines) }));
}

/// Returns the message that offers the ways to resolve a conflict of `file`, or its loss, if there is something to resolve.
fn resolution_of((number, file): (usize, &File)) -> Option<Message> {
    let is_lost = file.is_changed() && file.package.is_none() && file.lost().is_some();
    match () {
        () if file.has_conflict() => Some(Message::Resolve(number, Resolution::Offer)),
        () if is_lost => Some(Message::Resolve(number, Resolution::OfferCreation)),
        () => None,
    }
}

/// Shows the messages about the settings, files and configurations. Of the first conflict, the ways to resolve it follow.
pub(super) fn show_failures(app: &mut App) {
    let problems: Vec<String> = app.problems().collect();
    if problems.is_empty() {
        return app.say("no problems");
    }
    let outside = app.origin.documents().filter(|documents| documents.outside > 0);
    let outside = outside.map(|documents| outside_messages(&documents.files, &documents.loader()));
    let all = problems.into_iter().chain(outside.into_iter().flatten());
    let lines = all.map(|message| PageLine::new(message, LineStyle::Plain)).collect();
    let files = app.origin.documents().map_or(&[][..], |documents| &documents.files);
    let accept = files.iter().enumerate().find_map(resolution_of).map(PageAction::Send);
    app.overlays.push(Overlay::Page(Page { accept, ..Page::new("problems", lines) }));
}

/// Saves what the message says: all changes, or those of the file of the selected reference.
pub(super) fn save(app: &mut App, message: &Message) -> Effect {
    if let Err(message) = app.commit() {
        app.notice = message;
        return Effect::Draw;
    }
    app.load_selected();
    let quits = *message == Message::SaveAndQuit;
    let Origin::Files(list) = &mut app.origin else { return if quits { Effect::Quit } else { Effect::Draw } };
    list.quits_when_saved = quits;
    let selected = list.documents.at().map(|at| at.file as usize);
    list.documents.start_save(selected.filter(|_| *message == Message::SaveFile));
    run_task(app)
}

/// Quits; what is being written is finished.
pub(super) fn quit_without_saving(app: &mut App) -> Effect {
    stop_task(app);
    finish_task(app);
    Effect::Quit
}

/// Runs the task that was started: a short one to its end, so that the next key finds its result.
pub(super) fn run_task(app: &mut App) -> Effect {
    let is_short =
        |documents: &Documents| !documents.is_task_waiting() && documents.task().is_some_and(|(_, total)| total <= FEW);
    if app.origin.documents().is_some_and(is_short) { finish_task(app) } else { Effect::Draw }
}

/// Waits for the end of the task, if there is one.
pub(super) fn finish_task(app: &mut App) -> Effect {
    match app.origin.documents_mut().and_then(|documents| documents.continue_task(None)) {
        Some(outcome) => take_outcome(app, outcome),
        None => Effect::Draw,
    }
}

pub(super) fn stop_task(app: &mut App) {
    app.origin.documents_mut().into_iter().for_each(Documents::stop_task);
}

/// Continues the task. Returns the effect.
pub(super) fn continue_task(app: &mut App) -> Effect {
    let Some(documents) = app.origin.documents_mut() else { return Effect::Nothing };
    let percent = |documents: &Documents| documents.task().map(|(done, total)| done * 100 / total.max(1));
    let before = percent(documents);
    if let Some(outcome) = documents.continue_task(Some(Instant::now() + SLICE)) {
        app.notice.clear();
        let effect = take_outcome(app, outcome);
        app.settle_reference();
        return effect;
    }
    if percent(documents) == before {
        return Effect::Nothing;
    }
    app.notice = documents.progress();
    Effect::Draw
}

/// Shows the result of a task.
fn take_outcome(app: &mut App, outcome: Outcome) -> Effect {
    match outcome {
        Outcome::Proposed(proposal) => show_proposal(app, proposal),
        Outcome::Applied { what, notice, files, left } => {
            app.notice = match left.as_slice() {
                [] => format!("{notice} (u undo, ctrl-s save)"),
                [first, ..] if files == 1 => format!("not applied: {first}"),
                [first, others @ ..] => {
                    let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
                    let applied = files - others.len() - 1;
                    format!("applied in {applied} of {files} files: {what}; not in {first}{more}")
                }
            };
            app.load_selected();
        }
        Outcome::Stepped(step, mut outcome) => {
            let at = outcome.at.take();
            // An opened reference stays open, and one that is not listed is not selected.
            let is_listed =
                |at: &ReferenceIndex| app.origin.documents().is_some_and(|documents| documents.is_listed(*at));
            let is_elsewhere = |at: &ReferenceIndex| app.origin.screen() == Screen::Reference || !is_listed(at);
            let place = at.filter(is_elsewhere).and_then(|at| place_of(app, at));
            outcome.what.extend(place);
            app.notice = step_notice(step, Some(outcome));
            match app.origin.screen() {
                Screen::List => {
                    if let (Some(documents), Some(at)) = (app.origin.documents_mut(), at) {
                        documents.select_listed(at);
                    }
                    app.load_selected();
                }
                Screen::Reference => app.load_opened(),
            }
        }
        Outcome::Saved(report) => {
            report_save(app, &report);
            let Origin::Files(list) = &mut app.origin else { return Effect::Draw };
            let is_saved = list.documents.count.changed == 0 && report.failed.is_empty();
            if std::mem::take(&mut list.quits_when_saved) && is_saved {
                return Effect::Quit;
            }
        }
        Outcome::Stopped => app.say("stopped: no file was changed"),
    }
    Effect::Draw
}

/// Shows the result of a save: in the title, and if a file was not saved, as a text with every reason. Conflicts can be
/// resolved from there.
fn report_save(app: &mut App, report: &SaveReport) {
    let SaveReport { saved, notes, failed, conflict, gone } = report;
    let count = match (saved, failed.len()) {
        (0, 0) if notes.is_empty() => "no unsaved changes".to_owned(),
        (0, 0) => String::new(),
        (saved, 0) => format!("saved {}", named(*saved, "file")),
        (saved, lost) => format!("saved {saved} of {}", named(saved + lost, "file")),
    };
    let reasons = failed.iter().chain(notes);
    let all: Vec<&str> = std::iter::once(&count).chain(reasons.clone()).map(String::as_str).collect();
    app.notice = all.iter().filter(|message| !message.is_empty()).copied().collect::<Vec<_>>().join("; ");
    if failed.is_empty() {
        return;
    }
    if let (Some(number), 1, true) = (conflict, failed.len(), notes.is_empty()) {
        // The question is all there is to say. After an answer a text below it would be wrong.
        return offer_resolutions(app, *number);
    }
    if let (Some(number), 1, true) = (gone, failed.len(), notes.is_empty()) {
        return offer_creation(app, *number);
    }
    let lines = reasons.map(|message| PageLine::new(message, LineStyle::Plain)).collect();
    let resolve = conflict.map(|number| Message::Resolve(number, Resolution::Offer));
    let resolve = resolve.or_else(|| gone.map(|number| Message::Resolve(number, Resolution::OfferCreation)));
    let accept = resolve.map(PageAction::Send);
    app.overlays.push(Overlay::Page(Page { accept, ..Page::new(count, lines) }));
}

/// Quits, or asks first if there are unsaved changes. A second request quits without an answer.
pub(super) fn quit(app: &mut App) -> Effect {
    let Some(documents) = app.origin.documents() else { return Effect::Quit };
    if documents.count.changed == 0 && !app.is_edited() {
        return Effect::Quit;
    }
    let choices = vec![
        Choice::answer("save and quit", Message::SaveAndQuit),
        Choice::answer("quit without saving", Message::QuitWithoutSaving),
        Choice::answer("cancel", Message::Back),
    ];
    app.ask_to_quit(UNSAVED, choices)
}

/// Opens the file of the selected reference in the editor of the user.
pub(super) fn edit_file(app: &mut App) -> Effect {
    let Some((_, file, row)) = app.origin.documents().and_then(Documents::current) else {
        app.say(NO_REFERENCE);
        return Effect::Draw;
    };
    if file.package.is_some() {
        app.notice = format!("not opened: {} is in a package", file.name);
        return Effect::Draw;
    }
    if file.is_changed() || app.origin.screen() == Screen::Reference && app.is_edited() {
        app.say("unsaved changes: save them first (ctrl-s save)");
        return Effect::Draw;
    }
    Effect::Edit(file.path.clone(), row.line, row.column)
}

pub(super) fn reload(app: &mut App, number: usize) {
    if let Some(Err(message)) = app.origin.documents_mut().map(|documents| documents.reload(number)) {
        app.notice = message;
    }
    app.load_selected();
}

/// Returns the notice about an undo or redo; `None` means that there was nothing to undo or redo.
fn step_notice(step: HistoryStep, outcome: Option<StepOutcome>) -> String {
    let (done, action) = match step {
        HistoryStep::Undo => ("undone", "undo"),
        HistoryStep::Redo => ("redone", "redo"),
    };
    let Some(StepOutcome { what, files, lost, .. }) = outcome else { return format!("nothing to {action}") };
    let Some(name) = lost.first() else { return format!("{done}: {what}") };
    let changed = match lost.len() {
        1 => format!("{name} changed on disk"),
        count => format!("{name} and {} changed on disk", named(count - 1, "other file")),
    };
    match files {
        0 => format!("cannot {action} {what}: {changed}"),
        _ => format!("{done} in {files} of {}: {what} ({changed})", named(files + lost.len(), "file")),
    }
}

/// Returns the proposed change as a patch.
fn patch_of(documents: &Documents, proposal: &Proposal) -> Vec<PageLine> {
    let mut lines: Vec<PageLine> = proposal
        .left
        .iter()
        .map(|message| PageLine::new(format!("not changed: {message}"), LineStyle::Heading))
        .collect();
    if let Some((change, name, before)) = &proposal.config {
        let after = change.text.as_deref().unwrap_or_default();
        lines.extend(patch::lines(name, before, &line_diff::between(before, after)));
    }
    for (number, part) in proposal.parts.iter().enumerate() {
        let Ok(changes) = part.changes() else { continue };
        if lines.len() > MOST_LINES {
            let rest = proposal.parts.len() - number;
            lines.push(PageLine::new(format!("{} more not shown", named(rest, "file")), LineStyle::Heading));
            break;
        }
        lines.extend(patch::lines(&documents.files[part.file].name, &part.document.text(), changes));
    }
    lines
}
