"""windows-checks.py WINE PROGRAMS PLACE: command lines and sessions of the server, under WINE or, if it is `-`, on this system.

PROGRAMS is the directory of the programs, and PLACE a wine prefix or a directory for files. Prints what is wrong.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile

WINE, PROGRAMS, PLACE = sys.argv[1:4]
IS_WINDOWS = WINE != "-"
TOP = os.path.join(PLACE, "drive_c", "t") if IS_WINDOWS else os.path.join(PLACE, "checks")
SUFFIX = ".exe" if IS_WINDOWS else ""
URI = "file:///C:/t" if IS_WINDOWS else "file://" + os.path.abspath(TOP)
BAD = '<r xmlns:x="http://www.w3.org/1999/xlink"><a x:href="a b.xml"/></r>\n'
LINK = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="%s"/></html>\n'
failed = count = 0


def check(name, is_right, seen=""):
    global failed, count
    count += 1
    if not is_right:
        failed += 1
        print(f"  wrong: {name}\n{seen}")


def write(name, text, folder=None):
    path = os.path.join(folder or TOP, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)
    return path


def program(name):
    start = [WINE] if IS_WINDOWS else []
    return [*start, os.path.join(PROGRAMS, name + SUFFIX)]


def run(*arguments, folder=None, stdin=None):
    done = subprocess.run([*program("iri-inspect"), *arguments], cwd=folder or TOP, input=stdin, capture_output=True,
                          text=True, encoding="utf-8", timeout=120)
    return done.returncode, done.stdout.replace("\r\n", "\n"), done.stdout + done.stderr


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
    with zipfile.ZipFile(os.path.join(TOP, "book.epub"), "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("OPS/ch1.xhtml", LINK % "ch2.xhtml#x")
        book.writestr("OPS/ch2.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><p id="x"/></html>')
        book.writestr("::warning.xml", BAD)
        book.writestr("OPS/nul.xml", BAD)


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
    code, out, seen = run("check", "--format", "concise", "sch")
    check("an associated schema", code == 1 and "doc.xml" in out, seen)
    code, out, seen = run("check", "--links", "--format", "concise", "book.epub")
    check("references in a package lead to its entries", "ch2" not in out and "missing-fragment" not in out, seen)
    check("entries with any name are read", out.count("leiri-space") == 2 and "cannot" not in seen, seen)
    check("one entry", run("check", "book.epub!/OPS/nul.xml")[0] == 1)
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
    if IS_WINDOWS:
        code, out, seen = run("check", "--format", "concise", "docs\\a.xml", "DOCS\\A.XML")
        check("names in two cases are one file", out.count("leiri-space") == 1, seen)
        check("a baseline in another case", run("check", "--baseline", "base.json", "DOCS")[0] == 0)
        for place in ["c:\\t\\docs\\a.xml", "C:/T/docs", "\\\\?\\C:\\t\\docs"]:
            code, out, seen = run("check", "--format", "json", place)
            check(f"check {place}", code == 1 and "?" not in out.split('"line"')[0], seen)
        code, out, seen = run("check", "--links", "--format", "concise", "\\\\?\\C:\\t\\links")
        check("links of a verbatim path", out.count("missing-target") == 1, seen)
        share = os.path.join(PLACE, "dosdevices", "unc", "server", "share")
        shutil.rmtree(share, ignore_errors=True)
        shutil.copytree(TOP, share)
        code, out, seen = run("check", "--links", "--format", "concise", "\\\\server\\share\\links")
        check("links on a share", out.count("missing-target") == 1, seen)
        code, out, seen = run("check", "--format", "sarif", "\\\\server\\share\\docs")
        check("SARIF of a share", '"file://server/share/docs/a.xml"' in out, seen)
        code, out, seen = run("check", "--format", "concise", "\\\\server\\share\\sch\\doc.xml")
        check("an associated schema on a share", code == 1, seen)
    else:
        check("an absolute path", run("check", os.path.join(TOP, "docs"))[0] == 1)
        check("a name with a backslash", run("check", write("back\\slash.xml", BAD))[0] == 1)
    code, out, seen = run("check", "--fix", "docs")
    check("--fix", code == 0 and "a%20b.xml" in open(os.path.join(TOP, "docs/a.xml")).read(), seen)
    check("a second --fix has nothing to do", run("check", "--fix", "docs")[0] == 0)
    code, out, seen = run("check", "--fix", "book.epub")
    with zipfile.ZipFile(os.path.join(TOP, "book.epub")) as book:
        check("--fix in a package", b"a%20b.xml" in book.read("OPS/nul.xml"), seen)
    leftovers = [name for _, _, names in os.walk(TOP) for name in names if ".iri-" in name]
    check("no save leaves a file", not leftovers, leftovers)
    check("init", run("init", folder=os.path.join(TOP, "docs"))[0] == 0)


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen(program("iri-lsp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.last = 0
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

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(30)


def server(name, folder):
    write("docs/a.xml", LINK % "sub/c.xml")
    write("docs/sub/c.xml", BAD)
    one = Server(f"{folder}/docs")
    try:
        pull = one.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        check(f"{name}: the client's spelling", pull and all(item["uri"].startswith(folder + "/") for item in pull), pull)
        known = [{"uri": item["uri"], "value": item["resultId"]} for item in pull]
        # The next pull is held until something changes; another one ends it.
        held = one.start("workspace/diagnostic", {"previousResultIds": known})
        one.request("workspace/symbol", {"query": ""})
        again = one.start("workspace/diagnostic", {"previousResultIds": known})
        first = one.answer(held)
        check(f"{name}: nothing is sent again", first["items"] == [], first)
        del again
        text = open(os.path.join(TOP, "docs/a.xml")).read()
        uri = f"{folder}/docs/a.xml"
        one.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": text}})
        at = {"line": 0, "character": text.index("sub/") + 1}
        found = one.request("textDocument/definition", {"textDocument": {"uri": uri}, "position": at})
        found = found if isinstance(found, list) else [found]
        check(f"{name}: definition", any((place or {}).get("uri", (place or {}).get("targetUri")) == f"{folder}/docs/sub/c.xml"
                                         for place in found), found)
        renamed = {"oldUri": f"{folder}/docs/sub/c.xml", "newUri": f"{folder}/docs/sub/d.xml"}
        edit = json.dumps(one.request("workspace/willRenameFiles", {"files": [renamed]}))
        check(f"{name}: a rename keeps references short", '"sub/d.xml"' in edit or '"d"' in edit, edit)
    finally:
        one.end()


files()
command_line()
if IS_WINDOWS:
    for name, folder in [("VS Code", "file:///c%3A/t"), ("upper case", "file:///C:/t"), ("lower case", "file:///c:/t")]:
        server(name, folder)
else:
    server("this system", URI)
print(f"{count - failed} of {count} checks passed")
sys.exit(failed > 0)
