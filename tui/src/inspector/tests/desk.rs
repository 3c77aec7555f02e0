//! A folder with files, and the inspector that lists their references.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use crossterm::event::KeyEvent;
use ratatui::layout::Size;
use tempfile::TempDir;

use crate::cli::files::CheckArgs;
use crate::cli::{Cli, ReferenceArgs};
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::reading::ReadingPlan;
use crate::inspector::app::App;
use crate::inspector::keys::KeyPattern;
use crate::inspector::message::{Effect, Message};
use crate::theme::Theme;
use crate::ui::viewport::ScreenLayout;

pub const HEAD: &str = "<doc xmlns:x='http://www.w3.org/1999/xlink'>\n";

/// Returns a document with links to `references`.
pub fn document(references: &[&str]) -> String {
    let links = references.iter().map(|reference| format!("<a x:href='{reference}'/>\n"));
    HEAD.to_owned() + &links.collect::<String>() + "</doc>\n"
}

/// A folder with files, and the inspector of these files.
pub struct Desk {
    pub folder: TempDir,
    pub app: App,
}

impl Desk {
    pub fn new(files: &[(&str, String)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file can be made");
        }
        let app = app(folder.path());
        Self { folder, app }
    }

    /// Opens the files, and reads those that change later.
    pub fn watching(files: &[(&str, String)]) -> Self {
        let desk = Self::new(files);
        let app = app_of(desk.folder.path(), true, |documents| documents);
        Self { app, ..desk }
    }

    /// Opens the files with these bytes, whose names may have directories.
    pub fn of_bytes(files: &[(&str, &[u8])], is_watching: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder can be made");
            fs::write(path, bytes).expect("a file can be made");
        }
        let app = app_of(folder.path(), is_watching, |documents| documents);
        Self { folder, app }
    }

    /// Opens the files, and reads none of them yet.
    pub fn unread(files: &[(&str, String)]) -> Self {
        let desk = Self::new(files);
        let app = unread_app(desk.folder.path(), false, |documents| documents);
        Self { app, ..desk }
    }

    /// Opens the files as the program does, and reads none of them yet.
    pub fn unread_and_opened(files: &[(&str, String)]) -> Self {
        let desk = Self::new(files);
        let app = unread_app(desk.folder.path(), false, Documents::opened_on_findings);
        Self { app, ..desk }
    }

    /// Receives what happens until `is_done`.
    pub fn wait(&mut self, is_done: impl Fn(&Self) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !is_done(self) {
            self.app.update(Message::Tick);
            assert!(Instant::now() < until, "it never happens: {:?}", self.listed());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Opens the files as the program does: on their findings.
    pub fn opened(files: &[(&str, String)]) -> Self {
        let desk = Self::new(files);
        let app = app_of(desk.folder.path(), false, Documents::opened_on_findings);
        Self { app, ..desk }
    }

    pub fn one(references: &[&str]) -> Self {
        Self::new(&[("a.xml", document(references))])
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    pub fn send(&mut self, messages: &[Message]) -> &mut Self {
        for message in messages {
            self.app.update(message.clone());
            while self.app.is_busy() {
                self.app.update(Message::Tick);
            }
        }
        self
    }

    /// Sends a key by its name after the end of a task, and waits for the files and the worker.
    pub fn press(&mut self, key: &str) -> Effect {
        self.wait(|desk| !desk.app.is_busy());
        let effect = self.type_key(key);
        self.wait(|desk| !desk.documents().is_reading());
        self.app.wait_for_analysis();
        effect
    }

    /// Sends a key by its name.
    pub fn type_key(&mut self, key: &str) -> Effect {
        let Ok(KeyPattern::Key(code, modifiers)) = KeyPattern::named(key) else { panic!("no key: {key}") };
        let message = self.app.settings.keys.message(KeyEvent::new(code, modifiers), self.app.input_mode());
        message.map_or(Effect::Nothing, |message| self.app.update(message))
    }

    pub fn documents(&self) -> &Documents {
        self.app.origin.documents().expect("files are looked at")
    }

    /// Returns the listed references.
    pub fn listed(&self) -> Vec<String> {
        let documents = self.documents();
        let text = |(_, file, row): (ReferenceIndex, &crate::files::file::File, &crate::files::rows::ReferenceRow)| {
            file.rows.text(row).to_owned()
        };
        (0..documents.len()).filter_map(|number| documents.get(number)).map(text).collect()
    }

    /// Writes the file like another program, with another time.
    pub fn write_outside(&self, name: &str, text: &str) {
        self.write_bytes_outside(name, text.as_bytes());
    }

    /// Writes the bytes of a file like another program, with another time.
    pub fn write_bytes_outside(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("the file can be written");
        let file = fs::File::options().write(true).open(self.path(name)).expect("the file is there");
        let later = std::time::SystemTime::now() + Duration::from_secs(5);
        file.set_modified(later).expect("a time can be set");
    }
}

/// Returns the inspector of the files at `path`, all of them read.
pub fn app(path: &Path) -> App {
    app_of(path, false, |documents| documents)
}

fn unread_app(path: &Path, is_watching: bool, opened: impl FnOnce(Documents) -> Documents) -> App {
    let check = CheckArgs::from_paths(&[path.as_os_str().to_owned()]);
    let reference_args: ReferenceArgs = Cli::parse_from(["iri-inspect"]).reference_args;
    let plan = ReadingPlan { files: check.files, reference_args, is_watching, are_targets_checked: false };
    let documents = opened(Documents::new("here".to_owned(), plan));
    App::with(documents, &ScreenLayout, Theme::default(), Size::new(120, 40))
}

/// Returns the inspector of the files at `path`, all of them read, after `opened`.
pub fn app_of(path: &Path, is_watching: bool, opened: impl FnOnce(Documents) -> Documents) -> App {
    let mut app = unread_app(path, is_watching, opened);
    let until = Instant::now() + Duration::from_secs(60);
    while app.is_waiting() {
        app.update(Message::Tick);
        assert!(Instant::now() < until, "the files are never read");
        thread::yield_now();
    }
    app
}

/// Returns an archive with these entries.
pub fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry can be started");
        writer.write_all(content).expect("it can be written");
    }
    writer.finish().expect("it can be finished").into_inner()
}
