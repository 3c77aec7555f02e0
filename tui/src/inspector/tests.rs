mod app;
mod desk;
mod editing;
mod history;
mod list;
mod one_inspection;
mod sessions;
