mod app;
mod list;
