mod app;
mod desk;
mod editing;
mod list;
mod one_inspection;
mod sessions;
