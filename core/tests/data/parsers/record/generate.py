"""Writes generated references as lines of JSON. Arguments: recorded.jsonl, how many, and the seed."""

import json
import random
import sys

RECORDED, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
RANDOM = random.Random(SEED)

with open(RECORDED) as lines:
    POOL = [json.loads(line)["reference"] for line in lines]

SCHEMES = """http: https: HTTP: ftp: foo: file: ws: mailto: c: svn+ssh: imap: data: urn: javascript: sip: a.b: http+x:
1a: h_t:""".split() + ["", ""]
SLASHES = ["", "/", "//", "//", "//", "//", "///", "////", "\\\\", "/\\", "\\/", "\\"]
USERINFO = """u@ u:p@ @ :@ a.example@ u@v@ u\\@ u%40@ [x]@ u:p:q@ \u00e4@ u;x@ u,v@ u'@ u/v@ u#v@ u?v@ %zz@
u%2F:p%3A@""".split() + [""] * 4
HOSTS = """h.example a.example 127.0.0.1 127.1 0x7f.1 010.1.2.3 1.2.3.4.5 [::1] [::ffff:1.2.3.4] [1:2:3:4:5:6:7:8]
[fe80::1%25eth0] [v1.x] [::1 h.example. h..example H.Example \u00e4.example \u05d0.example xn--4ca.example a_b.example
-a.example a-.example a%41.example a%2e.b %C3%A4.example 1host host1 a.1b 0 256.1.1.1 localhost . a~b a!b a%zz a%
\u3002.example \u2100.example a\u200db \U0001f4a9.example a.b.c.d 1.2.3 00000001.2.3.4 [::1]x [1::2] [::1.2.3.4]
[::FFFF:7F00:1] 1 h%20 ftp.h \u00df.example A\u0308.example \u00c4.example \u0661.example h- \uff21.example
""".split() + ["", "h\u00a0"]
PORTS = ":80 : :0 :00080 :65535 :65536 :99999999999 :x :80x :-1 :+1 :8:9 :\uff18".split() + ["", "", "", "", ": 1"]
TAILS = """/ /p /p/../q /a/./b /.. /. //x /a//b/../c /%2e%2e/x ?q #f /?q#f /p;x /;a/b;c?d \\x /\\x /\u00e4 /% /%zz /%41
/a? /a# /a|b /a'b /[x] /a:b /..a /a/%2E /* /!$& ?a?b#c#d #%zz ?%zz /a+b /a%2fb /~x /(x) #(x)" ?" /" #' /a%c3%a4
/.../x /./.. /a/..?x#y""".split() + ["", "/a b", "/a\tb", "/\x7f", "/\u0080", "/\u2028", "\n", "?a b", "#a b"]
STARTS = [""] * 6 + [" ", "\t", "\x01", "\u00a0", "\ufeff"]
RELATIVE = ". .. ./ ../ ../../ a a/ a/b / // ? # ; a;b a:b ./a:b *".split() + [""]
INSERTED = """\\ @ : / ? # [ ] % %2F %5C %40 . .. | ^ { " ' < ` ~ + ; & = 0x \uff0e \u3002 // /../ \U0001f4a9 a\u0308
\u2215 \u00e4 \u05d0 \u200b""".split() + ["\t", "\n", " ", "\x00", "\x1f", "\x7f", "\u00a0"]
BASES = [None] * 3 + ["http://base.example/a/b?q#f"] * 2 + """https://u:p@base.example:81/x/y/;z http://base.example
http://base.example/a/../b//c/d https://base.example/?q/r foo://base.example/a/b file:///a/b/c
http://base.example/a/b?q/r urn:a:b""".split()


def reference():
    kind = RANDOM.random()
    if kind < 0.3:
        text = RANDOM.choice(POOL)
    elif kind < 0.8:
        text = "".join(map(RANDOM.choice, (STARTS, SCHEMES, SLASHES, USERINFO, HOSTS, PORTS, TAILS)))
    elif kind < 0.9:
        text = RANDOM.choice(RELATIVE) + RANDOM.choice(TAILS + INSERTED)
    else:
        text = RANDOM.choice(POOL)[: RANDOM.randint(0, 20)] + RANDOM.choice(POOL)[RANDOM.randint(0, 20) :]
    for _ in range(RANDOM.choice([0, 0, 0, 1, 1, 2, 3])):
        at = RANDOM.randint(0, len(text))
        insert = RANDOM.random() < 0.75
        text = text[:at] + RANDOM.choice(INSERTED) + text[at:] if insert else text[:at] + text[at + 1 :]
    return text


ROWS = set()
while len(ROWS) < COUNT:
    ROWS.add((reference(), RANDOM.choice(BASES)))
for text, base in sorted(ROWS, key=lambda row: (row[0], row[1] or "")):
    print(json.dumps({"reference": text, "base": base}))
