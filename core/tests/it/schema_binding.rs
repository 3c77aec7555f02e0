//! Which schemas a document has, and what happens with schemas that cannot be loaded.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{CatalogPath, ConfigSource, Configs, SchemaStore, SchemaSurroundings};
use iri_core::xml::types::{Binding, Types};
use iri_core::{Document, Settings};
use tempfile::TempDir;

use crate::system::link;

/// Directory with documents and schemas.
struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new(files: &[(&str, &str)]) -> Self {
        let workspace = Self { folder: tempfile::tempdir().expect("a directory for temporary files") };
        for (path, text) in files {
            workspace.write(path, text);
        }
        workspace
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
        fs::write(path, text).expect("it can be written");
    }

    /// Returns the types of a document with this text, in the directory `in/`.
    fn types(&self, text: &str) -> Option<Arc<Types>> {
        self.types_at("in/document.xml", text)
    }

    fn types_at(&self, path: &str, text: &str) -> Option<Arc<Types>> {
        fs::create_dir_all(self.at("in")).expect("it can be created");
        let path = self.at(path);
        let config = Configs::new(ConfigSource::Nearest).config_for(&path);
        let catalog = CatalogPath { path: self.at("in/catalog.xml"), roots: Some(Arc::from([self.at("in")])) };
        let surroundings = SchemaSurroundings {
            is_project: true,
            workspace: path.parent().map(Path::to_owned),
            path: Some(path),
            roots: vec![self.at("in")],
            config,
            catalogs: vec![catalog],
            ..SchemaSurroundings::default()
        };
        SchemaStore::default().types(text, &surroundings)
    }

    /// Returns the findings of a document about its schemas, and the number of references that they declare.
    fn findings(&self, text: &str) -> (Vec<String>, usize) {
        let settings = Settings::default().with_types(self.types(text));
        let document = Document::parse(text, Arc::new(settings));
        let findings = document.findings().filter(|found| found.finding.rule.name == "schema-not-loaded");
        let messages = findings.map(|found| format!("{}: {}", found.site.reference(), found.finding.message));
        (messages.collect(), document.sites().filter(|site| site.origin.is_some()).count())
    }
}

/// Returns a schema with an element `a`, whose attribute `link` is a reference, and what is `inside`.
fn xsd(inside: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:a'>{inside}\
         <xs:element name='a'><xs:complexType><xs:attribute name='link' type='xs:anyURI'/></xs:complexType>\
         </xs:element></xs:schema>"
    )
}

/// Returns a document that names the schema `reference`.
fn naming(reference: &str) -> String {
    format!(
        "<a xmlns='urn:a' link='x' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
         xsi:schemaLocation='urn:a {reference}'/>"
    )
}

#[test]
fn documents_in_many_directories_share_a_loaded_schema() {
    let workspace = Workspace::new(&[("in/a.xsd", &xsd("")), ("out/b.xsd", &xsd(""))]);
    for folder in ["in/one", "in/two"] {
        fs::create_dir_all(workspace.at(folder)).expect("it can be created");
    }
    let has_link = link("../out", workspace.at("in/link"));
    let store = SchemaStore::default();
    let types = |folder: &str, reference: &str| {
        let own = workspace.at(folder);
        let surroundings = SchemaSurroundings {
            path: Some(own.join("document.xml")),
            roots: vec![workspace.at("in"), own],
            ..SchemaSurroundings::default()
        };
        store.types(&naming(reference), &surroundings).expect("a schema or a reason")
    };
    let (one, two) = (types("in/one", "../a.xsd"), types("in/two", "../a.xsd"));
    assert!(Arc::ptr_eq(&one.schemas()[0].declarations, &two.schemas()[0].declarations));
    if !has_link {
        return;
    }
    // The directory of the document may be accessed, although a link out of the workspace leads to it.
    assert!(types("in/link", "b.xsd").not_loaded().is_empty());
    assert_eq!(types("in", "link/b.xsd").not_loaded().len(), 1);
}

#[test]
fn a_document_type_declaration_identifies_a_schema_by_name_or_in_a_catalog() {
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>\
        <public publicId='-//E//DTD A//EN' uri='a.xsd'/><systemSuffix systemIdSuffix='/b.dtd' uri='a.xsd'/>\
        <system systemId='http://e.org/c.dtd' uri='c.dtd'/></catalog>";
    let dtd = "<!ENTITY % URI 'CDATA'><!ATTLIST a b %URI; #IMPLIED>";
    let workspace = Workspace::new(&[
        ("in/catalog.xml", catalog),
        ("in/a.xsd", &xsd("")),
        ("in/c.dtd", "<!-- -->"),
        ("in/e.dtd", dtd),
        ("in/n.xsd", &xsd("").replace("urn:a", "urn:n")),
    ]);
    for (identifiers, is_bound) in [
        ("PUBLIC '-//E//DTD  A//EN' 'http://e.org/a.dtd'", true),
        ("SYSTEM 'http://e.org/x/b.dtd'", true),
        ("SYSTEM 'a.xsd'", true),
        ("SYSTEM 'http://e.org/c.dtd'", false),
        ("SYSTEM 'c.dtd'", false),
        ("SYSTEM 'http://e.org/d.dtd'", false),
        ("SYSTEM 'e.dtd'", true),
        ("SYSTEM 'gone.dtd'", false),
    ] {
        // Another namespace, so that no index finds the schema.
        let types = workspace.types(&format!("<!DOCTYPE a {identifiers}><a/>"));
        let binding = types.as_ref().and_then(|types| types.schemas().first()).map(|bound| bound.binding);
        assert_eq!(binding, is_bound.then_some(Binding::DocumentType), "{identifiers}");
    }
    let (findings, _) = workspace.findings("<!DOCTYPE a SYSTEM 'gone.xsd'><a/>");
    assert_eq!(findings, ["gone.xsd: schema not found: gone.xsd"]);
    // Many documents name a DTD that only their publishers have.
    assert_eq!(workspace.findings("<!DOCTYPE a SYSTEM 'gone.dtd'><a b='x y'/>"), (Vec::new(), 0));
    assert_eq!(workspace.findings("<!DOCTYPE a SYSTEM 'e.dtd'><a b='x'/>"), (Vec::new(), 1));
    // Another schema says more.
    let types = workspace.types("<!DOCTYPE a SYSTEM 'e.dtd'><a xmlns='urn:n'/>").expect("a schema");
    assert_eq!(types.schemas().iter().map(|bound| bound.binding).collect::<Vec<_>>(), [Binding::WorkspaceIndex]);
}

#[test]
fn a_catalog_maps_the_references_of_documents_and_schemas() {
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>\
        <rewriteURI uriStartString='http://e.org/' rewritePrefix='deep/'/>\
        <system systemId='http://e.net/b.xsd' uri='b.xsd'/></catalog>";
    let include = "<xs:include schemaLocation='http://e.net/b.xsd'/>";
    let own = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:a'>";
    let workspace = Workspace::new(&[
        ("in/catalog.xml", catalog),
        ("in/deep/a.xsd", &format!("{own}{include}</xs:schema>")),
        ("in/b.xsd", &xsd("")),
    ]);
    assert_eq!(workspace.findings(&naming("http://e.org/a.xsd")), (Vec::new(), 1));
    assert_eq!(workspace.findings(&naming("http://e.net/b.xsd")), (Vec::new(), 1));
}

#[test]
fn a_schema_that_is_not_loaded_is_one_finding_at_its_reference() {
    let workspace = Workspace::new(&[
        ("in/.iri.toml", "[schemas]\nindex = false\n"),
        ("secret.xsd", &xsd("")),
        ("secret.rng", "<grammar xmlns='http://relaxng.org/ns/structure/1.0'/>"),
        ("in/loop.xsd", &xsd("<xs:include schemaLocation='loop2.xsd'/>")),
        ("in/loop2.xsd", &xsd("<xs:include schemaLocation='loop.xsd'/>").replace("name='a'", "name='b'")),
        ("in/self.rng", "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><include href='self.rng'/></grammar>"),
        ("in/broken.xsd", &xsd("</xs:x>")),
        ("in/partial.xsd", &xsd("<xs:include schemaLocation='gone.xsd'/>")),
        ("in/text.xsd", "no markup, no grammar"),
        ("in/other.xsd", "<html/>"),
        ("in/escape.xsd", &xsd("<xs:include schemaLocation='../secret.xsd'/>")),
        ("in/follow.xsd", &xsd("<xs:import namespace='urn:b' schemaLocation='link.xsd'/>")),
        ("in/escape.rnc", "start = element a { empty } include '../secret.rng'"),
        ("in/remote.xsd", &xsd("<xs:import namespace='urn:b' schemaLocation='http://e.org/b.xsd'/>")),
    ]);
    let has_links =
        link(workspace.at("secret.xsd"), workspace.at("in/link.xsd")) && link("link.xsd", workspace.at("in/round.xsd"));
    let outside = |reference| Some(format!("schema is outside the allowed directories: {reference}"));
    for (reference, problem, references) in [
        ("loop.xsd", None, 1),
        ("remote.xsd", None, 1),
        ("gone.xsd", Some("schema not found: gone.xsd".to_owned()), 0),
        ("broken.xsd", Some("schema is not well-formed XML (broken.xsd, line 1)".to_owned()), 1),
        ("partial.xsd", Some("schema not found: gone.xsd (partial.xsd, line 1)".to_owned()), 1),
        ("other.xsd", Some("not a schema: other.xsd".to_owned()), 0),
        ("../secret.xsd", outside("secret.xsd"), 0),
        ("escape.xsd", outside("../secret.xsd (escape.xsd, line 1)"), 1),
        ("follow.xsd", outside("link.xsd (follow.xsd, line 1)"), 1),
        ("escape.rnc", outside("../secret.rng (escape.rnc, line 1)"), 0),
        ("link.xsd", outside("link.xsd"), 0),
        ("round.xsd", outside("round.xsd"), 0),
        ("http://e.org/a.xsd", None, 0),
    ] {
        if !has_links && ["follow.xsd", "link.xsd", "round.xsd"].contains(&reference) {
            continue;
        }
        let problem = problem.map(|problem| format!("{reference}: {problem}"));
        let (findings, found) = workspace.findings(&naming(reference));
        assert_eq!((findings, found), (problem.into_iter().collect(), references), "{reference}");
    }
    for reference in ["self.rng", "text.xsd"] {
        assert_eq!(workspace.findings(&naming(reference)).0.len(), 1, "{reference}");
    }
}

#[test]
fn a_huge_schema_and_thousands_of_imports_are_read_up_to_a_limit() {
    let workspace = Workspace::new(&[]);
    fs::create_dir(workspace.at("in")).expect("it can be created");
    File::create(workspace.at("in/huge.xsd")).expect("it can be created").set_len(100 << 20).expect("it has a length");
    let include = |number: usize| format!("<xs:include schemaLocation='i{number}.xsd'/>");
    for number in 0..3_000 {
        workspace.write(&format!("in/i{number}.xsd"), &xsd(&include(number + 1)));
    }
    workspace.write("in/many.xsd", &xsd(&(0..3_000).map(include).collect::<String>()));
    for (reference, problem) in
        [("huge.xsd", "too large"), ("i0.xsd", "too many documents"), ("many.xsd", "too many documents")]
    {
        let (findings, _) = workspace.findings(&naming(reference));
        assert!(findings.len() == 1 && findings[0].contains(problem), "{findings:?}");
    }
}
#[test]
fn a_schema_that_includes_itself_in_many_ways_is_read_once() {
    let filler = format!("<!--{}-->", "x".repeat(4 << 20));
    let include = |number: usize| format!("<xs:include schemaLocation='s.xsd?{number}'/>");
    let includes: String = (0..20_000).map(include).collect();
    let schema = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{includes}{filler}</xs:schema>");
    let workspace = Workspace::new(&[("in/s.xsd", &schema)]);
    // Read once per reference, it would be 80 GB.
    assert_eq!(workspace.findings(&naming("s.xsd")).0, [] as [String; 0]);
}

#[test]
fn an_association_without_a_usable_schema_is_a_problem_of_the_configuration() {
    let workspace = Workspace::new(&[
        ("in/good.xsd", &xsd("<xs:include schemaLocation='gone.xsd'/>")),
        ("in/broken.xsd", &xsd("</xs:x>")),
        ("in/broken.rnc", "start = element a { attribute b { xsd:anyURI }"),
        ("in/other.xml", "<html/>"),
        ("secret.xsd", "x"),
    ]);
    fs::create_dir(workspace.at("in/folder.xsd")).expect("it can be created");
    let schemas = ["good.xsd", "gone.xsd", "broken.xsd", "broken.rnc", "other.xml", "folder.xsd", "../secret.xsd"];
    let associations = schemas.map(|schema| format!("  {{ root = 'a', schema = '{schema}' }},\n")).concat();
    workspace.write("in/.iri.toml", &format!("[schemas]\nassociations = [\n{associations}]\n"));
    let config = Configs::new(ConfigSource::Nearest).config_for(&workspace.at("in/a.xml"));
    let problems: Vec<_> = config
        .problems
        .iter()
        .map(|problem| {
            let line = config.text[..problem.span.start].lines().count();
            format!("{line}: {} {}", problem.span.slice(&config.text), problem.message)
        })
        .collect();
    assert_eq!(
        problems,
        [
            "4: 'gone.xsd' schema not found: gone.xsd",
            "5: 'broken.xsd' schema is not well-formed XML (broken.xsd, line 1)",
            "6: 'broken.rnc' expected '}', found the end of the schema (broken.rnc, line 1)",
            "7: 'other.xml' not a schema: other.xml",
            "8: 'folder.xsd' schema is not a regular file: folder.xsd",
        ]
    );
    let types = workspace.types("<a/>").expect("schemas are bound");
    assert!(types.schemas().iter().all(|bound| bound.binding == Binding::Configuration));
    assert!(Path::new(types.schemas()[0].declarations.locations().next().unwrap_or_default()).ends_with("good.xsd"));
}

#[test]
fn a_document_in_a_package_has_associations_and_schemas_of_the_package() {
    let workspace = Workspace::new(&[
        ("in/.iri.toml", "[schemas]\nassociations = [{ files = '*.opf', schema = 'a.xsd' }]\n"),
        ("in/a.xsd", &xsd("")),
        ("in/c.epub", "no package"),
    ]);
    let entries = [("deep/a.xsd", xsd("<xs:include schemaLocation='../b.xsd'/>")), ("b.xsd", xsd(""))];
    let inner = package(&entries.each_ref().map(|(name, text)| (*name, text.as_bytes())));
    fs::write(workspace.at("in/b.epub"), package(&[("a.xsd", xsd("").as_bytes()), ("in.zip", &inner)]))
        .expect("it can be written");
    link(workspace.at("in/b.epub"), workspace.at("b.epub"));
    let bindings = |path: &str, reference: &str| {
        let types = workspace.types_at(path, &naming(reference)).expect("the document names a schema");
        let bound: Vec<_> = types.schemas().iter().map(|bound| bound.binding).collect();
        (bound, types.not_loaded().first().map(|not_loaded| not_loaded.message.clone()))
    };
    let by_name = || vec![Binding::SchemaLocation];
    let missing = |reference: &str| Some(format!("schema not found: {reference}"));
    assert_eq!(bindings("in/b.epub!/OPS/a.opf", "a.xsd"), (vec![Binding::Configuration], None));
    assert_eq!(bindings("in/b.epub!/a.ncx", "a.xsd"), (by_name(), None));
    assert_eq!(bindings("in/b.epub!/OPS/a.ncx", "../a.xsd"), (by_name(), None));
    assert_eq!(bindings("in/b.epub!/in.zip!/a.ncx", "deep/a.xsd"), (by_name(), None));
    assert_eq!(bindings("in/b.epub!/in.zip!/a.ncx", "../a.xsd"), (by_name(), None));
    assert_eq!(bindings("in/b.epub!/a.ncx", "gone.xsd"), (Vec::new(), missing("gone.xsd")));
    assert_eq!(bindings("in/b.epub!/a.ncx", "no.zip!/a.xsd"), (Vec::new(), missing("a.xsd")));
    let unreadable = Some("schema cannot be read: a.xsd".to_owned());
    assert_eq!(bindings("in/c.epub!/a.ncx", "a.xsd"), (Vec::new(), unreadable));
    // Only its own package is trusted.
    let outside = Some("schema is outside the allowed directories: a.xsd".to_owned());
    assert_eq!(bindings("in/a.xml", "../b.epub!/a.xsd"), (vec![Binding::WorkspaceIndex], outside.clone()));
    assert_eq!(bindings("in/b.epub!/a.ncx", "../../b.epub!/a.xsd"), (Vec::new(), outside));
}

#[test]
fn values_in_a_schema_have_the_types_that_it_defines() {
    let types = "<xs:simpleType name='u'><xs:restriction base='p:v'><xs:enumeration value='1'/></xs:restriction></xs:simpleType>\
        <xs:simpleType name='v'><xs:restriction base='xs:anyURI'/></xs:simpleType>\
        <xs:simpleType name='l'><xs:list itemType='p:u'/></xs:simpleType>\
        <xs:simpleType name='w'><xs:union memberTypes='p:other xs:anyURI'/></xs:simpleType>\
        <xs:simpleType name='other'><xs:restriction base='xs:token'><xs:enumeration value='no'/></xs:restriction></xs:simpleType>\
        <xs:attribute name='b' type='p:u' default='2'/><xs:attribute name='c' type='p:l' fixed='3 4'/>\
        <xs:attribute name='d' type='p:w' default='no'/><xs:element name='e' type='p:v' fixed='5'/>\
        <xs:element name='f' type='far:v' fixed='no'/>";
    let schema = xsd(types).replacen("<xs:schema", "<xs:schema xmlns:p='urn:a' xmlns:far='urn:far'", 1);
    let workspace = Workspace::new(&[("in/.iri.toml", "[schemas]\nindex = false\n"), ("in/document.xml", &schema)]);
    let values = |types: Option<Arc<Types>>| {
        let document = Document::parse(schema.as_str(), Arc::new(Settings::default().with_types(types)));
        let sites = document.sites().filter(|site| site.value.len() < 4);
        sites.map(|site| site.reference().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(values(workspace.types(&schema)), ["1", "2", "3", "4", "5"]);
    assert_eq!(values(None), [""; 0]);
}

/// Returns a ZIP archive with these entries, which are not compressed.
fn package(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut all, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let short = |number: usize| u16::try_from(number).expect("a small number").to_le_bytes();
        let long = |number: usize| u32::try_from(number).expect("a small number").to_le_bytes();
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend(crc.sum().to_le_bytes());
        common.extend([long(content.len()), long(content.len())].concat());
        common.extend([short(name.len()), short(0)].concat());
        directory
            .extend([b"PK\x01\x02\x14\0".as_slice(), &common, &[0; 10], &long(all.len()), name.as_bytes()].concat());
        all.extend([b"PK\x03\x04".as_slice(), &common, name.as_bytes(), content].concat());
    }
    let number = u16::try_from(entries.len()).expect("few entries").to_le_bytes();
    let [size, start] = [directory.len(), all.len()].map(|number| u32::try_from(number).expect("small").to_le_bytes());
    let end = [b"PK\x05\x06\0\0\0\0".as_slice(), &number, &number, &size, &start, &[0; 2]].concat();
    [all, directory, end].concat()
}

#[test]
fn inner_elements_have_their_schemas() {
    let envelope = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:e' \
        elementFormDefault='qualified'><xs:element name='Envelope'><xs:complexType><xs:sequence><xs:any \
        processContents='lax' namespace='##any'/></xs:sequence></xs:complexType></xs:element></xs:schema>";
    let workspace = Workspace::new(&[("in/e.xsd", envelope), ("in/a.xsd", &xsd(""))]);
    let document = |root: &str, inner: &str| {
        format!(
            "<Envelope xmlns='urn:e' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' {root}><a:a xmlns:a='urn:a' \
             {inner} link='x'/></Envelope>"
        )
    };
    let [outer, inner] = ["xsi:schemaLocation='urn:e e.xsd'", "xsi:schemaLocation='urn:a a.xsd'"];
    // With the index, without it, and with a location that does not exist.
    for (root, inner) in
        [("", ""), (outer, ""), ("", inner), (outer, inner), (outer, "xsi:schemaLocation='urn:a b.xsd'")]
    {
        assert_eq!(workspace.findings(&document(root, inner)), (Vec::new(), 1), "{root} {inner}");
    }
    workspace.write("in/.iri.toml", "schemas.index = false\n");
    assert_eq!(workspace.findings(&document(outer, inner)), (Vec::new(), 1));
    assert_eq!(workspace.findings(&document(outer, "")).1, 0);
}

#[test]
fn an_object_of_a_model_is_not_a_schema() {
    let workspace = Workspace::new(&[("in/model.uml", "<a/>")]);
    assert_eq!(workspace.findings(&naming("model.uml#_1")), (Vec::new(), 0));
    assert_eq!(workspace.findings(&naming("a.xsd#b")).0.len(), 1);
}

#[test]
fn an_associated_schema_with_an_inclusion_is_no_problem() {
    let main = "default namespace = 'urn:r'\ninclude 'part.rnc'\nstart = element r { attribute f { fmt } }\n";
    let workspace = Workspace::new(&[
        ("in/.iri.toml", "[schemas]\nassociations = [{ files = '*.xml', schema = 'main.rnc' }]\n"),
        ("in/main.rnc", main),
        ("in/part.rnc", "fmt = xsd:anyURI\n"),
    ]);
    let config = Configs::new(ConfigSource::Nearest).config_for(&workspace.at("in/a.xml"));
    assert!(config.problems.is_empty(), "{:?}", config.problems);
    assert_eq!(workspace.findings("<r xmlns='urn:r' f='x'/>"), (Vec::new(), 1));
    workspace.write("in/main.rnc", "start = element r { fmt }\n");
    let config = Configs::new(ConfigSource::Nearest).config_for(&workspace.at("in/a.xml"));
    assert_eq!(config.problems.len(), 1);
}

/// Returns the element, the attribute, the value and the role of each reference.
fn listed(document: &str, settings: Settings) -> Vec<(String, Option<String>, String, &'static str)> {
    let document = Document::parse(document, Arc::new(settings));
    let listed = document.sites().map(|site| {
        (site.element.to_owned(), site.attribute.map(str::to_owned), site.value.to_string(), site.role.name)
    });
    listed.collect()
}

#[test]
fn places_of_a_schema_are_printed_up_to_a_limit() {
    let repeat = |count: usize, text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
    let attribute = |number| format!("<xs:attribute name='a{number}' type='xs:anyURI'/>");
    let element = |number| {
        format!(
            "<xs:element name='e{number}'><xs:complexType><xs:attributeGroup ref='g'/></xs:complexType></xs:element>"
        )
    };
    let (attributes, elements) = (repeat(200, &attribute), repeat(200, &element));
    let schema = format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:attributeGroup name='g'>{attributes}\
         </xs:attributeGroup>{elements}</xs:schema>"
    );
    let workspace = Workspace::new(&[("s.xsd", &schema)]);
    let (places, problems) =
        iri_core::workspace::Workspace::new(ConfigSource::Nearest).schema_places(&workspace.at("s.xsd"));
    assert_eq!(problems, ["schema has too many places"]);
    assert!(places.len() <= 20_000, "{}", places.len());
}

#[test]
fn printed_places_are_those_of_the_schema() {
    let xsd = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s' xmlns='urn:s' \
               elementFormDefault='qualified'><xs:attribute name='to' type='xs:anyURI'/>\
               <xs:attribute name='any' type='xs:anyURI'/><xs:attribute name='n' type='xs:int'/>\
               <xs:element name='r'><xs:complexType><xs:sequence><xs:element name='u' type='xs:anyURI'/>\
               <xs:element name='i'><xs:complexType><xs:attribute ref='to'/>\
               <xs:attribute name='system' type='xs:anyURI'/><xs:attribute name='n' type='xs:int'/>\
               <xs:attribute name='all'><xs:simpleType><xs:list itemType='xs:anyURI'/></xs:simpleType></xs:attribute>\
               </xs:complexType></xs:element><xs:element name='w'><xs:simpleType><xs:union memberTypes='xs:anyURI k'/>\
               </xs:simpleType></xs:element><xs:element name='d'><xs:simpleType><xs:union memberTypes='xs:anyURI xs:date'/>\
               </xs:simpleType></xs:element></xs:sequence><xs:attribute name='to' type='xs:anyURI'/>\
               <xs:anyAttribute namespace='##targetNamespace'/></xs:complexType>\
               </xs:element><xs:simpleType name='k'><xs:restriction base='xs:string'><xs:enumeration value='no no'/>\
               </xs:restriction></xs:simpleType></xs:schema>";
    let rnc = "default namespace s = 'urn:s'\nstart = element r { link, attribute s:any { xsd:anyURI }?, element i { link, attribute s:to { xsd:anyURI },\
               attribute system { xsd:anyURI }, attribute all { list { xsd:anyURI+ } } }, element u { xsd:anyURI },\
               element w { xsd:anyURI | 'no no' }, element d { xsd:anyURI | xsd:date } }\nlink = attribute to { xsd:anyURI }?";
    let rng = "<element name='r' ns='urn:s' xmlns='http://relaxng.org/ns/structure/1.0' \
               datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><element name='u'><data type='anyURI'/>\
               </element><element name='i'><attribute name='all'><list><data type='anyURI'/></list></attribute></element>\
               </element>";
    let document = "<r xmlns='urn:s' xmlns:s='urn:s' to='a b' s:any='o p' s:n='1'><u>c d</u><i to='z z' s:to='e f' system='g h' n='1' \
                    all='i j'/><w>no no</w><w>k l</w><d>2026-01-01</d><d>http://h/ m</d></r>";
    for (name, schema) in [("s.xsd", xsd), ("s.rnc", rnc), ("s.rng", rng)] {
        let workspace = Workspace::new(&[(name, schema), ("in/catalog.xml", "")]);
        let (places, problems) =
            iri_core::workspace::Workspace::new(ConfigSource::Nearest).schema_places(&workspace.at(name));
        assert_eq!(problems, [""; 0], "{name}");
        let table: String = places.iter().map(|place| iri_core::Config::table_for(place, |_| false)).collect();
        let (config, problems) = iri_core::Config::parse(&table);
        assert_eq!(problems, [], "{table}");
        let typed = SchemaStore::default().types(
            document,
            &SchemaSurroundings {
                path: Some(workspace.at("d.xml")),
                roots: vec![workspace.folder.path().to_owned()],
                workspace: Some(workspace.folder.path().to_owned()),
                is_project: true,
                config: Configs::new(ConfigSource::Nearest).config_for(&workspace.at("d.xml")),
                ..SchemaSurroundings::default()
            },
        );
        let mut with_schema = Settings::default();
        with_schema.types = typed;
        let expected = listed(document, with_schema);
        assert!(expected.len() > 4, "{name}: {expected:?}");
        assert_eq!(listed(document, config.settings_for("d.xml")), expected, "{table}");
    }
}

#[test]
fn an_extending_configuration_has_the_schemas_and_catalogs_of_the_other_one() {
    let schema = |namespace: &str, inside: &str| xsd(inside).replace("urn:a", namespace);
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>\
        <uri name='http://e.org/b.xsd' uri='schemas/b.xsd'/><uri name='urn:f' uri='../f.xsd'/></catalog>";
    let files = Workspace::new(&[
        (
            "top/.iri.toml",
            "[schemas]\ncatalogs = 'catalog.xml'\nindex = false\nassociations = [\n\
             { files = 'in/*.xml', root = 'a', namespace = 'urn:a', schema = 'schemas/a.xsd' }]\n",
        ),
        ("top/catalog.xml", catalog),
        ("top/schemas/a.xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>"),
        ("top/schemas/b.xsd", &schema("urn:b", "")),
        ("top/d.xsd", &schema("urn:d", "")),
        ("f.xsd", &schema("urn:f", "")),
        ("top/in/c.xsd", &schema("urn:c", "")),
        ("top/in/.iri.toml", ""),
    ]);
    // The association is that of the other file, and what the schema includes is beside it.
    files.write("top/schemas/a.xsd", &schema("urn:a", "<xs:include schemaLocation='part.xsd'/>"));
    files.write("top/schemas/part.xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>");
    // Returns whether a schema makes the attribute of this document a reference.
    let is_known = |document: &str| {
        files.write("top/in/document.xml", document);
        let document = iri_core::workspace::check(&files.at("top/in/document.xml")).expect("it can be read");
        document.sites().any(|site| site.origin.is_some())
    };
    let of = |namespace: &str| format!("<a xmlns='{namespace}' link='x'/>");
    let naming_b = naming("http://e.org/b.xsd").replace("urn:a", "urn:b");
    let own_d = "[schemas]\nassociations = [{ namespace = 'urn:d', schema = '../d.xsd' }]\n";
    for (config, document, expected) in [
        ("", of("urn:a"), false),
        ("extend = '../.iri.toml'", of("urn:a"), true),
        ("", naming_b.clone(), false),
        ("extend = '../.iri.toml'", naming_b, true),
        // The index is off in the other one, unless this one turns it on.
        ("", of("urn:c"), true),
        ("extend = '../.iri.toml'", of("urn:c"), false),
        ("extend = '../.iri.toml'\n[schemas]\nindex = true", of("urn:c"), true),
        // Who extends a file may read only what that names, and that only what is beside it.
        (&format!("extend = '../.iri.toml'\n{own_d}"), of("urn:d"), false),
        ("extend = '../.iri.toml'", of("urn:f"), false),
    ] {
        files.write("top/in/.iri.toml", config);
        assert_eq!(is_known(&document), expected, "{config}: {document}");
    }
    // A configuration turns on what the other one turns off.
    files.write("top/.iri.toml", "unknown = false");
    for (config, count) in [("", 0), ("unknown = true", 1)] {
        files.write("top/in/.iri.toml", &format!("extend = '../.iri.toml'\n{config}"));
        files.write("top/in/document.xml", "<z b='http://h/a b'/>");
        let document = iri_core::workspace::check(&files.at("top/in/document.xml")).expect("it can be read");
        assert_eq!(document.findings().count(), count, "{config}");
    }
}

#[test]
fn the_files_that_a_document_depends_on_are_known() {
    let files = Workspace::new(&[
        ("base.toml", "extend = 'gone.toml'\n[schemas]\nassociations = [{ root = 'a', schema = 's/a.rnc' }]"),
        ("s/a.rnc", "include \"b.rnc\"\nstart = element a { attribute link { xsd:anyURI } }"),
        ("in/.iri.toml", "extend = '../base.toml'\n[schemas]\ncatalogs = 'c.xml'\n[rules]\nmissing-target = 'error'"),
        ("in/document.xml", "<a link='x' xml:base='t/u.png'/>"),
    ]);
    let workspace = iri_core::workspace::Workspace::new(ConfigSource::Nearest);
    let path = files.at("in/document.xml");
    let document = iri_core::workspace::DocumentAt { path: Some(&path), language: "", folders: &[], is_open: false };
    let mut settings = workspace.settings(&document, &[], &iri_core::workspace::Overrides::default());
    let text = fs::read_to_string(&path).expect("it is there");
    settings.types = workspace.types(&document, &text, &[]);
    let checked = Document::parse(text, Arc::new(settings));
    assert!(!checked.related_findings(&iri_core::CancelToken::default()).is_empty());
    let known = workspace.files();
    for path in ["base.toml", "gone.toml", "s/a.rnc", "s/b.rnc", "in/.iri.toml", "in/c.xml", "in"] {
        assert!(known.contains(&files.at(path)), "{path}: {known:?}");
    }
}
