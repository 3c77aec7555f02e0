"""Compares the package iri_core for Python with the program, and its speed with other packages.

    pip install packages/iri_core-*.whl rfc3987-syntax rfc3987 rfc3986 yarl
    python docs/tools/python_library.py target/release/iri-inspect

The strings are the same in each run. The package must have the verdicts of the program for all of them.
"""

import json
import random
import subprocess
import sys
import time

import iri_core

COUNT = 219_999
PIECES = [
    "http:", "HTTPS:", "urn:a:", "mailto:", "a+b.c-1:", "1:", "//", "user:pass@", "example.org", "EXAMPLE", "[::1]",
    "[v1.x]", "[::g]", "127.0.0.1", "xn--rsum-bpad", "r\u00E9sum\u00E9", "\u05D0\u05D1",
    ":80", ":", "/", "a", "..", ".", "%20", "%zz", "%", " ", "|", "\\", "<", ">", "{", "}", "^", "`", '"', "?", "#",
    "&=", ";", "\uE000", "\uFFFD", "\u202E", "\U000E0041", "\U0010FFFD", "\u0085", "\uFDD0", "~!$'()*,", "@",
]
DIALECTS = {"uri": "uri_reference", "iri": "iri_reference", "iri-bis": "iri_bis_reference", "leiri": "leiri_reference"}


def strings():
    source = random.Random(3987)
    return ["".join(source.choices(PIECES, k=source.randint(1, 9))) for _ in range(COUNT)]


def agreement(program, texts):
    command = [program, "show", "-0", "--format", "json", "--fields", "valid"]
    lines = subprocess.run(command, input="\0".join(texts).encode() + b"\0", stdout=subprocess.PIPE, check=True).stdout
    records = [json.loads(line)["valid"] for line in lines.splitlines()]
    assert len(records) == len(texts), (len(records), len(texts))
    different = 0
    for text, record in zip(texts, records):
        for dialect, key in DIALECTS.items():
            different += iri_core.is_valid(text, dialect) != record[key]
    return different


def measured(parse, texts):
    """Returns the shortest time of three runs for each text, in nanoseconds; what is rejected counts, too."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter_ns()
        for text in texts:
            try:
                parse(text)
            except Exception:
                pass
        best = min(best, (time.perf_counter_ns() - start) / len(texts))
    return best


def parsers():
    yield "iri_core.parse", iri_core.parse, 1
    yield "iri_core.is_valid", iri_core.is_valid, 1
    import yarl
    # Its cache is smaller than the number of texts.
    yield "yarl.URL", yarl.URL, 1
    import rfc3986
    yield "rfc3986.uri_reference", rfc3986.uri_reference, 1
    import rfc3987
    yield "rfc3987.parse", lambda text: rfc3987.parse(text, rule="IRI_reference"), 1
    import rfc3987_syntax
    yield "rfc3987_syntax", lambda text: rfc3987_syntax.is_valid_syntax("iri_reference", text), 20


def main():
    texts = strings()
    print(f"{COUNT} strings: {agreement(sys.argv[1], texts)} verdicts differ from those of the program")
    references = [f"http://www.example{n}.org/docs/chapter{n}/figure.svg?lang=en&n={n}#part{n}" for n in range(2_000)]
    base = None
    for name, parse, part in parsers():
        nanoseconds = measured(parse, references[: len(references) // part])
        base = base or nanoseconds
        print(f"{name:24} {nanoseconds:12,.0f} ns {nanoseconds / base:9.1f} x")


main()
