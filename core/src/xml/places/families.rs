//! List of all families of vocabularies.

use crate::xml::places::vocabulary::Family;
use crate::xml::places::{
    books, feeds, localization, office, rdf, records, schemas, services, software, stylesheets, web, xml,
};

/// All families, with the attributes that any element may have last: the first row that matches wins.
pub static FAMILIES: &[&Family] = &[
    &web::WEB,
    &books::BOOKS,
    &schemas::SCHEMAS,
    &stylesheets::STYLESHEETS,
    &rdf::RDF,
    &feeds::FEEDS,
    &office::OFFICE,
    &software::SOFTWARE,
    &localization::LOCALIZATION,
    &records::RECORDS,
    &services::SERVICES,
    &xml::ANYWHERE,
];
