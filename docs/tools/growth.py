#!/usr/bin/env python3
"""Measures how time and memory grow with the input, and writes the table of docs/growth.md.

    cargo build --release
    python3 docs/tools/growth.py            # prints the table
    python3 docs/tools/growth.py --write    # writes it into docs/growth.md

Each input is generated at 1, 10, 100 and 1,000 times its first size. A row shows processor time and peak memory of the
whole process for each size, without those of the same command on the smallest input that is possible. Nothing is
downloaded, and the files are in a temporary directory.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "target" / "release"
PAGE = ROOT / "docs" / "growth.md"
STEPS = [1, 10, 100, 1000]
LIMIT = 120  # seconds of processor time for one run

XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'


def document(body, prolog=""):
    return f"{prolog}<r {XLINK}>\n{body}\n</r>\n"


def hrefs(count, value):
    return "\n".join(f'<a x:href="{value(number)}"/>' for number in range(count))


def nested(count):
    return "<a>" * count + '<b x:href="c d"/>' + "</a>" * count


def entities(count):
    declared = "".join(f'<!ENTITY e{number} "v{number}">' for number in range(count))
    used = hrefs(count, lambda number: f"http://h/&e{number}; x")
    return document(used, f"<!DOCTYPE r [{declared}]>\n")


def long_entity(count):
    declared = f'<!DOCTYPE r [<!ENTITY a "{"v" * 512}">]>\n'
    return document('<a x:href="' + "&a;" * count + '"/>', declared)


def schema(count):
    names = "".join(
        f'<xs:element name="e{number}"><xs:complexType><xs:attribute name="u" type="xs:anyURI"/>'
        "</xs:complexType></xs:element>"
        for number in range(count)
    )
    return f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">{names}</xs:schema>'


# Name of the input, its first size, its unit, and the files that `check` reads, of which the last is named. Arguments of
# `check` may follow.
CHECKED = [
    ("references without findings", 10, "references", lambda n: {"a.xml": document(hrefs(n, lambda i: f"http://h/{i}"))}),
    ("references with a finding each", 10, "references", lambda n: {"a.xml": document(hrefs(n, lambda i: f"a {i}"))}),
    ("elements without references", 50, "elements", lambda n: {"a.xml": document('<p class="c">text</p>\n' * n)}),
    ("nested elements", 50, "elements", lambda n: {"a.xml": document(nested(n))}),
    ("attributes of one tag", 20, "attributes", lambda n: {"a.xml": document("<a " + " ".join(f'b{i}="c d"' for i in range(n)) + "/>")}),
    ("namespaces declared by one tag", 20, "namespaces", lambda n: {"a.xml": document("<a " + " ".join(f'xmlns:n{i}="u v"' for i in range(n)) + "/>")}),
    ("namespaces declared by nested tags", 20, "namespaces", lambda n: {"a.xml": document("".join(f'<n{i}:a xmlns:n{i}="u{i}">' for i in range(n)) + "".join(f"</n{i}:a>" for i in reversed(range(n))))}),
    ("findings in one value", 10, "findings", lambda n: {"a.xml": document('<a x:href="' + "a |" * n + '"/>')}),
    ("length of one value without findings", 1000, "bytes", lambda n: {"a.xml": document('<a x:href="' + "a/" * (n // 2) + '"/>')}),
    ("right-to-left labels of one host", 10, "labels", lambda n: {"a.xml": document('<a x:href="http://' + "\u05d0b." * n + '/"/>')}),
    ("right-to-left segments of one path", 10, "segments", lambda n: {"a.xml": document('<a x:href="http://h/' + "\u05d0 1/" * n + '"/>')}),
    ("Arabic digits after a right-to-left letter of one host", 100, "digits", lambda n: {"a.xml": document('<a x:href="http://\u05d0' + "\u0661" * n + '/"/>')}),
    ("placeholders of one value", 10, "placeholders", lambda n: {"a.xml": document('<a x:href="' + "${a}" * n + '"/>')}),
    ("blanks between two words of one value", 100, "blanks", lambda n: {"a.xml": document('<a x:href="a' + " " * n + 'b"/>')}),
    ("Turtle: names with a prefix, of a namespace as long as all of them", 10, "names", lambda n: {"a.ttl": f"@prefix p: <http://h/{'d/' * 6 * n}> .\n" + "".join(f"p:a{i} p:b p:c .\n" for i in range(n))}),
    ("JSON-LD: terms, each a name with the previous one", 10, "terms", lambda n: {"a.jsonld": '{"@context": {"t0": "http://h/"' + "".join(f', "t{i + 1}": "t{i}:abcdefgh/"' for i in range(n)) + '}, "@id": "t1:a b"}'}),
    ("xml:base of nested elements", 10, "elements", lambda n: {"a.xml": document(''.join('<a xml:base="d/">' for _ in range(n)) + '<b x:href="c d"/>' + "</a>" * n)}),
    ("`--links`, xml:base of 200 bytes of nested elements", 10, "elements", lambda n: {"a.xml": document((f'<a xml:base="{"d" * 199}/"><b x:href="c d"/>') * n + "</a>" * n)}, ["--links"]),
    ("`--diff`, fixes of one line", 10, "fixes", lambda n: {"a.xml": document('<a x:href="b c"/>' * n)}, ["--diff"]),
    ("`--format sarif`, edits of one fix", 10, "edits", lambda n: {"a.xml": document('<a x:href="data:text/plain;base64,' + "A " * n + '"/>')}, ["--format", "sarif"]),
    ("suppression comments, each with another rule", 10, "comments", lambda n: {"a.xml": document("\n".join(f"<!-- iri-ignore r{i} -->" for i in range(n)))}),
    ("suppression comments, all with the same rule", 10, "comments", lambda n: {"a.xml": document("\n".join("<!-- iri-ignore leiri-space -->\n" '<a x:href="b c"/>' for _ in range(n)))}),
    ("comments", 100, "comments", lambda n: {"a.xml": document("<!-- c -->\n" * n)}),
    ("entities, each used once", 10, "entities", lambda n: {"a.xml": entities(n)}),
    ("uses of an entity of 512 bytes in one value", 10, "uses", lambda n: {"a.xml": long_entity(n)}),
    ("wrong entries of [[places]]", 10, "entries", lambda n: {".iri.toml": '[[places]]\nelement = "a"\nattribute = "b"\nrole = "c"\n' * n, "a.xml": "<a b='c d'/>"}),
    ("places of the configuration", 10, "entries", lambda n: {".iri.toml": "".join(f'[[places]]\nelement = "a{i}"\nattribute = "b"\nrole = "leiri"\n' for i in range(n)), "a.xml": "<a b='c d'/>"}),
    ("ignored values, and as many values", 10, "values", lambda n: {".iri.toml": "[[ignore]]\nvalues = [" + ",".join(f'"u{i} v"' for i in range(n)) + "]\n", "a.xml": document(hrefs(n, lambda i: f"u{i} v"))}),
    ("elements of a schema", 10, "elements", lambda n: {"s.xsd": schema(n), ".iri.toml": "", "a.xml": '<e1 xmlns="urn:s" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:s s.xsd" u="a b"/>'}),
]


def run(command, cwd, stdin=None):
    """Returns seconds of processor time and bytes of peak memory of a command, which may report findings."""
    process = subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
    )
    if stdin:
        try:
            process.stdin.write(stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass
    _, status, usage = os.wait4(process.pid, 0)
    if os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) not in (0, 1, 2):
        raise RuntimeError(f"{command} ended with status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def checked(files, arguments=("--format", "json")):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [BUILT / "iri-inspect", "check", "--threads", "1", *arguments, list(files)[-1]]
        size = sum(len(text.encode()) for text in files.values())
        return run(command, folder), size


def message(method, params, number=None):
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        body["id"] = number
    text = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def session(messages):
    """Returns the input of the server: its start, `messages`, and its end."""
    start = [message("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1), message("initialized", {})]
    end = [message("shutdown", None, 2), message("exit", None)]
    return b"".join(start + messages + end)


def opened(uri, text):
    return message("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": text}})


def code_action(uri, number):
    place = {"line": 1, "character": 20}
    params = {"textDocument": {"uri": uri}, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
    return message("textDocument/codeAction", params, number)


def faults_of_one_value(count):
    svg = "data:image/svg+xml,<svg><g fill='url(#a)'>" + "<p d='M 1|2'/>" * count + "</g></svg>"
    text = document('<a x:href="' + svg.replace("<", "&lt;") + '"/>')
    return [opened("file:///a.xml", text), code_action("file:///a.xml", 10)]


def selection(count):
    text = document("<a>" * count + "</a>" * count)
    params = {"textDocument": {"uri": "file:///a.xml"}, "positions": [{"line": 1, "character": 3 * count}]}
    return [opened("file:///a.xml", text), message("textDocument/selectionRange", params, 10)]


SERVED = [
    ("selection range in nested elements", 50, "elements", selection),
    ("code actions in one value with faults", 10, "faults", faults_of_one_value),
    ("open documents", 10, "documents", lambda n: [opened(f"file:///{i}.xml", document(hrefs(5, lambda j: f"a {j}"))) for i in range(n)]),
    ("edits of one document", 10, "edits", lambda n: [opened("file:///a.xml", document(hrefs(100, lambda j: f"a {j}")))] + [
        message("textDocument/didChange", {"textDocument": {"uri": "file:///a.xml", "version": i + 2}, "contentChanges": [
            {"range": {"start": {"line": 5, "character": 11}, "end": {"line": 5, "character": 11}}, "text": "x"}]}) for i in range(n)]),
]


def served(messages):
    stdin = session(messages)
    return run([BUILT / "iri-lsp"], None, stdin), len(stdin)


def rounded(number):
    return f"{number:,.1f}" if number < 10 else f"{number:,.0f}"


def row(name, first, unit, measure, least):
    cells, times, sizes = [], [], []
    for step in STEPS:
        (seconds, memory), size = measure(first * step)
        times.append(max(seconds - least[0], 0.0005))
        sizes.append(size)
        cells.append(f"{rounded(times[-1] * 1000)} ms, {rounded(max(memory - least[1], 0) / 1e6)} MB")
    # Time per byte of the input: constant if the time is linear.
    growth = (times[-1] / sizes[-1]) / max(times[-2] / sizes[-2], 1e-12)
    print(f"{name}: {cells} per byte × {growth:.1f}", file=sys.stderr)
    return f"| {name} | {first:,} {unit} | " + " | ".join(cells) + f" | {growth:.1f} |"


def table():
    lines = [
        "| input | first size | 1 × | 10 × | 100 × | 1,000 × | time per byte, last step |",
        "|--|--|--|--|--|--|--|",
    ]
    least, _ = checked({"a.xml": "<a/>"})
    for name, first, unit, files, *arguments in CHECKED:
        lines.append(row(name, first, unit, lambda n, files=files, arguments=arguments: checked(files(n), *arguments), least))
    least, _ = served([])
    for name, first, unit, messages in SERVED:
        lines.append(row("server: " + name, first, unit, lambda n, messages=messages: served(messages(n)), least))
    return "\n".join(lines)


def main():
    text = table()
    if "--write" not in sys.argv:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    page = re.sub(r"(?s)(<!-- growth -->\n).*?(\n<!-- end -->)", lambda found: found[1] + text + found[2], page)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
