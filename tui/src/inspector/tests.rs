mod app;
mod desk;
mod edit_mode;
mod editing;
mod history;
mod list;
mod one_inspection;
mod sessions;
