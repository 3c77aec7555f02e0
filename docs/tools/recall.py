#!/usr/bin/env python3
"""Counts the absolute URIs in XML files that an independent parser sees and `iri-inspect list` does not.

    python3 docs/tools/recall.py FOLDER...                 # with the schemas beside the documents
    python3 docs/tools/recall.py --no-schemas FOLDER...    # by the vocabularies alone
    python3 docs/tools/recall.py --top 100 FOLDER...       # more of the places that are missing
    python3 docs/tools/recall.py --relative FOLDER...      # relative references instead

The scan parses each file with expat, and takes the values of attributes and the whole texts of elements that start with
a scheme and contain no whitespace. Declarations of namespaces are left out. A value is found if `list` has it, or a part
of it, in the same attribute or in the text of the same element. The report has one line
for attributes and one for texts, then one line per vocabulary (the namespace of the element), and then the places that
are missing most often, each with an example. With --relative the values are those that name an existing file beside the
document, perhaps with a query or a fragment: references, and paths that only the format can tell from them. Another build of the program: IRI_INSPECT=path.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.parsers.expat

PROGRAM = os.environ.get("IRI_INSPECT", "iri-inspect")
ABSOLUTE = re.compile(r"\s*(?:https?|ftp|file|mailto|tel|urn):\S+\s*", re.I)


def clark(name):
    return "{" + name if "}" in name else name


def is_absolute(value, _):
    return ABSOLUTE.fullmatch(value)


def names_a_file(value, folder):
    path = urllib.parse.unquote(re.split(r"[?#]", value.strip().replace("\\", "/"))[0])
    is_name = "." in path.strip("./") and ":" not in path and len(path) < 300 and "\n" not in path and "\0" not in path
    return is_name and os.path.isfile(os.path.join(folder, path))


def scan(path, is_wanted):
    """Returns the element, the place and the value of each value `is_wanted`; `None` if expat does not accept the file."""
    found, names, texts = [], [], []
    folder = os.path.dirname(path)
    parser = xml.parsers.expat.ParserCreate(namespace_separator="}")

    def start(element, attributes):
        if texts:
            texts[-1] = None  # its text is not a whole one
        names.append(clark(element))
        texts.append([])
        for name, value in attributes.items():
            if is_wanted(value, folder):
                found.append((names[-1], clark(name), value.strip()))

    def end(_):
        text = "".join(texts.pop() or [])
        if is_wanted(text, folder):
            found.append((names[-1], None, text.strip()))
        names.pop()

    def characters(text):
        if texts and texts[-1] is not None:
            texts[-1].append(text)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    try:
        with open(path, "rb") as file:
            parser.ParseFile(file)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError, OSError):
        return None
    return found


def listed(folders, with_schemas):
    """Returns the references of `list`, by file: sets of element, attribute and value."""
    command = [PROGRAM, "list", "--format", "json", "--", *folders]
    with tempfile.TemporaryDirectory() as temporary:
        if not with_schemas:
            config = os.path.join(temporary, ".iri.toml")
            with open(config, "w", encoding="utf-8") as file:
                file.write("[schemas]\nindex = false\n")
            command[2:2] = ["--config", config]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    references = collections.defaultdict(set)
    for line in output.decode("utf-8", "replace").splitlines():
        entry = json.loads(line)
        site = entry.get("site", {})
        if site.get("kind") in ("attribute", "element"):
            value = site["value"] or site["raw"]
            references[entry["path"]].add((site["element"], site.get("attribute"), value.strip()))
    return references


def files(folders):
    """Returns the files that `list` reads."""
    output = subprocess.run([PROGRAM, "check", "--list-files", "-0", "--", *folders], stdout=subprocess.PIPE, check=False)
    return [os.fsdecode(path) for path in output.stdout.split(b"\0") if path]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("folders", nargs="+", metavar="FOLDER")
    arguments.add_argument("--no-schemas", action="store_true", help="use the vocabularies alone")
    arguments.add_argument("--top", type=int, default=30, help="number of missing places that are printed")
    arguments.add_argument("--relative", action="store_true", help="look for values that name an existing file")
    options = arguments.parse_args()
    is_wanted = names_a_file if options.relative else is_absolute
    references = listed(options.folders, not options.no_schemas)
    kinds, spaces, missing = collections.Counter(), collections.Counter(), collections.Counter()
    examples = {}
    for path in files(options.folders):
        known = collections.defaultdict(set)
        for element, attribute, text in references[path]:
            known[element, attribute].add(text)
        for element, attribute, value in scan(path, is_wanted) or []:
            kind = "attributes" if attribute else "texts"
            space = element[1:].partition("}")[0] if element.startswith("{") else "(no namespace)"
            texts = known[element, attribute]
            is_found = value in texts or any(value in text or text in value for text in texts)
            kinds[kind, is_found] += 1
            spaces[space, is_found] += 1
            if not is_found:
                missing[element, attribute] += 1
                examples.setdefault((element, attribute), (path, value))
    for kind in ("attributes", "texts"):
        print(row(kind, kinds[kind, True], kinds[kind, False]))
    print()
    for space in sorted({space for space, _ in spaces}, key=lambda space: -spaces[space, False]):
        print(row(space, spaces[space, True], spaces[space, False]))
    print()
    for (element, attribute), count in missing.most_common(options.top):
        path, value = examples[element, attribute]
        print(f"{count}\t{element}\t{attribute or 'text()'}\t{value[:80]}\t{path}")


def row(name, found, missed):
    share = 100 * found / max(1, found + missed)
    return f"{share:6.2f} %\t{found}\tof {found + missed}\t{name}"


if __name__ == "__main__":
    sys.exit(main())
