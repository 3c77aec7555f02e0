"""Writes one line per reference from the references and the output of each recorder.

Arguments: the references, and for each parser its key, `=`, and the output of its recorder. The last argument is how
many lines are kept; those on which parsers find different authorities come first.
"""

import json
import random
import sys

KEYS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]
REFERENCES, *OUTPUTS, KEPT = sys.argv[1:]


def component(found, key):
    if key == "port":
        return None if found[key] in (None, "") else str(int(found[key]))
    return found[key] if key in ("userinfo", "path") else found[key] or None


def lines(name):
    with open(name) as file:
        return [json.loads(line) for line in file]


ROWS = lines(REFERENCES)
for output in OUTPUTS:
    parser, _, name = output.partition("=")
    for row, found in zip(ROWS, lines(name), strict=True):
        if "unread" not in found:
            row[parser] = None if "error" in found else [component(found, key) for key in KEYS]


def differs(row):
    return len({tuple(found[:4]) for key, found in row.items() if isinstance(found, list)}) > 2


random.Random(7).shuffle(ROWS)
ROWS.sort(key=lambda row: not differs(row))
KEPT_ROWS = ROWS[: int(KEPT)]
for row in sorted(KEPT_ROWS, key=lambda row: (row["reference"], row["base"] or "")):
    print(json.dumps(row))
