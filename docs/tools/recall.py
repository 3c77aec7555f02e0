#!/usr/bin/env python3
"""Count what an independent scan finds and the list of references misses.

    corpus --values FOLDER > values.tsv
    corpus FOLDER > findings.tsv
    recall.py values.tsv findings.tsv [STEP]

`corpus` is the example of iri-core. The scan parses each file with expat and looks at all values of attributes with
regular expressions. It reports the absolute URIs that the list does not contain, by place, and the values in listed
places that no IRI or URI grammar allows and that have no finding. Of the files, each STEP-th one is scanned.
"""

import collections
import itertools
import re
import sys
import xml.parsers.expat

ABSOLUTE = re.compile(r"\s*(?:https?|ftp|file|mailto|urn|tag|doi|data|news|irc|ldap|jar|javascript):\S", re.I)
NOT_ALLOWED = re.compile(r"[\x00-\x20<>\"{}|\\^`\x7f]|%(?![0-9A-Fa-f]{2})|#.*#|^[^/?#]*/[^?#]*[\[\]]|[?#].*[\[\]]")
LONGEST = 300


def place(element, attribute):
    clark = "{%s}%s" if element[0] else "%s%s"
    name = "{%s}%s" if attribute[0] else "%s%s"
    return (clark % element) + " @" + (name % attribute)


def scan(path):
    """Yields the place and the value of each attribute; stops at the first error."""
    found = []
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.UseForeignDTD(False)

    def split(name):
        namespace, _, local = name.rpartition(" ")
        return namespace, local

    def start(element, attributes):
        for name, value in attributes.items():
            found.append((place(split(element), split(name)), value))

    parser.StartElementHandler = start
    try:
        with open(path, "rb") as file:
            parser.ParseFile(file)
        is_whole = True
    except (xml.parsers.expat.ExpatError, ValueError, LookupError):
        is_whole = False
    return found, is_whole


def rows(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


def main():
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    flagged = set()
    for row in rows(sys.argv[2]):
        if len(row) == 8:
            flagged.add(row[4])
    listed_places = set()
    for row in rows(sys.argv[1]):
        listed_places.add(row[1])
    counts = collections.Counter()
    unseen, missed = collections.Counter(), collections.Counter()
    groups = itertools.groupby(rows(sys.argv[1]), key=lambda row: row[0])
    for number, (path, group) in enumerate(groups):
        if number % step:
            continue
        listed = {row[3] for row in group}
        # A list has one row for each of its items.
        found, is_whole = scan(path)
        counts["files"] += 1
        counts["files with an error of XML"] += not is_whole
        for where, value in found:
            counts["values of attributes"] += 1
            words = value.split()
            if ABSOLUTE.match(value):
                counts["absolute URIs"] += 1
                if value in listed or value.strip() in listed or any(word in listed for word in words):
                    counts["absolute URIs in the list"] += 1
                else:
                    unseen[where, value[:80]] += 1
            text = value.strip()
            if where in listed_places and value in listed and NOT_ALLOWED.search(text):
                counts["faulty values in listed places"] += 1
                is_flagged = value in flagged or text in flagged
                if is_flagged or any(f.startswith(text[:LONGEST]) for f in flagged if len(f) > LONGEST):
                    counts["of these with a finding"] += 1
                else:
                    missed[where, text[:120]] += 1
    for name, count in counts.items():
        print(f"{name}\t{count}")
    print("\nplaces of absolute URIs that are not listed")
    by_place = collections.Counter()
    example = {}
    for (where, value), count in unseen.items():
        by_place[where] += count
        example.setdefault(where, value)
    for where, count in by_place.most_common(80):
        print(f"{count}\t{where}\t{example[where]}")
    print("\nfaulty values without a finding")
    for (where, value), count in missed.most_common(80):
        print(f"{count}\t{where}\t{value}")


if __name__ == "__main__":
    main()
