//! The JSON Schema in the book, against the output of the program and the page that describes it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::faulty_files::faulty_documents::{SURROUNDINGS, VALUES};
use crate::program::{command, run, text};
use iri_core::present::Conversions;
use iri_core::reference::NormalizationLevel;
use iri_core::rules::{self, Page};
use iri_core::text::Entities;
use iri_core::{Decoded, Role};
use jsonschema::Validator;
use serde_json::{Value, json};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schema() -> Value {
    let text = fs::read_to_string(repository().join("docs/json.schema.json")).expect("the book has a schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// Returns the schema of the lines of `command`, in which no object has keys that the schema does not list.
fn closed(command: &str) -> Validator {
    let mut schema = schema();
    close(&mut schema);
    let object = schema.as_object_mut().expect("a schema is an object");
    object.remove("anyOf");
    object.insert("$ref".to_owned(), json!(format!("#/$defs/{command}")));
    jsonschema::validator_for(&schema).expect("it is a schema")
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(close);
            // The value of the keyword `properties` is itself an object, but not a schema.
            if object.get("type") == Some(&json!("object")) && object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Validates each line of `output`. Returns how many there are.
fn validate(validator: &Validator, output: &str) -> usize {
    let open = jsonschema::validator_for(&schema()).expect("it is a schema");
    for line in output.lines() {
        let value: Value = serde_json::from_str(line).expect("each line is JSON");
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
        assert!(open.is_valid(&value), "the whole schema rejects {line}");
    }
    output.lines().count()
}

/// Returns references of every kind: the examples of all rules, the faulty values, and ordinary ones.
fn references() -> Vec<String> {
    let pages = rules::ALL.iter().map(|rule| Page::parse(rule.page()));
    let examples = pages.flat_map(|page| page.examples.into_iter().map(|example| example.text));
    let entities = Entities::default();
    let faulty = VALUES.iter().map(|value| Decoded::attribute(value, &entities).value.into_owned());
    let ordinary = fs::read_to_string(repository().join("core/tests/data/references.txt")).expect("they are there");
    let mut all: Vec<String> = examples.chain(faulty).collect();
    all.extend(ordinary.lines().take(300).map(str::to_owned));
    // A NUL ends a reference of the input.
    all.retain(|reference| !reference.contains('\0'));
    all
}

#[test]
fn show_matches_the_schema() {
    let references = references();
    assert!(references.len() > 500, "only {} references", references.len());
    let stdin = references.join("\0") + "\0";
    let validator = closed("show");
    for arguments in
        [&[][..], &["--characters", "all"], &["--base", "http://example.org/a/b"], &["--base", "a:b"], &["--xml"]]
    {
        let output = run(&mut command(&[&["show", "-0", "--format", "json"], arguments].concat()), stdin.as_bytes());
        assert_eq!(validate(&validator, &text(&output.stdout)), references.len(), "{arguments:?}");
    }
}

#[test]
fn each_field_alone_is_that_of_the_whole_record() {
    let references = references();
    let stdin = references.join("\0") + "\0";
    let (validator, schema) = (closed("selection"), schema());
    let fields = schema["$defs"]["selection"]["properties"].as_object().expect("it has properties");
    assert!(fields.len() > 10, "only {} fields", fields.len());
    let lines = |arguments: &[&str]| -> Vec<Value> {
        let words = [&["show", "-0", "--format", "json"], arguments].concat();
        let output = run(&mut command(&words), stdin.as_bytes());
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{arguments:?}");
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
    };
    for arguments in [&[][..], &["--xml", "--base", "http://example.org/a/b", "--characters", "all"]] {
        let whole = lines(arguments);
        assert_eq!(whole.len(), references.len());
        for field in fields.keys() {
            let selected = lines(&[arguments, &["--fields", field]].concat());
            assert_eq!(selected.len(), references.len(), "{field} {arguments:?}");
            for (selected, whole) in selected.iter().zip(&whole) {
                assert!(validator.is_valid(selected), "{selected}");
                let expected = whole.get(field).map_or_else(|| json!({}), |value| json!({field: value}));
                assert_eq!(*selected, expected, "{arguments:?}");
            }
        }
    }
}

#[test]
fn check_and_list_match_the_schema() {
    let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
    for (i, value) in VALUES.iter().enumerate() {
        for (j, surroundings) in SURROUNDINGS.iter().enumerate() {
            let path = folder.path().join(format!("{i}-{j}.xml"));
            fs::write(path, surroundings.replace('@', value)).expect("it can be written");
        }
    }
    let declarations = "<?xml version='1.0'?><?xml-stylesheet href='a b.css'?><!DOCTYPE r SYSTEM 'a b.dtd' [\
        <!ENTITY e SYSTEM 'a b.ent'><!NOTATION n SYSTEM 'a b.n'>]>\n<!-- iri-ignore no-such-rule --><r/>";
    fs::write(folder.path().join("declarations.xml"), declarations).expect("it can be written");
    let long = format!("<r xml:base='{} b c|d'/>", "a".repeat(5000));
    fs::write(folder.path().join("long.xml"), long).expect("it can be written");
    for (name, least) in [("check", 1000), ("list", 500)] {
        let output = run(command(&[name, "--format", "json"]).current_dir(folder.path()), b"");
        let lines = text(&output.stdout);
        let count = validate(&closed(name), &lines);
        assert!(count >= least, "{name} prints only {count} lines");
        let kinds: BTreeSet<&str> = ["attribute", "element", "doctype", "entity", "notation", "pi", "comment"]
            .into_iter()
            .filter(|kind| lines.contains(&format!("\"kind\":\"{kind}\"")))
            .collect();
        let expected = if name == "check" { 7 } else { 6 };
        assert_eq!(kinds.len(), expected, "{name} shows {kinds:?}");
    }
}

#[test]
fn the_other_outputs_match_the_schema() {
    let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("a.xml", "<a xmlns='urn:x' xml:base='a b' link='c d'/>");
    write("b.xml", "<?xml-model href='gone.rng'?><b xml:base='HTTP://h/%zz'/>");
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:x'>\n\
        <xs:element name='a'><xs:complexType><xs:attribute name='link' type='xs:anyURI'/></xs:complexType></xs:element>\n\
        </xs:schema>";
    write("x.xsd", schema);
    let lines = |arguments: &[&str]| text(&run(command(arguments).current_dir(folder.path()), b"").stdout);
    let schemas = lines(&["schema", "--format", "json", "a.xml", "b.xml"]);
    assert!(schemas.contains("anyURI") || schemas.contains("\"attribute\":\"link\""), "{schemas}");
    assert!(schemas.contains("gone.rng"), "{schemas}");
    assert_eq!(validate(&closed("schemas"), &schemas), 2);
    assert_eq!(validate(&closed("explain"), &lines(&["explain", "--format", "json"])), rules::ALL.len());
    assert!(validate(&closed("statistics"), &lines(&["check", "--statistics", "--format", "json"])) >= 3);
    lines(&["check", "--write-baseline", "baseline.json"]);
    let baseline = fs::read_to_string(folder.path().join("baseline.json")).expect("it was written");
    assert!(baseline.contains("leiri-space"), "{baseline}");
    assert_eq!(validate(&closed("baseline"), &baseline.replace('\n', "")), 1);
}

#[test]
fn the_schema_rejects_what_the_contract_excludes() {
    let output = run(&mut command(&["show", "--format", "json", "http://example.org/a b"]), b"");
    let line: Value = serde_json::from_str(&text(&output.stdout)).expect("it is JSON");
    let validator = closed("show");
    assert!(validator.is_valid(&line));
    let changes: [(&str, Value); 5] = [
        ("/schema", json!(2)),
        ("/findings/0/severity", json!("fatal")),
        ("/findings/0/start", json!(-1)),
        ("/normalized", json!({})),
        ("/conversions/iri", json!(1)),
    ];
    for (pointer, value) in changes {
        let mut changed = line.clone();
        *changed.pointer_mut(pointer).expect("the output has this key") = value;
        assert!(!validator.is_valid(&changed), "{pointer}");
    }
}

#[test]
fn normalized_has_every_level_above_the_string() {
    let reference = "HTTP://e\u{301}.example:80/./%7ea/e\u{301}";
    let output = run(&mut command(&["show", "--format", "json", reference]), b"");
    let line: Value = serde_json::from_str(&text(&output.stdout)).expect("it is JSON");
    for level in NormalizationLevel::ALL.into_iter().skip(1) {
        let expected = iri_core::reference::normalize(reference, level);
        assert_eq!(line["normalized"][level.name()], expected, "{}", level.name());
    }
    assert_ne!(line["normalized"]["character"], line["normalized"]["case"]);
}

#[test]
fn the_keys_of_conversions_are_the_forms_of_convert_with_underscores() {
    let page = fs::read_to_string(repository().join("docs/json.md")).expect("the book has the page");
    let reference = "http://r\u{e9}sum\u{e9}.example/a b";
    let output = run(&mut command(&["show", "--format", "json", reference]), b"");
    let line: Value = serde_json::from_str(&text(&output.stdout)).expect("it is JSON");
    for form in Conversions::FORMS {
        let key = form.name().replace('-', "_");
        let converted = run(&mut command(&["convert", "--to", form.name(), reference]), b"");
        assert_eq!(line["conversions"][&key], text(&converted.stdout).trim_end_matches('\n'), "{key}");
        assert!(page.contains(&format!("| `{}` | `{key}` |", form.name())), "the page lacks {key}");
    }
}

#[test]
fn the_page_describes_every_key_of_the_schema() {
    let page = fs::read_to_string(repository().join("docs/json.md")).expect("the book has the page");
    let mut keys = BTreeSet::new();
    collect_keys(&schema(), &mut keys);
    assert!(keys.len() > 40, "only {} keys", keys.len());
    let missing: Vec<&String> = keys.iter().filter(|key| !page.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "docs/json.md does not describe {missing:?}");
}

fn collect_keys(schema: &Value, keys: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                keys.extend(properties.keys().cloned());
            }
            object.values().for_each(|value| collect_keys(value, keys));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn the_schema_accepts_the_name_of_every_role() {
    let pattern = schema()["$defs"]["site"]["properties"]["role"].clone();
    let validator = jsonschema::validator_for(&pattern).expect("it is a schema");
    for role in Role::ALL {
        assert!(validator.is_valid(&json!(role.name)), "{}", role.name);
    }
}
