//! XML Schema: which attributes and texts of a document are references by its schema.

use std::ops::Range;
use std::sync::Arc;

use iri_core::schema::{SchemaText, SchemaTexts, xsd};
use iri_core::xml::types::{Binding, BoundSchema, Types};
use iri_core::{Document, Settings};

use crate::linear::assert_linear;

/// Texts by location.
struct Texts(Vec<(&'static str, String)>);

impl SchemaTexts for Texts {
    fn text(&mut self, reference: &str, _base: &str) -> Result<SchemaText, String> {
        let text = self.0.iter().find(|(location, _)| *location == reference);
        let (location, text) = text.ok_or_else(|| format!("schema not found: {reference}"))?;
        Ok(SchemaText { location: Arc::from(*location), text: Arc::from(text.as_str()) })
    }
}

/// Returns a schema document for the namespace `urn:s`.
fn schema(declarations: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:s' xmlns:s='urn:s' \
         targetNamespace='urn:s' elementFormDefault='qualified'>\n{declarations}\n</xs:schema>"
    )
}

/// Returns the references that the first of `schemas` adds to `document`, each as `element attribute line value`, and the
/// problems of the schemas.
fn check(schemas: Vec<(&'static str, String)>, document: &str) -> (Vec<String>, Vec<String>) {
    let location = schemas[0].0;
    let loaded = xsd::load(location, &mut Texts(schemas));
    let problems = loaded.problems.into_iter().map(|problem| problem.message).collect();
    let types = Types::new(vec![BoundSchema { declarations: loaded.declarations, binding: Binding::SchemaLocation }]);
    let document = Document::parse(document, Arc::new(Settings::default().with_types(Arc::new(types))));
    let local = |name: &str| name.rsplit('}').next().unwrap_or_default().to_owned();
    let sites = document.sites().filter_map(|site| {
        let line = site.origin?.line;
        Some(format!("{} {} {line} {}", local(site.element), local(site.attribute.unwrap_or("-")), site.value))
    });
    (sites.collect(), problems)
}

/// Returns one text per number, joined.
fn repeat(numbers: Range<usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

fn sites(declarations: &str, document: &str) -> Vec<String> {
    let (sites, problems) = check(vec![("s.xsd", schema(declarations))], document);
    assert!(problems.is_empty(), "{problems:?}");
    sites
}

#[test]
fn attributes_and_texts_have_the_types_of_their_element() {
    let declarations = "<xs:element name='a'><xs:complexType><xs:sequence>
        <xs:element name='b' type='xs:anyURI'/>
        <xs:element name='c'><xs:complexType><xs:simpleContent><xs:extension base='xs:anyURI'>
          <xs:attribute name='d' type='u'/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name='n' type='xs:string'/>
        </xs:sequence><xs:attribute name='e' type='list'/><xs:attribute ref='s:g'/>
        <xs:attribute name='n' type='xs:int'/></xs:complexType></xs:element>
        <xs:attribute name='g' type='xs:anyURI'/>
        <xs:simpleType name='u'><xs:restriction base='v'/></xs:simpleType>
        <xs:simpleType name='v'><xs:union memberTypes='xs:anyURI w'/></xs:simpleType>
        <xs:simpleType name='w'><xs:restriction base='xs:token'><xs:enumeration value='##any'/></xs:restriction></xs:simpleType>
        <xs:simpleType name='list'><xs:list itemType='xs:anyURI'/></xs:simpleType>";
    let document = "<s:a xmlns:s='urn:s' e='1 2' s:g='3' n='x' g='x'><s:b>4</s:b><s:c d='5'>6</s:c><s:c d='##any'/>\
                    <s:n>x</s:n><b>x</b></s:a>";
    assert_eq!(sites(declarations, document), ["a e 7 1", "a e 7 2", "a g 9 3", "b - 3 4", "c d 5 5", "c - 4 6"]);
}

#[test]
fn the_first_member_of_a_union_that_accepts_a_value_determines_its_type() {
    let types = "<xs:simpleType name='id'><xs:restriction base='xs:string'><xs:minLength value='1'/></xs:restriction></xs:simpleType>
        <xs:simpleType name='code'><xs:restriction base='xs:string'><xs:pattern value='[A-Z]+'/></xs:restriction></xs:simpleType>
        <xs:simpleType name='words'><xs:restriction base='xs:token'><xs:enumeration value='any'/></xs:restriction></xs:simpleType>";
    for (members, expected) in [
        ("xs:string xs:anyURI", [0, 0]),
        ("id xs:anyURI words", [0, 0]),
        ("words xs:token xs:anyURI", [0, 0]),
        ("xs:anyURI xs:string", [1, 1]),
        ("xs:anyURI words", [1, 0]),
        ("words xs:anyURI", [1, 0]),
        // Some values are of the first type; only what looks like a reference is one.
        ("code xs:anyURI", [1, 0]),
        ("xs:int xs:anyURI id", [1, 0]),
    ] {
        let union = format!("<xs:simpleType name='u'><xs:union memberTypes='{members}'/></xs:simpleType>");
        let declarations = format!("{types}{union}<xs:element name='a' type='u'/>");
        let found = ["urn:b", "any"].map(|text| sites(&declarations, &format!("<a xmlns='urn:s'>{text}</a>")).len());
        assert_eq!(found, expected, "{members}");
    }
}

#[test]
fn a_value_that_is_a_placeholder_is_a_reference_by_its_type() {
    let declarations = "<xs:element name='a'><xs:complexType><xs:attribute name='x' type='xs:anyURI'/>
        </xs:complexType></xs:element>";
    assert_eq!(sites(declarations, "<a xmlns='urn:s' x='${url}'/>"), ["a x 2 ${url}"]);
}

#[test]
fn a_derived_type_has_what_its_base_declares() {
    let declarations = "<xs:complexType name='base'><xs:sequence><xs:element name='b' type='xs:anyURI'/></xs:sequence>
        <xs:attribute name='x' type='xs:anyURI'/><xs:attribute name='y' type='xs:anyURI'/></xs:complexType>
        <xs:complexType name='more'><xs:complexContent><xs:extension base='base'>
          <xs:sequence><xs:element name='c' type='xs:anyURI'/></xs:sequence>
          <xs:attribute name='z' type='xs:anyURI'/></xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name='less'><xs:complexContent><xs:restriction base='base'><xs:sequence/>
          <xs:attribute name='x' use='prohibited'/><xs:attribute name='y' type='xs:string'/>
        </xs:restriction></xs:complexContent></xs:complexType>
        <xs:element name='more' type='more'/><xs:element name='less' type='less'/><xs:element name='base' type='base'/>";
    let all =
        |name: &str, more: &str| format!("<{name} xmlns='urn:s' x='1' y='2' z='3' {more}><b>4</b><c>5</c></{name}>");
    assert_eq!(sites(declarations, &all("more", "")), ["more x 3 1", "more y 3 2", "more z 6 3", "b - 2 4", "c - 5 5"]);
    // In an invalid place, an element has all declarations of its name.
    assert_eq!(sites(declarations, &all("less", "")), ["b - 2 4", "c - 5 5"]);
    let typed = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='more'";
    assert_eq!(sites(declarations, &all("base", typed)).len(), 5);
}

#[test]
fn groups_substitutions_and_wildcards_lead_to_their_declarations() {
    let declarations = "<xs:group name='g'><xs:choice><xs:element ref='head'/><xs:group ref='g'/></xs:choice></xs:group>
        <xs:attributeGroup name='ag'><xs:attributeGroup ref='ag'/><xs:attribute name='x' type='xs:anyURI'/></xs:attributeGroup>
        <xs:element name='head' abstract='true' type='xs:anyURI'/>
        <xs:element name='one' substitutionGroup='head'/>
        <xs:element name='two' substitutionGroup='one' type='xs:anyURI'/>
        <xs:element name='a'><xs:complexType><xs:sequence><xs:group ref='g'/><xs:any processContents='lax'/></xs:sequence>
          <xs:attributeGroup ref='ag'/><xs:anyAttribute namespace='##other' processContents='skip'/></xs:complexType></xs:element>
        <xs:element name='skip'><xs:complexType><xs:sequence><xs:any processContents='skip'/></xs:sequence></xs:complexType></xs:element>";
    let document = "<a xmlns='urn:s' x='1'><one>2</one><two>3</two><a x='4'/><o xmlns=''><a x='5'/><a xmlns='urn:s' x='6'/></o></a>";
    assert_eq!(sites(declarations, document), ["a x 3 1", "one - 5 2", "two - 6 3", "a x 3 4", "a x 3 6"]);
    assert_eq!(sites(declarations, "<skip xmlns='urn:s'><a x='1'/><o><a x='1'/></o></skip>"), [""; 0]);
    let typed = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='t'";
    let declarations = format!("{declarations}<xs:complexType name='t'><xs:attributeGroup ref='ag'/></xs:complexType>");
    assert_eq!(sites(&declarations, &format!("<skip xmlns='urn:s'><o {typed} x='1'/></skip>")), [""; 0]);
    assert_eq!(sites(&declarations, &format!("<a xmlns='urn:s'><o {typed} x='1'/></a>")), ["o x 3 1"]);
}

#[test]
fn an_element_without_a_declaration_has_global_attributes() {
    let declarations = "<xs:element name='a'><xs:complexType><xs:sequence/></xs:complexType></xs:element>
        <xs:attribute name='g' type='xs:anyURI'/>";
    let document = "<a xmlns='urn:s' xmlns:s='urn:s' s:g='x'><o s:g='1' g='x'><p s:g='2'/></o></a>";
    assert_eq!(sites(declarations, document), ["o g 3 1", "p g 3 2"]);
}

#[test]
fn documents_are_included_imported_and_redefined() {
    let head = "xmlns:xs='http://www.w3.org/2001/XMLSchema'";
    let main = schema(
        "<xs:include schemaLocation='chameleon.xsd'/><xs:import namespace='urn:t' schemaLocation='t.xsd'/>
         <xs:import namespace='urn:far' schemaLocation='http://example.org/far.xsd'/>
         <xs:redefine schemaLocation='old.xsd'><xs:complexType name='o'><xs:complexContent><xs:extension base='o'>
           <xs:attribute name='new' type='xs:anyURI'/></xs:extension></xs:complexContent></xs:complexType></xs:redefine>
         <xs:element name='a'><xs:complexType><xs:sequence><xs:element name='c' type='c'/><xs:element name='o' type='o'/>
           <xs:element ref='t:t' xmlns:t='urn:t'/></xs:sequence></xs:complexType></xs:element>",
    );
    let chameleon = format!(
        "<xs:schema {head}><xs:complexType name='c'><xs:attribute name='x' type='u'/></xs:complexType>
         <xs:simpleType name='u'><xs:restriction base='xs:anyURI'/></xs:simpleType></xs:schema>"
    );
    let old = schema("<xs:complexType name='o'><xs:attribute name='old' type='xs:anyURI'/></xs:complexType>");
    let other = format!(
        "<xs:schema {head} targetNamespace='urn:t'><xs:include schemaLocation='t.xsd'/>
         <xs:element name='t' type='xs:anyURI'/></xs:schema>"
    );
    let texts = vec![("s.xsd", main), ("chameleon.xsd", chameleon), ("old.xsd", old), ("t.xsd", other)];
    let document = "<a xmlns='urn:s'><c x='1'/><o old='2' new='3'/><t xmlns='urn:t'>4</t></a>";
    let (sites, problems) = check(texts, document);
    assert_eq!(sites, ["c x 1 1", "o old 2 2", "o new 5 3", "t - 2 4"]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn what_is_not_available_is_a_problem_and_the_rest_is_effective() {
    let (sites, problems) = check(
        vec![(
            "s.xsd",
            schema(
                "<xs:include schemaLocation='gone.xsd'/><xs:element name='a' type='xs:anyURI'/><xs:element name='b' type='t'/>",
            ),
        )],
        "<a xmlns='urn:s'>1</a>",
    );
    assert_eq!((sites, problems), (vec!["a - 2 1".to_owned()], vec!["schema not found: gone.xsd".to_owned()]));
    for (text, message) in [
        ("<schema/>", "not a schema: s.xsd"),
        ("", "not a schema: s.xsd"),
        ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>", "schema is not well-formed XML"),
    ] {
        assert_eq!(check(vec![("s.xsd", text.to_owned())], "<a/>").1, [message], "{text}");
    }
    assert_eq!(check(vec![("s.xsd", schema("")), ("", String::new())], "<a/>"), (vec![], vec![]));
}

#[test]
fn types_of_the_schema_for_schemas_are_ordinary_types() {
    let text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='http://www.w3.org/2001/XMLSchema'>
        <xs:simpleType name='anyURI'><xs:restriction base='xs:anySimpleType'/></xs:simpleType>
        <xs:simpleType name='namespaceList'><xs:list itemType='xs:anyURI'/></xs:simpleType>
        <xs:element name='any'><xs:complexType><xs:attribute name='other' type='xs:namespaceList'/></xs:complexType></xs:element>
        </xs:schema>";
    let (sites, problems) =
        check(vec![("s.xsd", text.to_owned())], "<any xmlns='http://www.w3.org/2001/XMLSchema' other='1 2'/>");
    assert_eq!((sites, problems), (vec!["any other 4 1".to_owned(), "any other 4 2".to_owned()], vec![]));
}

#[test]
fn a_schema_removes_a_place_only_by_a_type_without_references() {
    let declarations = |of: &str| {
        format!(
            "<xs:element name='svg'><xs:complexType><xs:attribute name='x' type='{of}'/>
             <xs:attribute ref='l:href' xmlns:l='http://www.w3.org/1999/xlink'/></xs:complexType></xs:element>"
        )
    };
    let link = |of: &str| {
        format!(
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='http://www.w3.org/1999/xlink'>
             <xs:attribute name='href' type='xs:{of}'/></xs:schema>"
        )
    };
    let values = |of: &str| {
        let import = "<xs:import namespace='http://www.w3.org/1999/xlink' schemaLocation='l.xsd'/>";
        let main = schema(&format!("{import}{}", declarations("xs:string")));
        let mut texts = Texts(vec![("s.xsd", main), ("l.xsd", link(of))]);
        let loaded = xsd::load("s.xsd", &mut texts);
        let binding = Binding::SchemaLocation;
        let types = Types::new(vec![BoundSchema { declarations: loaded.declarations, binding }]);
        let text = "<svg xmlns='urn:s' xmlns:l='http://www.w3.org/1999/xlink' l:href='here'/>";
        let document = Document::parse(text, Arc::new(Settings::default().with_types(Arc::new(types))));
        let sites: Vec<_> = document.sites().map(|site| site.value.into_owned()).collect();
        sites.contains(&"here".to_owned())
    };
    assert!(values("anyURI") && values("string") && values("token"));
    assert!(!values("ID") && !values("integer") && !values("QName"));
}

#[test]
fn declarations_for_other_versions_are_not_used() {
    let versions = "xmlns:vc='http://www.w3.org/2007/XMLSchema-versioning'";
    let declarations = format!(
        "<xs:element name='e' {versions} vc:maxVersion='1.1'><xs:complexType>
          <xs:attribute name='old' type='xs:anyURI'/></xs:complexType></xs:element>
        <xs:element name='e' {versions} vc:minVersion='1.1' vc:maxVersion='1.2'><xs:complexType>
          <xs:attribute name='new' type='xs:anyURI'/>
          <xs:attribute name='later' type='xs:anyURI' vc:minVersion='1.2'/></xs:complexType></xs:element>"
    );
    let document = "<e xmlns='urn:s' old='./1' new='./2' later='./3'/>";
    assert_eq!(sites(&declarations, document), ["e new 5 ./2"]);
}

#[test]
fn circles_end() {
    let declarations = "<xs:include schemaLocation='s.xsd'/><xs:redefine schemaLocation='s.xsd'/>
        <xs:complexType name='a'><xs:complexContent><xs:extension base='b'><xs:attribute name='x' type='u'/>
          </xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name='b'><xs:complexContent><xs:extension base='a'><xs:sequence><xs:element name='e' type='a'/>
          </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name='c'><xs:simpleContent><xs:extension base='c'/></xs:simpleContent></xs:complexType>
        <xs:simpleType name='u'><xs:union memberTypes='v xs:anyURI'/></xs:simpleType>
        <xs:simpleType name='v'><xs:list itemType='u'/></xs:simpleType>
        <xs:element name='e' type='b'/><xs:element name='h' substitutionGroup='i'/>
        <xs:element name='i' substitutionGroup='h'/><xs:element name='t' type='c'/>";
    let document = "<e xmlns='urn:s' x='./1'><e x='./2'/><h/><i/><t>x</t></e>";
    assert_eq!(sites(declarations, document), ["e x 3 ./1", "e x 3 ./2"]);
}

/// An element with an attribute that is a reference, and one whose text is a list of references.
const ATTRIBUTE_AND_LIST: &str = "
    <xs:element name='a'><xs:complexType><xs:attribute name='x' type='xs:anyURI'/></xs:complexType></xs:element>
    <!-- c --><xs:simpleType name='t'><xs:list itemType='xs:anyURI'/></xs:simpleType><xs:element name='b' type='t'/>";

#[test]
fn a_schema_that_is_cut_anywhere_is_used_as_far_as_it_goes() {
    let whole = schema(ATTRIBUTE_AND_LIST);
    let document = "<s:a xmlns:s='urn:s' x='1'><s:b>2</s:b></s:a>";
    let mut found = std::collections::BTreeSet::new();
    for cut in 0..whole.len() {
        let (sites, problems) = check(vec![("s.xsd", whole[..cut].to_owned())], document);
        assert!(!problems.is_empty(), "{cut}");
        found.insert(sites.len());
    }
    assert_eq!(Vec::from_iter(found), [0, 1, 2]);
    assert_eq!(check(vec![("s.xsd", whole)], document).0.len(), 2);
}

#[test]
fn a_schema_that_is_broken_at_any_byte_has_no_other_references() {
    let whole = schema(ATTRIBUTE_AND_LIST);
    let document = "<s:a xmlns:s='urn:s' x='1' y='3'><s:b>2</s:b><s:c>4</s:c></s:a>";
    let mut damaged = 0;
    for at in 0..whole.len() {
        for byte in ["", "<", ">", "&", "'", "/", "\0", " "] {
            let broken = format!("{}{byte}{}", &whole[..at], &whole[at + 1..]);
            let mut reader = quick_xml::Reader::from_str(&broken);
            let is_damaged = loop {
                match reader.read_event() {
                    Ok(quick_xml::events::Event::Eof) => break false,
                    Err(_) => break true,
                    Ok(_) => {}
                }
            };
            let (sites, problems) = check(vec![("s.xsd", broken)], document);
            let is_intact = |site: &String| ["1", "2"].iter().any(|value| site.ends_with(value));
            assert!(sites.iter().all(is_intact), "{at} {byte}: {sites:?}");
            // A raw '&' between the elements changes no declaration.
            assert!(byte == "&" || !is_damaged || !problems.is_empty(), "{at} {byte}");
            damaged += usize::from(byte != "&" && is_damaged);
        }
    }
    assert!(damaged > 500, "{damaged}");
}

#[test]
fn a_document_that_is_cut_anywhere_has_the_references_before_the_cut() {
    let declarations = "<xs:element name='a'><xs:complexType><xs:sequence>
        <xs:element name='n' type='xs:anyURI'/>
        <xs:element name='b'><xs:complexType><xs:sequence><xs:element name='n' type='xs:int'/></xs:sequence>
          <xs:attribute name='x' type='xs:anyURI'/></xs:complexType></xs:element>
        <xs:element name='t' type='base'/><xs:any processContents='lax'/></xs:sequence></xs:complexType></xs:element>
        <xs:complexType name='base'/>
        <xs:complexType name='derived'><xs:complexContent><xs:extension base='base'>
          <xs:attribute name='x' type='xs:anyURI'/></xs:extension></xs:complexContent></xs:complexType>";
    let document = "<a xmlns='urn:s' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><n>1</n><b x='2'><n>3</n></b>
        <t x='4'/><t i:type='derived' x='5'/><o xmlns='' x='6'><a xmlns='urn:s'><b x='7'/></a></o><n>8</n></a>";
    let loaded = xsd::load("s.xsd", &mut Texts(vec![("s.xsd", schema(declarations))]));
    let types = Types::new(vec![BoundSchema { declarations: loaded.declarations, binding: Binding::SchemaLocation }]);
    let settings = Arc::new(Settings::default().with_types(Arc::new(types)));
    let spans = |text: &str| -> Vec<_> {
        let document = Document::parse(text, Arc::clone(&settings));
        let typed = document.sites().filter(|site| site.origin.is_some());
        typed.map(|site| (site.span.start, site.span.end)).collect()
    };
    let whole = spans(document);
    assert_eq!(whole.iter().map(|&(start, end)| &document[start..end]).collect::<String>(), "12578");
    for cut in 0..document.len() {
        let found = spans(&document[..cut]);
        assert!(found.iter().all(|span| whole.contains(span)), "{cut}: {found:?}");
        // A value is complete with its quote, a text with the end tag.
        let is_complete = |&&(_, end): &&(usize, usize)| end + "</n>".len() <= cut;
        assert!(whole.iter().filter(is_complete).all(|span| found.contains(span)), "{cut}: {found:?}");
    }
}

#[test]
fn large_and_deep_schemas_take_bounded_time() {
    let deep = format!("<xs:element name='a'><xs:complexType>{}", "<xs:sequence>".repeat(50_000));
    let (_, problems) = check(vec![("s.xsd", schema(&deep))], "<a xmlns='urn:s'/>");
    assert_eq!(problems, ["schema is not well-formed XML"]);
    // Each type has all elements of a group.
    let elements = repeat(0..2_000, |number| format!("<xs:element name='e{number}' type='t{number}'/>"));
    let types =
        repeat(0..2_000, |number| format!("<xs:complexType name='t{number}'><xs:group ref='g'/></xs:complexType>"));
    let wide = format!("<xs:group name='g'><xs:choice>{elements}</xs:choice></xs:group>{types}");
    let (_, problems) = check(vec![("s.xsd", schema(&wide))], "<e0 xmlns='urn:s'><e1/></e0>");
    assert!(problems.len() <= 1, "{problems:?}");
    // Each element may substitute the previous one, and a type refers to all of them.
    assert_linear(2_000, |size| {
        let element = |number: usize| format!("<xs:element name='e{number}' substitutionGroup='e{}'/>", number - 1);
        let references = repeat(0..size, |number| format!("<xs:element ref='e{number}'/>"));
        let chain = format!(
            "<xs:element name='e0' type='xs:anyURI'/>{}<xs:element name='a'><xs:complexType><xs:choice>{references}\
             </xs:choice></xs:complexType></xs:element>",
            repeat(1..size, element)
        );
        assert_eq!(sites(&chain, "<a xmlns='urn:s'><e100>1</e100></a>"), ["e100 - 2 1"]);
    });
    // Each union has the words of the previous one.
    let words = repeat(0..10_000, |number| format!("<xs:enumeration value='w{number}'/>"));
    let unions = repeat(1..300, |number| {
        format!("<xs:simpleType name='u{number}'><xs:union memberTypes='w u{}'/></xs:simpleType>", number - 1)
    });
    let unions = format!(
        "<xs:simpleType name='w'><xs:restriction base='xs:token'>{words}</xs:restriction></xs:simpleType>\
         <xs:simpleType name='u0'><xs:union memberTypes='w xs:anyURI'/></xs:simpleType>{unions}"
    );
    let (_, problems) = check(vec![("s.xsd", schema(&unions))], "<a xmlns='urn:s'/>");
    assert_eq!(problems, ["schema has too many declarations"]);
}

#[test]
fn large_schemas_and_documents_take_linear_time_together() {
    // Each element has attributes that are not kept with its scope.
    assert_linear(2_000, |size| {
        let attributes = repeat(0..size, |number| format!("<xs:attribute name='a{number}' type='xs:anyURI'/>"));
        let declarations = format!("<xs:element name='e'><xs:complexType>{attributes}</xs:complexType></xs:element>");
        let values = repeat(size - 20..size, |number| format!(" a{number}='x'"));
        let document = format!("<o xmlns='urn:s'>{}</o>", format!("<e{values}/>").repeat(size / 20));
        assert_eq!(sites(&declarations, &document).len(), size);
    });
    // Many types have an element of one name.
    assert_linear(1_000, |size| {
        let types = repeat(0..size, |number| {
            format!(
                "<xs:element name='t{number}'><xs:complexType><xs:sequence><xs:element name='n' type='xs:anyURI'/>\
                 </xs:sequence></xs:complexType></xs:element>"
            )
        });
        let document = repeat(0..size, |number| format!("<t{number}><n>x</n></t{number}>"));
        assert_eq!(sites(&types, &format!("<o xmlns='urn:s'>{document}</o>")).len(), size);
    });
}

#[test]
fn a_member_of_a_union_that_accepts_a_value_makes_it_no_reference() {
    let union = "<xs:simpleType name='Day'><xs:union memberTypes='xs:date xs:gYear'/></xs:simpleType>
        <xs:simpleType name='Alias'><xs:restriction base='xs:token'><xs:pattern value='##.+'/></xs:restriction></xs:simpleType>
        <xs:simpleType name='Early'><xs:union memberTypes='s:Day xs:time xs:dateTime xs:duration xs:decimal xs:QName s:Alias
            xs:anyURI'/></xs:simpleType>
        <xs:simpleType name='Late'><xs:union memberTypes='xs:anyURI s:Alias'/></xs:simpleType>
        <xs:simpleType name='Lates'><xs:list itemType='s:Late'/></xs:simpleType>
        <xs:element name='a'><xs:complexType><xs:attribute name='early' type='s:Early'/>
        <xs:attribute name='late' type='s:Late'/><xs:attribute name='lates' type='s:Lates'/></xs:complexType></xs:element>";
    let found = |attributes: &str| {
        let document = format!("<a xmlns='urn:s' xmlns:xs='http://www.w3.org/2001/XMLSchema' {attributes}/>");
        sites(union, &document).len()
    };
    for value in ["2026-09-02T09:05:59.024Z", "09:05:59.5", "P1DT2.5S", "-.5", "xs:string", "##SOAP11_HTTP"] {
        assert_eq!(found(&format!("early='{value}'")), 0, "{value}");
    }
    assert_eq!(found("early='http://e.org/a b'") + found("early='x:string'"), 2);
    assert_eq!(found("late='##SOAP11_HTTP'") + found("lates='##SOAP11_HTTP ##XML_HTTP'"), 0);
    assert_eq!(found("lates='##SOAP11_HTTP http://e.org/ a'"), 2);
}

#[test]
fn names_that_a_schema_types_keep_their_spelling() {
    let declarations = "<xs:element name='a'><xs:complexType>
        <xs:attribute name='targetNamespace' type='xs:anyURI'/><xs:attribute name='DataType' type='xs:anyURI'/>
        <xs:attribute name='AttributeId' type='xs:anyURI'/><xs:attribute name='link' type='xs:anyURI'/>
        </xs:complexType></xs:element>";
    let loaded = xsd::load("s.xsd", &mut Texts(vec![("s.xsd", schema(declarations))]));
    let types = Types::new(vec![BoundSchema { declarations: loaded.declarations, binding: Binding::SchemaLocation }]);
    let settings = Arc::new(Settings::default().with_types(Arc::new(types)));
    let findings = |attribute: &str| {
        let document = Document::parse(format!("<a xmlns='urn:s' {attribute}/>"), Arc::clone(&settings));
        // The namespace name of these schemas is not a valid URN.
        let of_attribute = document.findings().filter(|found| found.site.value != "urn:s");
        let findings = of_attribute.map(|found| {
            let is_safe = found.finding.fixes.iter().any(|fix| fix.safety == iri_core::Safety::Safe);
            (found.finding.rule.name, found.finding.severity.name(), is_safe)
        });
        findings.collect::<Vec<_>>()
    };
    // Rules of schemes report the space in a name too.
    let space = |attribute: &str| findings(attribute).into_iter().find(|(rule, ..)| *rule == "leiri-space");
    for (attribute, is_safe) in [
        ("targetNamespace='http://e.org/a b'", false),
        ("AttributeId='tag:e.org,2026:a b'", false),
        ("link='urn:example:a b'", false),
        ("link='http://e.org/a b'", true),
    ] {
        assert_eq!(space(attribute), Some(("leiri-space", "warning", is_safe)), "{attribute}");
    }
    for style in ["targetNamespace", "DataType", "AttributeId", "link"] {
        assert_eq!(findings(&format!("{style}='HTTP://E.org:80/%7ea'")), [], "{style}");
    }
    let urn = |attribute: &str| findings(&format!("{attribute}='urn:/PingPong'")).iter().map(|found| found.1).max();
    assert_eq!(urn("targetNamespace"), Some("information"));
}
