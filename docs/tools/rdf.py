#!/usr/bin/env python3
"""Compares the IRIs that `iri-inspect list` finds in RDF with those of independent parsers, and runs the tests of the W3C.

    python3 docs/tools/rdf.py compare FOLDER...      # pyoxigraph (oxttl), sparqljs, jsonld.js
    python3 docs/tools/rdf.py w3c RDF-TESTS          # a checkout of w3c/rdf-tests, or the tests of w3c/json-ld-api

PyPI: pip install pyoxigraph      npm: npm install sparqljs jsonld; NODE_PATH names its node_modules

`compare` reads each file with the extensions below with the parser for its format, and prints the IRIs of a file that only
one of the two has. A file that the parser rejects is counted and left out. IRIs that no text of the document names are not
missed: the datatypes of numbers and the names that `a` and lists stand for. IRIs of directives, and strings that are IRIs for
`iri-inspect` only, are not invented.
jsonld.js gets a context with another vocabulary instead of those on the web, which `iri-inspect` does not load, and leaves
out its names. Of JSON-LD, the names of a term or of `@vocab` are the IRIs of the definition, so only what no definition
begins is missed.

`w3c` prints the positive tests with a finding of warning or error, the findings of the negative tests about an IRI, a base or a
prefix, and the results of evaluation that have IRIs which `list` does not resolve. Of JSON-LD, it compares the IRIs of `list`
with the expected results of expansion, flattening and conversion to RDF, without those of version 1.0.
Another build of the program: IRI_INSPECT=path.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox

PROGRAM = os.environ.get("IRI_INSPECT", "iri-inspect")
BASE = "http://base.example/folder/file"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"
IMPLIED = {RDF + name for name in ("type", "first", "rest", "nil", "langString", "dirLangString", "reifies")}
# Of values of JSON in JSON-LD, and of texts with a direction there.
IMPLIED |= {RDF + name for name in ("JSON", "direction", "language", "value")}
IMPLIED |= {XSD + name for name in ("string", "integer", "decimal", "double", "boolean")}
# `=` and `=>` of N3.
IMPLIED |= {"http://www.w3.org/2002/07/owl#sameAs", "http://www.w3.org/2000/10/swap/log#implies"}
FORMATS = {
    "ttl": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "n3": ox.RdfFormat.N3,
}
QUERIES = ("rq", "ru", "sparql")
# Instead of the IRIs of a file that the parser does not accept.
REJECTED = {"rejected"}

NODE = r"""
const fs = require('fs'), readline = require('readline');
const base = process.argv[1];
const reject = promise => promise.catch(error => ({error: String(error.message || error).slice(0, 200)}));
function query(text) {
  const {Parser} = require('sparqljs');
  const iris = new Set(), seen = new Set();
  const visit = value => {
    if (!value || typeof value !== 'object' || seen.has(value)) return;
    seen.add(value);
    // It keeps some backslashes of local names.
    if (value.termType === 'NamedNode') iris.add(value.value.replaceAll('\\', ''));
    if (value.termType === 'Literal') iris.add(value.datatype.value);
    for (const key of Object.keys(value)) if (key !== 'prefixes') visit(value[key]);
    if (value.termType === 'Quad') for (const key of ['subject', 'predicate', 'object', 'graph']) visit(value[key]);
  };
  const parsed = new Parser({baseIRI: base, sparqlStar: true}).parse(text);
  visit(parsed);
  return {iris: [...iris]};
}
async function jsonld(text) {
  const jsonld = require('jsonld');
  const unknown = {'@context': {'@vocab': 'http://unknown.example/'}};
  const load = async url => ({contextUrl: null, documentUrl: url, document: unknown});
  const safe = JSON.parse(text);
  const options = {base, documentLoader: load};
  if (!text.includes('"@context"')) options.expandContext = unknown;
  const expanded = await jsonld.expand(safe, options);
  const iris = new Set();
  const visit = value => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!value || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@value') continue;
      if (key === '@id') { iris.add(inner); continue; }
      if (key === '@type') {
        if (!('@value' in value) || inner !== '@json') [].concat(inner).forEach(type => iris.add(type));
        continue;
      }
      if (!key.startsWith('@')) iris.add(key);
      visit(inner);
    }
  };
  visit(expanded);
  const isName = iri => typeof iri === 'string' && !iri.startsWith('_:') && !iri.startsWith('http://unknown.example/');
  return {iris: [...iris].filter(isName)};
}
(async () => {
  for await (const path of readline.createInterface({input: process.stdin})) {
    let result;
    try {
      const text = fs.readFileSync(path, 'utf8');
      result = path.endsWith('.jsonld') ? await reject(jsonld(text)) : query(text);
    } catch (error) { result = {error: String(error.message || error).slice(0, 200)}; }
    console.log(JSON.stringify({path, ...result}));
  }
})();
"""


def contexts(path):
    """Returns the ranges of bytes of the contexts in a file of JSON-LD."""
    text = Path(path).read_bytes().decode("utf-8", errors="replace")
    ranges, end = [], 0
    for found in re.finditer(r'"@context"\s*:\s*', text):
        if found.end() < end:
            continue
        try:
            _, end = json.JSONDecoder().raw_decode(text, found.end())
        except ValueError:
            continue
        ranges.append((len(text[: found.end()].encode()), len(text[:end].encode())))
    return ranges


def listed(paths, base=BASE):
    """Returns the IRIs of each file by `list`, and those of its directives and contexts."""
    ranges = {path: contexts(path) for path in paths if path.endswith(".jsonld")}
    found, declared = collections.defaultdict(set), collections.defaultdict(set)
    command = [PROGRAM, "list", "--format", "json", "--base", base, "--files-from", "-"]
    done = subprocess.run(command, input="\n".join(paths).encode(), stdout=subprocess.PIPE, check=False)
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        site = entry.get("site")
        if not site:
            continue
        path = entry["path"]
        iri = entry.get("resolved") or site.get("value")
        is_declaration = site["element"] in ("prefix", "base")
        is_declaration |= any(start <= site["start"] < end for start, end in ranges.get(path, ()))
        is_other = site["role"] == "rdf-literal" or site["attribute"] == "IRI"
        (declared if is_declaration or is_other else found)[path].add(iri)
    return found, declared


def add_terms(term, iris):
    if isinstance(term, ox.NamedNode):
        iris.add(term.value)
    elif isinstance(term, ox.Literal):
        iris.add(term.datatype.value)
    elif isinstance(term, ox.Triple):
        for part in (term.subject, term.predicate, term.object):
            add_terms(part, iris)


def parsed(path, base=BASE):
    """Returns the IRIs of a file by oxttl; `REJECTED` if it rejects the file."""
    iris = set()
    try:
        for quad in ox.parse(path=path, format=FORMATS[path.rsplit(".", 1)[-1]], base_iri=base):
            for term in (quad.subject, quad.predicate, quad.object, quad.graph_name):
                add_terms(term, iris)
    except (SyntaxError, ValueError, OSError):
        return REJECTED
    return iris


def by_node(paths):
    """Returns the IRIs of queries and of JSON-LD by the parsers for Node.js."""
    done = subprocess.run(
        ["node", "-e", NODE, BASE], input="\n".join(paths).encode(), stdout=subprocess.PIPE, check=False)
    results = map(json.loads, done.stdout.splitlines())
    return {result["path"]: set(result["iris"]) for result in results if "iris" in result}


def files(folders, extensions):
    for folder in folders:
        for directory, _, names in os.walk(folder):
            for name in names:
                if name.rsplit(".", 1)[-1] in extensions:
                    yield os.path.join(directory, name)


def compare(folders):
    graphs = sorted(files(folders, FORMATS))
    others = sorted(files(folders, (*QUERIES, "jsonld")))
    found, declared = listed(graphs + others)
    node = by_node(others)
    counts = collections.defaultdict(collections.Counter)
    for path in graphs + others:
        extension = path.rsplit(".", 1)[-1]
        count = counts[extension]
        expected = parsed(path) if extension in FORMATS else node.get(path, REJECTED)
        if expected == REJECTED:
            count["rejected"] += 1
            continue
        missed = expected - found[path] - IMPLIED
        if extension == "jsonld":
            # A name without a prefix is in no site of its own, but the definition that its IRI starts with is.
            starts = tuple(declared[path])
            missed = {iri for iri in missed - declared[path] if not iri.startswith(starts or "\0")}
        invented = found[path] - expected - declared[path]
        count["files"] += 1
        count["iris"] += len(found[path])
        count["missed"] += len(missed)
        count["invented"] += len(invented)
        for label, iris in (("missed", missed), ("invented", invented)):
            if iris:
                print(label, path, sorted(iris)[:4])
    print("| format | files | rejected by the parser | IRIs | missed | invented |")
    print("|--|--|--|--|--|--|")
    for extension, count in sorted(counts.items()):
        cells = (count[key] for key in ("files", "rejected", "iris", "missed", "invented"))
        print(f"| `.{extension}` |", " | ".join(f"{cell:,}" for cell in cells), "|")


MANIFEST = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
ABOUT_NAMES = re.compile(r"bad-(uri|iri|base|prefix|pname|ln-|missing-ns)")


def tests(root):
    """Returns the type, the action and the result of each test below `root`."""
    for manifest in Path(root).rglob("manifest.ttl"):
        properties = collections.defaultdict(dict)
        try:
            graph = list(ox.parse(path=str(manifest), format=ox.RdfFormat.TURTLE, base_iri=manifest.resolve().as_uri()))
        except SyntaxError:
            continue
        for triple in graph:
            properties[triple.subject][triple.predicate.value] = triple.object
        for test in list(properties.values()):
            action = test.get(MANIFEST + "action")
            if isinstance(action, ox.BlankNode):
                of_action = properties[action].items()
                action = next((value for key, value in of_action if key.endswith(("#query", "#request"))), None)
            kind, result = test.get(RDF + "type"), test.get(MANIFEST + "result")
            if isinstance(action, ox.NamedNode) and isinstance(kind, ox.NamedNode):
                path = action.value.removeprefix("file://")
                result = result.value.removeprefix("file://") if isinstance(result, ox.NamedNode) else None
                if os.path.exists(path) and path.rsplit(".", 1)[-1] in (*FORMATS, *QUERIES):
                    yield kind.value.rsplit("#", 1)[-1], path, result


def named(value, iris):
    """Adds the IRIs in expanded JSON-LD to `iris`."""
    if isinstance(value, list):
        for item in value:
            named(item, iris)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in ("@id", "@type"):
                inner = inner if isinstance(inner, list) else [inner]
                iris.update(iri for iri in inner if isinstance(iri, str) and not iri.startswith(("_:", "@")))
            elif key != "@value":
                iris.update({key} - {key if key.startswith(("@", "_:")) else None})
                named(inner, iris)


def json_ld(root):
    """Compares the positive tests of JSON-LD below `root` with their expected results."""
    count = collections.Counter()
    for name in ("toRdf", "expand", "flatten"):
        for manifest in Path(root).rglob(f"{name}-manifest.jsonld"):
            suite = json.loads(manifest.read_text())
            for test in suite["sequence"]:
                option, path = test.get("option", {}), str(manifest.parent / test["input"])
                is_other = option.get("specVersion") == "json-ld-1.0" or "expandContext" in option
                if "Positive" not in str(test["@type"]) or is_other or not os.path.exists(path):
                    continue
                base = option.get("base", suite["baseIri"] + test["input"])
                command = [PROGRAM, "check", "--format", "json", "--base", base, path]
                entries = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines()
                found = [entry for entry in map(json.loads, entries) if entry.get("severity") in ("error", "warning")]
                count["positive tests of JSON-LD"] += 1
                if found:
                    count["positive tests of JSON-LD with a finding"] += 1
                    print("positive", test["input"], *(f"{entry['line']}:{entry['column']} {entry['rule']}" for entry in found))
                expected = set()
                result = manifest.parent / test.get("expect", "-")
                if result.suffix == ".nq":
                    expected = parsed(str(result))
                elif result.exists():
                    named(json.loads(result.read_text()), expected)
                if expected == REJECTED or not result.exists():
                    continue
                of_list, declared = (iris[path] for iris in listed([path], base))
                starts = tuple(declared)
                missed = {iri for iri in expected - of_list - declared - IMPLIED if not iri.startswith(starts or "\0")}
                invented = of_list - expected - declared
                for label, iris in (("missed", missed), ("invented", invented)):
                    count[f"{label} IRIs of JSON-LD"] += len(iris)
                    if iris:
                        print(label, test["input"], *sorted(iris))
    return count


def w3c(root):
    all_tests = sorted(set(tests(root)), key=lambda test: test[1])
    paths = sorted({path for _, path, _ in all_tests})
    command = [PROGRAM, "check", "--format", "json", "--files-from", "-"]
    done = subprocess.run(command, input="\n".join(paths).encode(), stdout=subprocess.PIPE, check=False)
    findings = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        if entry.get("severity") in ("error", "warning"):
            findings[entry["path"]].append(entry)
    count = json_ld(root)
    for kind, path, result in all_tests:
        found = [f"{entry['line']}:{entry['column']} {entry['rule']}" for entry in findings[path]]
        name = os.path.relpath(path, root)
        if "Negative" in kind:
            if ABOUT_NAMES.search(os.path.basename(path)):
                count["negative tests about names"] += 1
                count["of them with an error"] += any(entry["severity"] == "error" for entry in findings[path])
                print("negative", name, *found)
        else:
            tested = "positive syntax tests" if "Syntax" in kind else "other positive tests"
            count[tested] += 1
            count[f"{tested} with a finding"] += bool(found)
            if found:
                print("positive", name, *found)
        if kind in ("TestTurtleEval", "TestTrigEval") and result:
            # The base of a test is its address on the web.
            base = f"https://w3c.github.io/rdf-tests/{name}"
            expected = parsed(result, base)
            if expected == REJECTED:
                continue
            command = [PROGRAM, "list", "--format", "json", "--base", base, path]
            entries = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines()
            resolved = {entry.get("resolved") for entry in map(json.loads, entries)}
            missed = expected - resolved - IMPLIED
            count["results of evaluation"] += 1
            count["of them with other IRIs"] += bool(missed)
            if missed:
                print("resolution", name, sorted(missed)[:4])
    for name, number in count.items():
        print(f"{name}: {number:,}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("compare").add_argument("folders", nargs="+")
    commands.add_parser("w3c").add_argument("root")
    arguments = parser.parse_args()
    if arguments.command == "compare":
        compare(arguments.folders)
    else:
        w3c(arguments.root)


if __name__ == "__main__":
    sys.exit(main())
