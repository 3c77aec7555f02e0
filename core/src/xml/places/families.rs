//! The list of all families of vocabularies.

use crate::xml::places::vocabulary::Family;
use crate::xml::places::{
    books, feeds, localization, office, rdf, records, schemas, services, software, stylesheets, web, xml,
};

/// Every family, that of what any element may carry last: of the rows that fit, the first one decides.
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
