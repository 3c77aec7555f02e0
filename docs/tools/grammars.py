#!/usr/bin/env python3
"""Compares the findings on generated references with the ABNF of their schemes.

Usage: grammars.py IRI_INSPECT [COUNT]

For each grammar in core/src/rules/schemes it derives COUNT references (default: 1000), changes one or two of their
characters, and prints how many of those that the ABNF and RFC 3986 refuse have a finding, and how many that they accept
have one about their syntax. The matcher below follows the productions one by one and shares no code with the program.
What no ABNF defines is left out of those that it accepts: check digits, coordinates beyond the globe, the numbers in an IP
address, a directory such as `~` as the host of a file, and whether a fragment of `data:` was meant as data.
"""

import ipaddress
import json
import pathlib
import random
import re
import subprocess
import sys

# Maximum number of repetitions without a limit.
ANY = sys.maxsize
SCHEMES = pathlib.Path(__file__).resolve().parents[2] / "core/src/rules/schemes"
TOKEN = re.compile(r'\s+|;[^\n]*|"[^"]*"|%x[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+)?|<[a-z]+>|[A-Za-z][A-Za-z0-9-]*|\d+|[*/()\[\]]')
PCHAR = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
USERINFO = r"(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@"
HOST = r"(?:\[[0-9A-Za-z:.]*\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)"
# RFC 3986 appendix A: what each scheme inherits.
GENERIC = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]*:(?://(?:{USERINFO})?{HOST}(?::\d*)?(?:/{PCHAR}*)*|/(?:{PCHAR}+(?:/{PCHAR}*)*)?"
    rf"|{PCHAR}+(?:/{PCHAR}*)*|)(?:\?(?:{PCHAR}|[/?])*)?(?:#(?:{PCHAR}|[/?])*)?"
)
# Rules that say that a reference is wrong. Others advise on references that are right.
WRONG = re.compile(
    "scheme-syntax|common-mistake|bad-(scheme|host|port|userinfo)|broken-percent|stray-bracket|second-fragment|leiri-.*"
    "|backslash-path"
)


def rules_of(text):
    """Returns the rules of a grammar as lists of tokens."""
    rules, name = {}, None
    for line in text.splitlines():
        start = re.match(r"([A-Za-z][A-Za-z0-9-]*) = ", line)
        if start:
            name, line = start[1], line[start.end():]
            rules[name] = []
        if name and (start or line.startswith(" ")):
            at = 0
            while at < len(line):
                token = TOKEN.match(line, at)
                at = token.end()
                if not re.match(r"\s|;", token[0]):
                    rules[name].append(token[0])
        else:
            name = None
    return rules


class Grammar:
    """Productions: ("chars", first, last), ("all", parts), ("one", parts), ("times", least, most, part)."""

    def __init__(self, text, common):
        self.tokens = {**common, **rules_of(text)}
        self.parsed = {}
        self.start = self.rule(next(iter(rules_of(text))))

    def rule(self, name):
        if name not in self.parsed:
            rest = list(self.tokens[name])
            self.parsed[name] = self.choice(rest)
            assert not rest, f"{name}: {rest}"
        return self.parsed[name]

    def choice(self, rest):
        options, parts = [], []
        while rest and rest[0] not in (")", "]"):
            if rest[0] == "/":
                rest.pop(0)
                options.append(("all", parts))
                parts = []
            else:
                parts.append(self.repeated(rest))
        return ("one", [*options, ("all", parts)])

    def repeated(self, rest):
        numbers = [int(rest.pop(0))] if rest[0].isdigit() else []
        if rest[0] == "*":
            rest.pop(0)
            most = int(rest.pop(0)) if rest[0].isdigit() else ANY
            return ("times", *(numbers or [0]), most, self.element(rest))
        element = self.element(rest)
        return ("times", *numbers, *numbers, element) if numbers else element

    def element(self, rest):
        token = rest.pop(0)
        if token in "([":
            inner = self.choice(rest)
            rest.pop(0)
            return inner if token == "(" else ("times", 0, 1, inner)
        if token[0] == '"':
            return ("all", [("one", [("chars", ord(c), ord(c)) for c in {c.lower(), c.upper()}]) for c in token[1:-1]])
        if token[0] == "%":
            first, _, last = token[2:].partition("-")
            return ("chars", int(first, 16), int(last or first, 16))
        if token == "<any>":
            return ("times", 0, ANY, ("chars", 0x20, 0x7E))
        if token == "<userinfo>":
            names = ("unreserved", "pct-encoded", "sub-delims")
            part = ("one", [*(self.rule(name) for name in names), ("chars", 58, 58)])
            return ("all", [("times", 0, ANY, part), ("chars", 64, 64)])
        return self.rule(token)

    def ends(self, part, text, start, seen):
        """Returns where a match of `part` from `start` can end."""
        key = (id(part), start)
        if key not in seen:
            seen[key] = self.find_ends(part, text, start, seen)
        return seen[key]

    def find_ends(self, part, text, start, seen):
        kind = part[0]
        if kind == "chars":
            return {start + 1} if start < len(text) and part[1] <= ord(text[start]) <= part[2] else set()
        if kind == "one":
            return set().union(*(self.ends(option, text, start, seen) for option in part[1]))
        if kind == "all":
            ends = {start}
            for inner in part[1]:
                ends = set().union(*(self.ends(inner, text, end, seen) for end in ends))
            return ends
        _, least, most, inner = part
        found, ends, count = ({start} if least == 0 else set()), {start}, 0
        while ends and count < most:
            ends = set().union(*(self.ends(inner, text, end, seen) for end in ends))
            count += 1
            if count >= least:
                if most == ANY and ends <= found:
                    break
                found |= ends
        return found

    def accepts(self, text):
        return len(text) in self.ends(self.start, text, 0, {}) and GENERIC.fullmatch(text) is not None

    def derived(self, part, rng):
        kind = part[0]
        if kind == "chars":
            return chr(rng.randint(part[1], part[2]))
        if kind == "one":
            return self.derived(rng.choice(part[1]), rng)
        if kind == "all":
            return "".join(self.derived(inner, rng) for inner in part[1])
        _, least, most, inner = part
        most = min(most, least + 4)
        return "".join(self.derived(inner, rng) for _ in range(rng.randint(least, most)))


def changed(text, prefix, rng):
    """Returns the text after one or two changes after its scheme or URN namespace."""
    start = len(prefix.match(text)[0])
    for _ in range(rng.randint(1, 2)):
        at = rng.randint(start, len(text))
        piece = rng.choice("aZ19-._~!$&'()*+,;=:@/?#[]% %%<>{}|^`\"\\") if rng.random() < 0.7 else rng.choice(text)
        how = rng.randrange(4)
        text = text[:at] + ("" if how == 0 else piece) + text[at + (how < 2):]
        if how == 3 and at < len(text) - 1:
            text = text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text


def is_undefined(text):
    """Returns whether something is wrong, or may be, that an ABNF does not define."""
    name = text.lower()
    if name.startswith(("urn:isbn:", "urn:issn:")) or re.match("file://(?:[.]{1,2}|~)(?:/|$)", name):
        return True
    if name.startswith("data:"):
        return re.search("#.*'", name) is not None
    if name.startswith("geo:"):
        numbers, *parameters = name[4:].split(";")
        names = [parameter.split("=")[0] for parameter in parameters]
        if len(set(names)) < len(names) or any(p == "u" or re.match("u=[^0-9]|u=.*[^0-9.]", p) for p in parameters):
            return True
        try:
            values = [float(number) for number in numbers.split(",")[:2]]
        except ValueError:
            return False
        return any(abs(value) > limit for value, limit in zip(values, (90, 180)))
    host = re.match(r"[a-z+.-]*:(?://|)(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)", name)[1]
    if host.startswith("["):
        try:
            ipaddress.IPv6Address(host[1:-1])
        except ValueError:
            return True
    last = host.rstrip(".").split(".")[-1]
    is_web = name.startswith(("http", "ws", "ftp"))
    return is_web and re.fullmatch(r"\d+|0x[0-9a-f]*", last) is not None or "%" in host or "xn--" in host


def findings_of(program, texts):
    given = "\0".join(texts).encode()
    shown = subprocess.run([program, "show", "-0", "--format", "json"], input=given, stdout=subprocess.PIPE, check=False)
    return [[found["rule"] for found in json.loads(line)["findings"]] for line in shown.stdout.splitlines()]


def main():
    program, count = sys.argv[1], int((sys.argv + ["1000"])[2])
    common = rules_of((SCHEMES / "common.abnf").read_text())
    rng = random.Random(3986)
    print(f"{'grammar':<12} {'refused':>8} {'found':>7} {'accepted':>9} {'found':>6}")
    total, is_bad = [0, 0, 0, 0], False
    for file in sorted(SCHEMES.glob("*.abnf")):
        if file.stem in ("common", "verbatim"):
            continue
        grammar = Grammar(file.read_text(), common)
        series = ":[a-z]+" if file.stem == "urn-ietf" else ""
        prefix = re.compile(f"urn:{file.stem[4:]}{series}:" if file.stem.startswith("urn-") else "[^:]*:", re.I)
        derived = [grammar.derived(grammar.start, rng) for _ in range(count)]
        texts = derived + [changed(rng.choice(derived), prefix, rng) for _ in range(4 * count)]
        texts = [text for text in dict.fromkeys(texts) if not (grammar.accepts(text) and is_undefined(text))]
        counts, missed, alarms = [0, 0, 0, 0], [], []
        for text, rules in zip(texts, findings_of(program, texts), strict=True):
            is_accepted = grammar.accepts(text)
            is_found = any(WRONG.fullmatch(rule) for rule in rules) if is_accepted else bool(rules)
            counts[2 * is_accepted] += 1
            counts[2 * is_accepted + 1] += is_found
            if is_found == is_accepted:
                (alarms if is_accepted else missed).append(text)
        total = [sum(pair) for pair in zip(total, counts)]
        share = 100 * counts[1] / max(counts[0], 1)
        print(f"{file.stem:<12} {counts[0]:>8} {share:>6.1f}% {counts[2]:>9} {counts[3]:>6}")
        for text in (missed if share < 98 else [])[:5] + alarms[:5]:
            print(f"    {'accepted' if text in alarms else 'refused'}: {text}")
        is_bad |= share < 98 or counts[3] > 0
    print(f"{'all':<12} {total[0]:>8} {100 * total[1] / total[0]:>6.1f}% {total[2]:>9} {total[3]:>6}")
    sys.exit(is_bad)


if __name__ == "__main__":
    main()
