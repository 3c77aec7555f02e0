"""windows-checks.py WINE PROGRAMS PLACE: command lines and sessions of the server, under WINE or, if it is `-`, on this system.

PROGRAMS is the directory of the programs, and PLACE a wine prefix or a directory for files. Prints what is wrong.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile

WINE, PROGRAMS, PLACE = sys.argv[1], *map(os.path.abspath, sys.argv[2:4])
IS_WINDOWS = WINE != "-"
TOP = os.path.join(PLACE, "drive_c", "t") if IS_WINDOWS else os.path.join(PLACE, "checks")
SUFFIX = ".exe" if IS_WINDOWS else ""
URI = "file:///C:/t" if IS_WINDOWS else "file://" + os.path.abspath(TOP)
BAD = '<r xmlns:x="http://www.w3.org/1999/xlink"><a x:href="a b.xml"/></r>\n'
LINK = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="%s"/></html>\n'
# Names of entries of a package that a system may have no file for.
ODD_ENTRIES = ["a\\b.xml", "x/c:y.xml", "con.xml", "dot.xml.", "blank.xml ", "q?.xml", "a*<b>|.xml", "\u05d0.xml"]
# Names that lead out of a package on some system: these entries are not read, and the program says so.
OUTER_ENTRIES = ["C:/d.xml", "\\\\host\\share\\u.xml", "\\r.xml"]
# References to nothing: on Windows `c:x.xhtml` is a file of a drive, `x.xhtml:s` a stream, and `x.xhtml.` the file `x.xhtml`.
ODD_TARGETS = ["./c:x.xhtml", "d/../c:x.xhtml", "./x.xhtml:s", "./x.xhtml::$DATA", "x.xhtml.", "x.xhtml%20", "x%3F.xhtml", "%3Cx"]
# A directory whose paths are longer than 260 characters.
LONG = "/".join(["a long name " + "x" * 40] * 6)
failed = count = 0


def check(name, is_right, seen=""):
    global failed, count
    count += 1
    if not is_right:
        failed += 1
        print(f"  wrong: {name}\n{seen}", flush=True)


def write(name, text, folder=None):
    path = os.path.join(folder or TOP, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)
    return path


def write_bytes(name, content):
    with open(os.path.join(TOP, name), "wb") as file:
        file.write(content)


def program(name):
    start = [WINE] if IS_WINDOWS else []
    return [*start, os.path.join(PROGRAMS, name + SUFFIX)]


def run(*arguments, folder=None, stdin=None):
    for _ in range(3):
        done = subprocess.run([*program("iri-inspect"), *arguments], cwd=folder or TOP, input=stdin, capture_output=True,
                              text=True, encoding="utf-8", timeout=120)
        # Wine itself crashes now and then when a program ends.
        if done.returncode >= 0:
            break
    seen = f"{done.stdout}{done.stderr}exit code {done.returncode}"
    return done.returncode, done.stdout.replace("\r\n", "\n"), seen


def native(path):
    return path.replace("/", "\\") if IS_WINDOWS else path


def files():
    shutil.rmtree(TOP, ignore_errors=True)
    write("docs/a.xml", BAD)
    write("docs/sub/c.xml", BAD)
    write("links/a.xhtml", LINK % "no.xhtml" + "")
    write("links/b.xhtml", LINK % "a.xhtml")
    write("sch/doc.xml", "<r at='a b'/>\n")
    write("sch/s.xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'><xs:complexType>"
          "<xs:attribute name='at' type='xs:anyURI'/></xs:complexType></xs:element></xs:schema>\n")
    write("sch/.iri.toml", "[[schemas.associations]]\nfiles = ['doc.xml']\nschema = 's.xsd'\n")
    write("sch/located.xml", "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' at='a b' "
          "xsi:noNamespaceSchemaLocation='s.xsd'/>\n")
    write("cases/.iri.toml", "[[ignore]]\nfiles = ['docs/a.xml']\n")
    write("cases/docs/a.xml", BAD)
    # The places of their findings differ.
    for number, name in enumerate(["a/c.xml", "A/c.xml", "b.xml", "B.xml"]):
        write(f"both/{name}", BAD.replace("<a", "\n" * number + "<a"))
    with zipfile.ZipFile(os.path.join(TOP, "book.epub"), "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("OPS/ch1.xhtml", LINK % "ch2.xhtml#x")
        book.writestr("OPS/ch2.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><p id="x"/></html>')
        book.writestr("::warning.xml", BAD)
        book.writestr("OPS/nul.xml", BAD)
    with zipfile.ZipFile(os.path.join(TOP, "odd.zip"), "w") as odd:
        for name in ODD_ENTRIES + OUTER_ENTRIES:
            odd.writestr(zipfile.ZipInfo(name), BAD)
    # Targets that exist on no system, and those that are looked for on none.
    write("odd/x.xhtml", "".join(LINK % name for name in ODD_TARGETS))
    write("odd/devices.xhtml", "".join(LINK % name for name in ["nul.xhtml", "CON", "LPT1"]))
    os.makedirs(os.path.join(TOP, LONG))
    write(f"{LONG}/a.xhtml", LINK % "b.xhtml#no")
    write(f"{LONG}/b.xhtml", LINK % "a b.xhtml")
    write("hidden/.GIT/a.xml", BAD)
    write("paths/.iri.toml", "[[schemas.associations]]\nfiles = ['doc.xml']\nschema = 'sub\\s.xsd'\n")
    write("paths/sub/s.xsd", open(os.path.join(TOP, "sch/s.xsd")).read())
    write("paths/doc.xml", "<r at='a b'/>\n")


def names_of(path):
    """Returns the names that Windows has for a path with a drive or a share."""
    is_share = path.startswith("\\\\")
    bare = "UNC\\" + path[2:] if is_share else path
    marked = [f"\\\\?\\{bare}", f"\\\\.\\{bare}", f"\\??\\{bare}"]
    return [path, path.replace("\\", "/"), marked[0].replace("\\", "/"), *marked, path.swapcase()]


def on_place(path, uri):
    """Checks a copy of the files by every name of its place."""
    run("check", "--links", "--write-baseline", f"{path}\\own.json", f"{path}\\docs")
    for name in names_of(path):
        def at(*arguments):
            return run("check", "--links", "--format", "concise", *arguments)
        code, out, seen = at(f"{name}\\links")
        check(f"links on {name}", out.count("missing-target") == 1, seen)
        code, out, seen = at(f"{name}\\sch\\doc.xml")
        check(f"an associated schema on {name}", code == 1 and "leiri-space" in out, seen)
        code, out, seen = at(f"{name}\\sch\\located.xml")
        check(f"a located schema on {name}", code == 1 and "leiri-space" in out, seen)
        code, out, seen = at(f"{name}\\cases\\DOCS")
        check(f"an [[ignore]] entry on {name}", code == 0, seen)
        code, out, seen = at(f"{name}\\docs\\a.xml", f"{path}\\DOCS\\A.xml")
        check(f"{name} is the same directory", out.count("leiri-space") == 1, seen)
        code, out, seen = at("--baseline", f"{path}\\own.json", f"{name}\\docs")
        check(f"a baseline on {name}", code == 0, seen)
        code, out, seen = at(f"{name}\\book.epub!/OPS/nul.xml")
        check(f"an entry on {name}", code == 1 and out.count("leiri-space") == 1, seen)
        code, out, seen = run("check", "--format", "sarif", f"{name}\\docs")
        check(f"SARIF of {name}", f'"{uri}/docs/a.xml"'.lower() in out.lower() or '"docs/a.xml"' in out, seen)


def on_share(share):
    """Checks a copy of the files on a share."""
    name = "\\\\" + "\\".join(share)
    place = os.path.join(PLACE, "dosdevices", "unc", *share)
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(TOP, place)
    on_place(name, f"file://{'/'.join(share)}".replace("$", "%24"))
    code, out, seen = run("check", "--fix", f"{name}\\docs")
    check(f"--fix on {name}", code == 0 and "a%20b.xml" in open(os.path.join(place, "docs/a.xml")).read(), seen)


def command_line():
    for path in ["docs", "docs/", "./docs", native("docs/sub"), "docs/a.xml", "docs/*.xml", "**/*.xml", "d*"]:
        code, out, seen = run("check", "--format", "concise", path)
        check(f"check {path} has findings", code == 1 and "leiri-space" in out, seen)
    for style in ["json", "gitlab", "rdjson", "csv", "checkstyle", "junit", "sarif", "html"]:
        code, out, seen = run("check", "--format", style, native("docs/sub"))
        check(f"{style} has paths with /", code == 1 and "docs/sub/c.xml" in out and "docs\\" not in out, seen)
    code, out, seen = run("check", "--format", "concise", "docs/sub")
    check("people see the separator of the system", out.startswith(native("docs/sub/c.xml")), seen)
    check("a file that does not exist", run("check", "no*.xml")[0] == 2)
    code, _, seen = run("check", "--exclude", "docs\\sub", "docs")
    check("a pattern with \\ is refused", code == 2 and "'/'" in seen, seen)
    check("a pattern with /", run("check", "--exclude", "docs/**", "docs")[0] == 0)
    code, out, seen = run("check", "--links", "--format", "concise", "links")
    check("a missing file is found, and only that", out.count("missing-target") == 1 and "no.xhtml" in out, seen)
    write("gone/a.xhtml", LINK % "no/")
    code, out, seen = run("check", "--links", "--format", "concise", "gone")
    check("a missing directory has one name on every system", out.splitlines()[0].endswith(": gone/no"), seen)
    code, out, seen = run("check", "--format", "concise", "sch")
    check("an associated schema", code == 1 and "doc.xml" in out, seen)
    code, out, seen = run("check", "--links", "--format", "concise", "book.epub")
    check("references in a package lead to its entries", "ch2" not in out and "missing-fragment" not in out, seen)
    check("entries with any name are read", out.count("leiri-space") == 2 and "cannot" not in seen, seen)
    check("one entry", run("check", "book.epub!/OPS/nul.xml")[0] == 1)
    code, out, seen = run("check", "--format", "concise", "odd.zip")
    check("entries with odd names are read", out.count("leiri-space") == len(ODD_ENTRIES), seen)
    check("entries that lead out are named", seen.count("leads out of the package") == len(OUTER_ENTRIES), seen)
    for entry in ODD_ENTRIES[:3]:
        code, out, seen = run("check", "--format", "json", f"odd.zip!/{entry}")
        check(f"the entry {entry}", code == 1, seen)
    code, out, seen = run("check", "--links", "--format", "concise", "odd")
    # A dot or a blank at the end of a reference is a mistake of its own.
    found = out.count("missing-target") + out.count("part of the reference")
    check("targets with odd names are missing", found == len(ODD_TARGETS), seen)
    code, out, seen = run("check", "--links", "--format", "concise", LONG)
    check("a long path", "leiri-space" in out and "missing-fragment" in out and code == 1, seen)
    code, out, seen = run("check", "--fix", f"{LONG}/b.xhtml")
    # Wine 8 cannot tell the final name of a path of more than 260 characters (ERROR_MORE_DATA).
    check("a fix of a long path", code == 0 or (IS_WINDOWS and "os error 234" in seen), seen)
    check(".git in any case", run("check", "--hidden", "hidden")[0] == 0)
    code, out, seen = run("check", "--format", "concise", "paths")
    check("a \\ in a path of the configuration", ("leiri-space" if IS_WINDOWS else "'/'") in out + seen, seen)
    for name, encoding, end in [("utf8", "utf-8-sig", "\r\n"), ("utf16", "utf-16", "\r\n"), ("plain", "utf-8", "\n")]:
        write_bytes(f"{name}.txt", end.join(["docs/a.xml", "docs/sub/c.xml", ""]).encode(encoding))
        code, out, seen = run("check", "--format", "concise", "--files-from", f"{name}.txt")
        check(f"a list in {encoding}", out.count("leiri-space") == 2, seen)
    code, out, seen = run("list", "--format", "json", "docs")
    check("list", code == 0 and "docs/a.xml" in out, seen)
    check("schema", run("schema", "sch/doc.xml")[0] == 0)
    code, out, seen = run("check", "-", stdin=BAD)
    check("standard input", code == 1, seen)
    code, out, seen = run("check", "--write-baseline", "base.json", "docs")
    check("a baseline", code == 0 and "docs/sub/c.xml" in open(os.path.join(TOP, "base.json")).read(), seen)
    check("a known finding is no failure", run("check", "--baseline", "base.json", native("docs/sub"))[0] == 0)
    code, out, seen = run("check", "--diff", native("docs/sub"))
    check("a patch has /", "+++ b/docs/sub/c.xml" in out, seen)
    code, out, seen = run("check", "--format", "concise", "both", native("both/A"), native("both/a"))
    # A share may have both, and this system has them also for wine.
    check("names that differ in case are two files in a directory that has both", out.count("leiri-space") == 4, seen)
    if IS_WINDOWS:
        code, out, seen = run("check", "--format", "concise", "docs\\a.xml", "DOCS\\A.XML")
        check("names in two cases are one file", out.count("leiri-space") == 1, seen)
        check("a baseline in another case", run("check", "--baseline", "base.json", "DOCS")[0] == 0)
        check("a pattern in another case", run("check", "--exclude", "docs/SUB/**", "--exclude", "Docs/a.xml", "DOCS")[0] == 0)
        check("an [[ignore]] entry in another case", run("check", "CASES\\DOCS")[0] == 0)
        for device in ["NUL", "nul.xml", "docs\\NUL", "CON", "C:con", "COM1", "\\\\.\\COM1", "\\\\.\\pipe\\x"]:
            code, out, seen = run("check", device)
            check(f"the device {device} is not read", code == 2 and "it is a device" in seen, seen)
        code, out, seen = run("check", "--format", "concise", "C:", folder=os.path.join(TOP, "sch"))
        check("the current directory of a drive", out.count("leiri-space") == 2, seen)
        code, out, seen = run("check", "--output-file", "NUL", "docs")
        check("a report to NUL", code == 1 and "NUL" not in os.listdir(TOP), seen)
        for place in ["docs\\a.xml.", "docs\\A.xml", "c:docs\\a.xml", "\\t\\docs\\a.xml"]:
            code, out, seen = run("check", "--format", "concise", "docs\\a.xml", place)
            check(f"{place} is the same file", out.count("leiri-space") == 1, seen)
        for place in ["C:\\t\\docs", "C:/T/docs", "\\\\?\\C:\\t\\docs", "\\??\\C:\\t\\docs"]:
            code, out, seen = run("check", "--format", "json", place)
            check(f"check {place}", code == 1 and "?" not in out.split('"line"')[0], seen)
        code, out, seen = run("check", "--baseline", "\\\\?\\C:\\T\\base.json", "docs")
        check("a baseline of a verbatim path", code == 0, seen)
        for path in ["C:/x", "C:/t/doc", "C:x", "\\\\?\\C:\\t\\doc"]:
            code, out, seen = run("check", path)
            similar = seen.split("did you mean '")[1].split("'")[0] if "did you mean" in seen else "C:\\t"
            check(f"a similar name of {path} exists", code == 2 and run("check", similar)[0] == 1, seen)
        on_place("C:\\t", "file:///C:/t")
        # Another drive: wine has the directories of this system on one.
        other = "Z:" + os.path.abspath(TOP).replace("/", "\\")
        on_place(other, "file:///" + other.replace("\\", "/"))
        for share in [("server", "share"), ("wsl.localhost", "Ubuntu"), ("192.168.0.1", "d$"), ("localhost", "c$")]:
            on_share(share)
        write("evil.xml", "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' at='a b' "
              "xsi:noNamespaceSchemaLocation='file://server/share/sch/s.xsd'/>")
        code, out, seen = run("check", "--format", "concise", "evil.xml")
        check("a share that a document names is not looked at, which is said", "leiri-space" not in out and "s.xsd" in out, seen)
    else:
        link = TOP + "-link"
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(TOP, link)
        code, out, seen = run("check", "--links", "--format", "concise", f"{link}/links/a.xhtml")
        check("the current directory by another name", out.startswith("links/a.xhtml:"), seen)
        check("a baseline by another name", run("check", "--baseline", f"{link}/base.json", "docs")[0] == 0)
        check("the files by another name", run("check", "--baseline", "base.json", f"{link}/docs")[0] == 0)
        check("a pattern for another name", run("check", "--exclude", "docs/**", f"{link}/docs")[0] == 0)
        check("an absolute path", run("check", os.path.join(TOP, "docs"))[0] == 1)
        check("a name with a backslash", run("check", write("back\\slash.xml", BAD))[0] == 1)
    write("journal/notes.txt", "my own notes, not in the repository\n")
    write("journal/a.xml", BAD)
    leftovers = [interrupted("journal", name) for name in ["notes.txt", "a.xml"]]
    code, out, seen = run("check", "--fix", "journal")
    texts = [open(os.path.join(TOP, "journal", name)).read() for name in ["notes.txt", "a.xml"]]
    check("a journal that no save wrote restores nothing", code == 0 and "XX" not in "".join(texts), (seen, texts))
    for leftover in leftovers:
        if os.path.exists(leftover):
            os.remove(leftover)
    code, out, seen = run("check", "--fix", "docs")
    check("--fix", code == 0 and "a%20b.xml" in open(os.path.join(TOP, "docs/a.xml")).read(), seen)
    check("a second --fix has nothing to do", run("check", "--fix", "docs")[0] == 0)
    code, out, seen = run("check", "--fix", "book.epub")
    with zipfile.ZipFile(os.path.join(TOP, "book.epub")) as book:
        check("--fix in a package", b"a%20b.xml" in book.read("OPS/nul.xml"), seen)
    leftovers = [name for _, _, names in os.walk(TOP) for name in names if ".iri-" in name]
    check("no save leaves a file", not leftovers, leftovers)
    check("init", run("init", folder=os.path.join(TOP, "docs"))[0] == 0)


def interrupted(folder, name):
    """Writes what no save wrote: a journal of the file `name`, as if a save of it had been interrupted."""
    def number(bytes):
        value = 0xCBF29CE484222325
        for byte in bytes:
            value = ((value ^ byte) * 0x100000001B3) & (2**64 - 1)
        return value
    text = open(os.path.join(TOP, folder, name), "rb").read()
    journal = b"iri-core save journal 1\n" + bytes(16)
    for field in [name.encode(), b"X" * len(text), text[:-1] + b"?"]:
        journal += len(field).to_bytes(8, "little") + field
    journal += number(journal).to_bytes(8, "little")
    leftover = f".{name}.iri-1-0123456789abcdef"
    path = os.path.join(TOP, folder, f"{leftover}-{number(leftover.encode()) >> 32:08x}.old")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        file.write(journal)
    return path


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen(program("iri-lsp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        # What hangs ends, and fails, some day.
        self.limit = threading.Timer(300, self.process.kill)
        self.limit.start()
        self.last = self.received = 0
        capabilities = {"workspace": {"diagnostics": {}}, "textDocument": {"diagnostic": {}}}
        self.request("initialize", {"processId": None, "rootUri": folder, "capabilities": capabilities,
                                    "workspaceFolders": [{"uri": folder, "name": "t"}]})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def start(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self.received += length
        message = json.loads(self.process.stdout.read(length))
        if "id" in message and "method" in message:
            self.send({"id": message["id"], "result": None})
        return message

    def answer(self, number):
        while (message := self.receive()).get("id") != number or "method" in message:
            pass
        return message.get("result")

    def request(self, method, params):
        return self.answer(self.start(method, params))

    def held(self, known):
        """Returns what a pull sends that another one ends: nothing if the client has everything."""
        held = self.start("workspace/diagnostic", {"previousResultIds": known})
        # A request that is answered immediately, after the pull has started.
        self.request("textDocument/hover", {"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}})
        last = self.start("workspace/diagnostic", {"previousResultIds": known})
        items = self.answer(held)["items"]
        self.notify("$/cancelRequest", {"id": last})
        return items

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(30)
        self.limit.cancel()


def server(name, folder, place=None, other=None):
    """Checks a session in `folder`, a URI of the directory `place`; `other` is the same URI in another way."""
    write("docs/a.xml", LINK % "sub/c.xml", place)
    write("docs/sub/c.xml", BAD, place)
    write("docs/b.xml", LINK % "no.xml", place)
    try:
        one = Server(f"{folder}/docs")
        pull = one.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        check(f"{name}: the client's spelling", pull and all(item["uri"].startswith(folder + "/") for item in pull), pull)
        # A client of Windows may write a drive in two ways, but no client uses two names of a directory.
        for spelling in [folder, other] if IS_WINDOWS and other else [folder]:
            known = [{"uri": item["uri"].replace(folder, spelling), "value": item["resultId"]} for item in pull]
            check(f"{name}: nothing is sent again for {spelling}", one.held(known) == [], known)
        uri = f"{folder}/docs/a.xml"
        of = {"textDocument": {"uri": uri}}
        text = LINK % "sub/c.xml"
        one.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": text}})
        at = {"line": 0, "character": text.index("sub/") + 1}
        found = one.request("textDocument/definition", {**of, "position": at})
        found = found if isinstance(found, list) else [found]
        check(f"{name}: definition", any((target or {}).get("uri", (target or {}).get("targetUri")) == f"{folder}/docs/sub/c.xml"
                                         for target in found), found)
        links = one.request("textDocument/documentLink", of)
        check(f"{name}: document links", [link["target"] for link in links] == [f"{folder}/docs/sub/c.xml"], links)
        found = one.request("textDocument/references", {**of, "position": at, "context": {"includeDeclaration": True}})
        check(f"{name}: references", any(link["uri"] == uri for link in found or []), found)
        path = f"{folder}/docs/b.xml"
        report = one.request("textDocument/diagnostic", {"textDocument": {"uri": path}})
        found = one.request("workspace/symbol", {"query": ""}) or []
        check(f"{name}: symbols", all(symbol["location"]["uri"].startswith(folder) for symbol in found), (report, found))
        for spelling in [folder, other or folder]:
            renamed = {"oldUri": f"{spelling}/docs/sub/c.xml", "newUri": f"{spelling}/docs/sub/d.xml"}
            edit = json.dumps(one.request("workspace/willRenameFiles", {"files": [renamed]}))
            is_short = '"sub/d.xml"' in edit or '"d"' in edit
            check(f"{name}: a rename in {spelling} keeps references short", is_short and uri in edit, edit)
        one.end()
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        check(f"{name}: the session", False, repr(error))


def both_cases(folder):
    """Checks that the results of a directory with names that differ only in case come to rest."""
    try:
        one = Server(f"{folder}/both")
        pull = one.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        known = [{"uri": item["uri"], "value": item["resultId"]} for item in pull]
        # In any order: a client sends what it has in its own.
        items = [*one.held(known), *one.held(known[::-1])]
        check("names in both cases: nothing is sent again", known and not items, items)
        one.end()
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        check("names in both cases: the session", False, repr(error))


def many(name, folder, count=20_000):
    """Checks that a pull of files that have not changed sends nothing."""
    if not os.path.isdir(os.path.join(TOP, "many")):
        for number in range(count):
            write(f"many/{number // 1000}/{number}.xml", BAD)
    try:
        one = Server(f"{folder}/many")
        pull = one.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        check(f"{name}: {count} files are reported", len(pull) == count, len(pull))
        known = [{"uri": item["uri"], "value": item["resultId"]} for item in pull]
        sent = one.received
        for _ in range(3):
            check(f"{name}: {count} files that have not changed", one.held(known) == [])
        print(f"  {name}: {one.received - sent} bytes for {count} unchanged files after {sent} bytes for all", flush=True)
        one.end()
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        check(f"{name}: the session", False, repr(error))


files()
command_line()
if IS_WINDOWS:
    ways = [("VS Code", "file:///c%3A/t", "file:///C:/t"), ("upper case", "file:///C:/t", "file:///c%3A/t"),
            ("lower case", "file:///c:/t", "file:///C:/t"), ("upper case, encoded", "file:///C%3A/t", "file:///c:/t"),
            ("another case", "file:///c%3A/T", "file:///C:/t")]
    for name, folder, other in ways:
        server(name, folder, other=other)
    for share, others in [("server/share", "SERVER/share"), ("wsl.localhost/Ubuntu", "wsl.localhost/Ubuntu"),
                          ("192.168.0.1/d%24", "192.168.0.1/d$")]:
        place = os.path.join(PLACE, "dosdevices", "unc", *share.replace("%24", "$").split("/"))
        server(share, f"file://{share}", place, f"file://{others}")
    both_cases("file:///c%3A/t")
    many("VS Code", "file:///c%3A/t")
else:
    server("this system", URI)
    server("another name", f"{URI}-link", other=URI)
    both_cases(URI)
    many("this system", URI)
print(f"{count - failed} of {count} checks passed")
sys.exit(failed > 0)
