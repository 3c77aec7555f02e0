"""Records what the package idna of PyPI, an implementation of IDNA2008, makes of every code point: see README.md."""

import sys
import unicodedata

import idna
from idna import idnadata

CLASSES = {"PVALID": "V", "CONTEXTJ": "J", "CONTEXTO": "O"}


def is_label(text):
    try:
        idna.alabel(text)
    except (idna.IDNAError, UnicodeError):
        return False
    return True


def classes():
    found = {}
    for name, letter in CLASSES.items():
        for packed in idnadata.codepoint_classes[name]:
            for code in range(packed >> 32, packed & 0xFFFFFFFF):
                found[code] = letter
    return found


def verdict(text):
    # The package has newer tables than Python, of which it uses the bidi classes.
    if any(unicodedata.category(c) == "Cn" and ord(c) in CLASS for c in text):
        return "?"
    return "y" if is_label(text) else "n"


# Per code point: its class, or "-"; whether it is a label; whether it is one between two letters "a". "?" is unknown.
CLASS = classes()
rows = []
for code in range(0x80, 0x110000):
    if 0xD800 <= code < 0xE000:
        continue
    c = chr(code)
    row = CLASS.get(code, "-") + verdict(c) + verdict(f"a{c}a")
    if rows and rows[-1][2] == row:
        rows[-1][1] = code
    else:
        rows.append([code, code, row])

with open(f"{sys.argv[1]}/idna2008.txt", "w", encoding="ascii") as out:
    out.writelines(f"{first:X} {last:X} {row}\n" for first, last, row in rows if row != "-nn")
