//! The JSON Schema of `.iri.toml` in the book, which editors use through SchemaStore: generated from the rules, groups,
//! severities and roles of the core, and compared with what the core accepts.
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-inspect --test it config_schema::` writes it.

use std::fs;
use std::path::{Path, PathBuf};

use iri_core::files::config::{ConfigTable, ConfigValues};
use iri_core::rules::{self, Group, Page};
use iri_core::vocabularies::Shape;
use iri_core::{Config, Role, Severity};
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Returns the description of the key at a path with dots.
fn description(path: &str) -> &'static str {
    let path: Vec<&str> = path.split('.').collect();
    ConfigTable::ROOT.find(&path).expect("a key").description
}

/// Returns the schema. SchemaStore requires draft 7, and a title and description for what editors show.
fn schema() -> Value {
    let severities: Vec<&str> = Severity::ALL.map(Severity::name).into_iter().chain(["off"]).collect();
    let severity = |description: String| json!({"description": description, "enum": severities});
    let groups = Group::ALL.iter().map(|group| {
        (group.name().to_owned(), severity(format!("Severity of all rules of the group {}.", group.name())))
    });
    let rules_of = rules::ALL.iter().map(|rule| (rule.name.to_owned(), severity(Page::parse(rule.page()).summary)));
    let severities_of_rules: Map<String, Value> = groups.chain(rules_of).collect();
    let names: Vec<&str> = rules::rule_names().collect();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.name).chain(["off", "none"]).collect();
    let strings = |description: &str, item: &Value| {
        json!({
            "description": description,
            "oneOf": [item, {"type": "array", "items": item, "minItems": 1}]
        })
    };
    let text = json!({"type": "string"});
    let files = strings(description("ignore.files"), &text);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of iri-inspect and iri-lsp",
        "description": "The file .iri.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "rules": {
                "description": description("rules"),
                "type": "object",
                "additionalProperties": false,
                "properties": severities_of_rules.clone()
            },
            "extend": {"description": description("extend"), "type": "string"},
            "check": check(&names),
            "override": {
                "description": description("override"),
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "files": files,
                        "rules": {
                            "description": description("override.rules"),
                            "type": "object",
                            "additionalProperties": false,
                            "properties": severities_of_rules
                        }
                    },
                    "required": ["files", "rules"]
                }
            },
            "places": {
                "description": description("places"),
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "namespace": {
                            "description": description("places.namespace"),
                            "type": "string"
                        },
                        "element": {"description": description("places.element"), "type": "string"},
                        "attribute": {
                            "description": description("places.attribute"),
                            "type": "string",
                            "pattern": "^([{][^}]*[}])?[^:{} \\t]+$"
                        },
                        "role": {"description": description("places.role"), "enum": roles},
                        "keywords": strings(description("places.keywords"), &text),
                        "values": {"description": description("places.values"), "enum": Shape::NAMES}
                    },
                    "required": ["role"],
                    "anyOf": [{"required": ["element"]}, {"required": ["attribute"]}]
                }
            },
            "ignore": {
                "description": description("ignore"),
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "minProperties": 1,
                    "properties": {
                        "files": files,
                        "rules": strings(description("ignore.rules"), &json!({"enum": names})),
                        "values": strings(description("ignore.values"), &text)
                    }
                }
            },
            "unknown": {"description": description("unknown"), "type": "boolean"},
            "schemas": schemas(&files)
        }
    })
}

/// Returns the schema of the table `check`, generated from its keys.
fn check(names: &[&str]) -> Value {
    let table = ConfigTable::ROOT.table(&["check"]).expect("a table");
    let several = |item: Value| json!({"oneOf": [item, {"type": "array", "items": item}]});
    let property = |values: ConfigValues| match values {
        ConfigValues::Boolean => json!({"type": "boolean"}),
        ConfigValues::Word(words) => json!({"enum": words}),
        ConfigValues::Number => json!({"oneOf": [{"type": "integer", "minimum": 0}, {"const": "none"}]}),
        ConfigValues::Path | ConfigValues::Base | ConfigValues::Charset => json!({"type": "string"}),
        ConfigValues::RuleNames => several(json!({"enum": names})),
        _ => several(json!({"type": "string"})),
    };
    let described = |description: &str, mut property: Value| {
        property["description"] = json!(description);
        property
    };
    let properties: Map<String, Value> = table
        .keys()
        .iter()
        .map(|key| (key.name.to_owned(), described(key.description, property(key.values))))
        .collect();
    json!({"description": description("check"), "type": "object", "additionalProperties": false, "properties": properties})
}

/// Returns the schema of the table `schemas`; `files` is that of patterns.
fn schemas(files: &Value) -> Value {
    json!({
        "description": description("schemas"),
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "catalogs": {
                "description": description("schemas.catalogs"),
                "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
            },
            "associations": {
                "description": description("schemas.associations"),
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "files": files,
                        "root": {"description": description("schemas.associations.root"), "type": "string"},
                        "namespace": {
                            "description": description("schemas.associations.namespace"),
                            "type": "string"
                        },
                        "schema": {
                            "description": description("schemas.associations.schema"),
                            "type": "string"
                        }
                    },
                    "required": ["schema"],
                    "minProperties": 2
                }
            },
            "index": {
                "description":
                    description("schemas.index"),
                "type": "boolean",
                "default": true
            }
        }
    })
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("it is a schema")
}

/// Converts TOML to JSON; `None` if it is not TOML.
fn from_toml(text: &str) -> Option<Value> {
    fn convert(value: &DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => json!(text.as_ref()),
            DeValue::Integer(number) => json!(number.to_string().parse::<i64>().unwrap_or(1)),
            DeValue::Float(_) => json!(1.5),
            DeValue::Boolean(value) => json!(value),
            DeValue::Datetime(_) => Value::Null,
            DeValue::Array(items) => items.iter().map(|item| convert(item.get_ref())).collect(),
            DeValue::Table(table) => object(table),
        }
    }
    fn object(table: &DeTable<'_>) -> Value {
        table.iter().map(|(key, value)| (key.get_ref().to_string(), convert(value.get_ref()))).collect()
    }
    Some(object(DeTable::parse(text).ok()?.get_ref()))
}

#[test]
fn the_book_has_the_schema() {
    let path = book().join("iri-toml.schema.json");
    let text = serde_json::to_string_pretty(&schema()).expect("it is JSON") + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &text).expect("the book can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "run UPDATE_EXPECT=1 cargo test -p iri-inspect --test it config_schema::");
}

/// Configurations that the core accepts without a problem.
const ACCEPTED: [&str; 18] = [
    "",
    "unknown = false",
    "[check]\nfail-on = 'never'\nlinks = true\nmax-findings = 7\nexclude = 'vendor/'\nselect = ['bidi', 'leiri']",
    "[check]\nformat = 'github'\nas = 'iri'\nbaseline = 'a.json'\nmax-findings = 'none'\nextension = ['jar', 'zip']",
    "[[override]]\nfiles = 'a/**'\nrules = { leiri = 'hint', bidi = 'off' }",
    "[rules]\nleiri = 'error'\nnot-nfc = 'off'",
    "[[places]]\nelement = 'item'\nrole = 'iri'",
    "[[places]]\nnamespace = ''\nattribute = '{urn:x}link'\nrole = 'off'",
    "[[places]]\nattribute = 'link'\nrole = 'none'",
    "[[ignore]]\nfiles = 'vendor/**'",
    "[[ignore]]\nfiles = ['vendor/**', '!vendor/ours/**']",
    "[[ignore]]\nrules = 'bidi'",
    "[[ignore]]\nrules = ['leiri-space', 'bidi']\nvalues = 'TODO*'",
    "[schemas]\ncatalogs = 'catalog.xml'",
    "[schemas]\ncatalogs = []",
    "[schemas]\nindex = false",
    "[schemas]\nassociations = [{ files = '*.shop.xml', schema = 'shop.xsd' }]",
    "[[schemas.associations]]\nroot = 'shop'\nnamespace = 'urn:x'\nschema = 'shop.xsd'",
];

/// Configurations with a problem that a schema can express.
const REJECTED: [&str; 34] = [
    "rule = 1",
    "extend = 1",
    "[check]\nfail-on = 'fatal'",
    "[check]\nlinks = 'yes'",
    "[check]\nfix = true",
    "[check]\nmax-findings = -1",
    "[check]\nmax-findings = 'all'",
    "[check]\nselect = 'leiri-spice'",
    "[[override]]\nfiles = 'a'",
    "[[override]]\nfiles = 'a'\nrules = { leiri = 'fatal' }",
    "[[places]]\nattribute = 'a b'\nrole = 'iri'",
    "rules = 'off'",
    "[rules]\nleiri = 'fatal'",
    "[rules]\nleiri = true",
    "[rules]\nleiri-spice = 'error'",
    "[places]\nelement = 'a'",
    "[[places]]\nelement = 'item'",
    "[[places]]\nrole = 'iri'",
    "[[places]]\nnamespace = 'urn:x'\nrole = 'iri'",
    "[[places]]\nelement = 'item'\nrole = 'irri'",
    "[[places]]\nelement = 1\nrole = 'iri'",
    "[[places]]\nattribute = 'x:link'\nrole = 'iri'",
    "[[places]]\nelement = 'a'\nrole = 'iri'\nkind = 'x'",
    "[[ignore]]",
    "[[ignore]]\nfiles = []",
    "[[ignore]]\nfiles = [1]",
    "[[ignore]]\nrules = ['leiri-spice']",
    "[[ignore]]\nvalues = []",
    "[[ignore]]\npath = 'a'",
    "[schemas]\nindex = 'no'",
    "[schemas]\ncatalog = 'a'",
    "[[schemas.associations]]\nschema = 'a'",
    "[[schemas.associations]]\nroot = 'a'",
    "[[schemas.associations]]\nroot = 'a'\nschema = 'b'\nx = 1",
];

#[test]
fn the_schema_accepts_what_the_core_accepts() {
    let validator = validator();
    for text in ACCEPTED {
        assert_eq!(Config::parse(text).1, [], "{text}");
        let value = from_toml(text).expect("it is TOML");
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{text}: {errors:?}");
    }
    for text in REJECTED {
        assert!(!Config::parse(text).1.is_empty(), "the core accepts {text}");
        assert!(!validator.is_valid(&from_toml(text).expect("it is TOML")), "the schema accepts {text}");
    }
}

#[test]
fn the_schema_accepts_every_name() {
    let validator = validator();
    let mut count = 0;
    for name in rules::rule_names() {
        for severity in Severity::ALL.map(Severity::name).into_iter().chain(["off"]) {
            let text = format!("[rules]\n{name} = '{severity}'\n[[ignore]]\nrules = ['{name}']");
            assert_eq!(Config::parse(&text).1, [], "{text}");
            assert!(validator.is_valid(&from_toml(&text).expect("it is TOML")), "{text}");
            count += 1;
        }
    }
    for role in Role::ALL {
        let text = format!("[[places]]\nelement = 'a'\nrole = '{}'", role.name);
        assert_eq!(Config::parse(&text).1, [], "{text}");
        assert!(validator.is_valid(&from_toml(&text).expect("it is TOML")), "{text}");
    }
    assert!(count > 300, "only {count} combinations");
}

#[test]
fn the_schema_accepts_the_examples_of_the_book() {
    let validator = validator();
    let mut count = 0;
    for entry in fs::read_dir(book()).expect("the book is there") {
        let path = entry.expect("it can be listed").path();
        let Ok(page) = fs::read_to_string(&path) else { continue };
        let mut blocks = page.split("```");
        blocks.next();
        while let (Some(block), Some(_)) = (blocks.next(), blocks.next()) {
            let Some(text) = block.strip_prefix("toml\n") else { continue };
            let is_config = text.lines().any(|line| {
                ["[rules]", "[[ignore]]", "[[places]]", "[schemas]"].iter().any(|head| line.starts_with(head))
            });
            if !is_config || !Config::parse(text).1.is_empty() {
                continue;
            }
            let value = from_toml(text).expect("it is TOML");
            assert!(validator.is_valid(&value), "{}: {text}", path.display());
            count += 1;
        }
    }
    assert!(count > 5, "only {count} examples");
}
