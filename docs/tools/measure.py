#!/usr/bin/env python3
"""Asks the tools on this machine about the same references, and writes the tables of two pages of the book.

    python3 docs/tools/measure.py            # prints the tables
    python3 docs/tools/measure.py --write    # writes them into docs/broken-tools.md and docs/parsers.md

A tool that is not installed is left out, and the table says which ones were asked. Nothing leaves the machine:
programs that send requests are given a proxy on 127.0.0.1, which records the request line and answers "200 OK".

Debian 12:  apt-get install libxml2-utils jing ruby ruby-addressable php-cli golang-go liburi-perl curl wget nodejs
PyPI:       pip install lxml xmlschema requests urllib3 httpx yarl rfc3986 rfc3987 rdflib
npm:        npm install vnu-jar           (in the directory that VNU_NODE_MODULES names)
Java 17 or later provides java.net.URI and the XML Schema validator.
"""

import datetime
import html
import importlib
import importlib.metadata
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import unicodedata
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent

# Each reference has one property that tools disagree about, and the smallest grammar that it matches.
REFERENCES = [
    ("a space", "http://example.org/a b", "LEIRI"),
    ("a vertical line", "http://example.org/a|b", "LEIRI"),
    ("braces", "http://example.org/{a}", "LEIRI"),
    ("a backslash", "http://example.org/a\\b", "LEIRI"),
    ("a right-to-left override", "http://example.org/a\u202eb", "LEIRI"),
    ("a lone `%`", "http://example.org/100%", "none"),
    ("square brackets", "http://example.org/a[1]", "none"),
    ("a second `#`", "http://example.org/a#b#c", "none"),
    ("a letter above ASCII", "http://example.org/\u00e9", "IRI"),
    ("an international host", "http://b\u00fccher.example/a", "IRI"),
]

# Constructions about whose host parsers disagree: a reference, and a base if it is resolved.
HOSTS = [
    ("backslash before `@`", "http://a.example\\@b.example/", None),
    ("backslash inside the host", "http://a.example\\.b.example/", None),
    ("TAB in the host", "http://a.example\t.b.example/", None),
    ("full-width `@`", "http://a.example\uff20b.example/", None),
    ("short IPv4 address", "http://127.1/", None),
    ("percent-encoded dots", "http://127%2e0%2e0%2e1/", None),
    ("one slash, with a base", "http:/h.example/p", "http://base.example/"),
    ("three slashes, with a base", "http:///h.example/p", "http://base.example/"),
    ("three slashes, no scheme, with a base", "///h.example/p", "http://base.example/"),
]

OK, CHANGED, REFUSED = "accepted", "changed", "refused"


def visible(text):
    """Returns `text` with a notation for every character that hides, moves or reorders text."""
    def show(c):
        if unicodedata.category(c)[0] in "C" or unicodedata.category(c) in ("Zl", "Zp") or unicodedata.bidirectional(c) in ("R", "AL"):
            return "\\u{%04X}" % ord(c)
        return c
    return "".join(show(c) for c in text)


def run(arguments, stdin="", **options):
    """Runs a program. Returns its exit status and both streams as one text."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", **options.pop("env", {}))
    done = subprocess.run(arguments, input=stdin, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment, timeout=300, **options)
    return done.returncode, done.stdout


def version_of(arguments, pattern):
    try:
        return re.search(pattern, run(arguments)[1]).group(1)
    except (OSError, AttributeError):
        return None


# ---- a proxy that records what arrives ----

class Proxy:
    """Server on 127.0.0.1 that stores the first line of each request."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.socket.getsockname()[1]
        self.lines = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            with connection:
                connection.settimeout(5)
                received = b""
                try:
                    while b"\r\n\r\n" not in received:
                        chunk = connection.recv(65536)
                        if not chunk:
                            break
                        received += chunk
                    if received:
                        self.lines.append(received.split(b"\r\n")[0].decode("utf-8", "backslashreplace"))
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                except OSError:
                    pass

    def request(self, send):
        """Returns the target of the request that `send` makes, or the error that it returns or raises."""
        del self.lines[:]
        error = send()
        if self.lines:
            target = re.match(r"\w+ (.*?)(?: HTTP/[0-9.]+)?$", self.lines[0], re.S)
            return "sent", target.group(1) if target else self.lines[0]
        return "error", error or "nothing was sent"


def outcome(kind, text, reference):
    """Returns the outcome of a request for `reference`."""
    if kind == "error":
        return REFUSED, text
    expected = reference.split("#")[0]
    # A client with a proxy sends the whole reference, one without sends what follows the host.
    return (OK, "") if text in (expected, re.sub(r"^http://[^/]*", "", expected)) else (CHANGED, "sends `%s`" % visible(text))


# ---- tools: each is (name, version, group, function from references to outcomes) ----

def python_module(name):
    try:
        return importlib.import_module(name), importlib.metadata.version(name)
    except (ImportError, importlib.metadata.PackageNotFoundError):
        return None, None


def each(ask):
    """Makes a tool of a function that returns the text it made, or raises."""
    def asked(references):
        results = []
        for reference in references:
            try:
                made = ask(reference)
            except Exception as error:  # whatever the tool raises is its answer
                results.append((REFUSED, "%s: %s" % (type(error).__name__, error)))
                continue
            results.append((OK, "") if made in (None, reference) else (CHANGED, "makes `%s`" % visible(made)))
        return results
    return asked


def lines(program, source, suffix, references, env=None):
    """Runs a program that reads references as JSON strings and prints `ok TEXT` or `error TEXT`, as JSON too."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / ("Measure" + suffix)
        path.write_text(source, encoding="utf-8")
        stdin = "".join(json.dumps(reference, ensure_ascii=False) + "\n" for reference in references)
        status, output = run([*program, str(path)], stdin, env=env or {})
    answers = [line.split(" ", 1) for line in output.splitlines() if line.startswith(("ok ", "error "))]
    if len(answers) != len(references):
        raise RuntimeError("%s: %s" % (program, output))
    return [(kind, text.replace("\\n", "\n")) for kind, text in answers]


def from_lines(program, source, suffix, env=None):
    def asked(references):
        results = []
        for reference, (kind, text) in zip(references, lines(program, source, suffix, references, env)):
            if kind == "error":
                results.append((REFUSED, text))
            else:
                results.append((OK, "") if text == reference else (CHANGED, "makes `%s`" % visible(text)))
        return results
    return asked


JAVA = r"""
import java.io.*; import java.net.*; import java.nio.charset.StandardCharsets;
public class Measure {
    static String read(String json) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char c = json.charAt(i);
            if (c != '\\') { out.append(c); continue; }
            c = json.charAt(++i);
            switch (c) {
                case 't': out.append('\t'); break;
                case 'u': out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16)); i += 4; break;
                default: out.append(c);
            }
        }
        return out.toString();
    }
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            String[] parts = read(line).split("\0", -1);
            try {
                URI uri = new URI(parts[0]);
                if (parts.length > 1) {
                    if (!parts[1].isEmpty()) uri = new URI(parts[1]).resolve(uri);
                    out.println("ok " + (uri.getHost() == null ? "" : uri.getHost()));
                } else out.println("ok " + uri);
            } catch (Exception error) { out.println("error " + error.getMessage().replace("\n", "\\n")); }
        }
    }
}
"""

NODE = r"""
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) {
    const [reference, base] = JSON.parse(line).split('\0');
    try {
        const url = new URL(reference, base || undefined);
        console.log('ok ' + (base === undefined ? url.href : url.hostname));
    } catch (error) { console.log('error ' + error.name + ' [' + error.code + ']: ' + error.message); }
}
"""

NODE_HTTP = r"""
const http = require('http');
const [proxy, reference] = JSON.parse(require('fs').readFileSync(0, 'utf8').split('\n')[0]).split('\0');
try {
    const url = new URL(proxy);
    const request = http.request({host: url.hostname, port: url.port, path: reference.split('#')[0]}, () => process.exit());
    request.on('error', (error) => { console.log(error.message); process.exit(); });
    request.end();
} catch (error) { console.log(error.name + ' [' + error.code + ']: ' + error.message); }
"""

GO = r"""
package main
import ("bufio"; "encoding/json"; "fmt"; "net/url"; "os"; "strings")
func main() {
    in := bufio.NewScanner(os.Stdin)
    for in.Scan() {
        var text string
        json.Unmarshal(in.Bytes(), &text)
        parts := strings.Split(text, "\x00")
        parsed, err := url.Parse(parts[0])
        if err == nil && len(parts) > 1 && parts[1] != "" {
            base, _ := url.Parse(parts[1])
            parsed = base.ResolveReference(parsed)
        }
        if err != nil { fmt.Println("error " + err.Error()) } else if len(parts) > 1 { fmt.Println("ok " + parsed.Hostname()) } else { fmt.Println("ok " + parsed.String()) }
    }
}
"""

RUBY = r"""
require 'json'; require 'uri'; %s
$stdout.set_encoding('UTF-8'); $stdin.set_encoding('UTF-8')
$stdin.each_line do |line|
  reference, base = JSON.parse(line, quirks_mode: true).split("\0", -1)
  begin
    uri = base.to_s.empty? ? %s.parse(reference) : %s.join(base, reference)
    puts "ok #{base ? uri.host : uri.to_s}"
  rescue StandardError => error
    puts "error #{error.class}: #{error.message}"
  end
end
"""

PHP = r"""<?php
while (($line = fgets(STDIN)) !== false) {
    $parts = explode("\0", json_decode($line));
    if (count($parts) > 1) {
        $host = parse_url($parts[0], PHP_URL_HOST);
        echo $host === false ? "error parse_url() returns false" : "ok " . $host, "\n";
    } else {
        $made = filter_var($parts[0], FILTER_VALIDATE_URL);
        echo $made === false ? "error filter_var() returns false" : "ok " . $made, "\n";
    }
}
"""

PERL = r"""
use strict; use warnings; use utf8; use open qw(:std :utf8); use JSON::PP; use URI;
while (my $line = <STDIN>) {
    my ($reference, $base) = split /\0/, JSON::PP->new->allow_nonref->decode($line), -1;
    my $uri = eval { $base ? URI->new_abs($reference, $base) : URI->new($reference) };
    print $uri ? 'ok ' . (defined $base ? ($uri->can('host') ? $uri->host // '' : '') : $uri->as_string) : "error $@", "\n";
}
"""

SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType>
<xs:attribute name="href" type="xs:anyURI"/></xs:complexType></xs:element></xs:schema>"""

RELAX_NG = """<element name="r" xmlns="http://relaxng.org/ns/structure/1.0"
datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><attribute name="href"><data type="anyURI"/></attribute></element>"""

XERCES = r"""
import java.io.*; import javax.xml.*; import javax.xml.transform.stream.*; import javax.xml.validation.*;
public class Measure {
    public static void main(String[] args) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new File(args[0]));
        for (int i = 1; i < args.length; i++) {
            try { schema.newValidator().validate(new StreamSource(new File(args[i]))); System.out.println("ok "); }
            catch (Exception error) { System.out.println("error " + error.getMessage()); }
        }
    }
}
"""


def documents(directory, references, template='<?xml version="1.0" encoding="UTF-8"?>\n<r href="%s"/>\n'):
    paths = []
    for number, reference in enumerate(references):
        path = Path(directory) / ("%d.xml" % number)
        path.write_text(template % html.escape(reference), encoding="utf-8")
        paths.append(str(path))
    return paths


def schema_tool(schema, ask):
    """Makes a tool of a function from the paths of a schema and of documents to errors, or None."""
    def asked(references):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "schema.xml"
            path.write_text(schema, encoding="utf-8")
            errors = ask(str(path), documents(directory, references))
            names = re.compile(r"(?:file:)?/*%s/\d+\.xml" % re.escape(directory.strip("/")))
            return [(REFUSED, names.sub("file.xml", error)) if error else (OK, "") for error in errors]
    return asked


def xmllint(option):
    def ask(schema, paths):
        outputs = [run(["xmllint", "--noout", option, schema, path]) for path in paths]
        return [output.splitlines()[0] if status else None for status, output in outputs]
    return ask


def lxml_schema(schema, paths):
    from lxml import etree
    validator = etree.XMLSchema(etree.parse(schema))
    return [None if validator.validate(etree.parse(path)) else validator.error_log[0].message for path in paths]


def python_xmlschema(schema, paths):
    import xmlschema
    validator = xmlschema.XMLSchema(schema)
    errors = [next(validator.iter_errors(path), None) for path in paths]
    return [error and error.reason for error in errors]


def jing(schema, paths):
    outputs = [run(["jing", schema, path]) for path in paths]
    pick = lambda output: next((line for line in output.splitlines() if "error:" in line), output)
    return [pick(output) if status else None for status, output in outputs]


def xerces(schema, paths):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "Measure.java"
        path.write_text(XERCES)
        output = run(["java", str(path), schema, *paths])[1]
    return [line[6:] if line.startswith("error ") else None for line in output.splitlines()]


def vnu(jar):
    template = ('<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en">'
                "<head><title>t</title></head><body><p><a href=\"%s\">t</a></p></body></html>\n")
    def asked(references):
        results = []
        with tempfile.TemporaryDirectory() as directory:
            for path in documents(directory, references, template):
                xhtml = path.replace(".xml", ".xhtml")
                os.rename(path, xhtml)
                messages = json.loads(run(["java", "-jar", jar, "--format", "json", xhtml])[1])["messages"]
                messages = [message for message in messages if "href" in message["message"]]
                errors = [message["message"] for message in messages if message["type"] == "error"]
                # A warning does not make the document invalid.
                others = [message["message"] for message in messages if message["type"] != "error"]
                results.append((REFUSED, errors[0]) if errors else (CHANGED, "warns: " + others[0]) if others else (OK, ""))
        return results
    return asked


def rdflib_serialize(reference):
    """rdflib logs and then writes the triple, or raises."""
    import logging
    import rdflib
    seen = []
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(record.getMessage())
    logger = logging.getLogger("rdflib.term")
    logger.addHandler(handler)
    logger.propagate = False
    try:
        graph = rdflib.Graph()
        graph.add((rdflib.URIRef("http://example.org/s"), rdflib.URIRef("http://example.org/p"), rdflib.URIRef(reference)))
        graph.serialize(format="turtle")
    finally:
        logger.removeHandler(handler)
    if seen:
        raise ValueError(seen[0])


def urllib_opener(proxy):
    """Returns an opener that connects to the proxy as if it were the host: with a proxy urllib also sends fragments."""
    import http.client
    import urllib.request

    class Connection(http.client.HTTPConnection):
        def connect(self):
            self.sock = socket.create_connection(proxy.socket.getsockname())

    class Handler(urllib.request.HTTPHandler):
        def http_open(self, request):
            return self.do_open(Connection, request)

    return urllib.request.build_opener(Handler(), urllib.request.ProxyHandler({}))


def clients(proxy):
    """Programs and libraries that send a request."""
    environment = {"http_proxy": proxy.url, "no_proxy": "", "NO_PROXY": ""}

    def client(send):
        return lambda references: [outcome(*proxy.request(lambda: send(reference)), reference) for reference in references]

    def command(arguments, pick):
        def send(reference):
            status, output = run([*arguments, reference], env=environment)
            return pick(output) if status else None
        return send

    def library(get):
        def send(reference):
            try:
                get(reference)
            except Exception as error:
                return "%s: %s" % (type(error).__name__, error)
        return send

    first = lambda output: next((line for line in output.splitlines() if line.strip()), "")
    if version := version_of(["curl", "--version"], r"curl (\S+)"):
        yield "curl", version, client(command(["curl", "-sS", "-o", os.devnull, "-x", proxy.url], first))
    if version := version_of(["wget", "--version"], r"Wget (\S+)"):
        yield "wget", version, client(command(["wget", "-nv", "-t", "1", "-O", os.devnull], first))
    yield "Python urllib.request", sys.version.split()[0], client(library(urllib_opener(proxy).open))
    requests, version = python_module("requests")
    if requests:
        get = lambda reference: requests.get(reference, proxies={"http": proxy.url}, timeout=5)
        yield "requests", version, client(library(get))
    httpx, version = python_module("httpx")
    if httpx:
        yield "httpx", version, client(library(lambda reference: httpx.get(reference, proxy=proxy.url, timeout=5)))
    if version := version_of(["node", "--version"], r"v(\S+)"):
        def node(reference):
            with tempfile.TemporaryDirectory() as directory:
                path = Path(directory) / "measure.js"
                path.write_text(NODE_HTTP)
                return run(["node", str(path)], json.dumps(proxy.url + "\0" + reference) + "\n")[1].strip()
        yield "Node.js http.request", version, client(node)


def tools():
    """Yields the tools of the first page."""
    java = version_of(["java", "-version"], r'version "([^"]+)"')
    if version := version_of(["xmllint", "--version"], r"version (\d+)"):
        number = "%d.%d.%d" % (int(version) // 10000, int(version) // 100 % 100, int(version) % 100)
        yield "xmllint (XML Schema)", number, schema_tool(SCHEMA, xmllint("--schema"))
        yield "xmllint (RELAX NG)", number, schema_tool(RELAX_NG, xmllint("--relaxng"))
    lxml, version = python_module("lxml")
    if lxml:
        from lxml import etree
        yield "lxml (XML Schema)", "%s (libxml2 %s)" % (version, ".".join(map(str, etree.LIBXML_VERSION))), schema_tool(SCHEMA, lxml_schema)
    if java:
        yield "Xerces of the JDK (XML Schema)", java, schema_tool(SCHEMA, xerces)
    if shutil.which("jing"):
        yield "jing (RELAX NG)", version_of(["dpkg-query", "-W", "jing"], r"\t(\S+)") or "", schema_tool(RELAX_NG, jing)
    xmlschema, version = python_module("xmlschema")
    if xmlschema:
        yield "Python xmlschema", version, schema_tool(SCHEMA, python_xmlschema)
    jar = Path(os.environ.get("VNU_NODE_MODULES", "node_modules")) / "vnu-jar/build/dist/vnu.jar"
    if jar.is_file() and java:
        yield "Nu HTML Checker (XHTML)", version_of(["java", "-jar", str(jar), "--version"], r"(\d+\.\d+\.\d+)"), vnu(str(jar))
    rdflib, version = python_module("rdflib")
    if rdflib:
        yield "rdflib (Turtle)", version, each(rdflib_serialize)
    if java:
        yield "java.net.URI", java, from_lines(["java", "-Dfile.encoding=UTF-8"], JAVA, ".java")
    if version := version_of(["node", "--version"], r"v(\S+)"):
        yield "Node.js new URL()", version, from_lines(["node"], NODE, ".js")
    if version := version_of(["go", "version"], r"go(\d\S+)"):
        yield "Go net/url", version, from_lines(["go", "run"], GO, ".go", {"GO111MODULE": "off"})
    if version := version_of(["ruby", "--version"], r"ruby (\d+\.\d+\.\d+)"):
        yield "Ruby URI", version, from_lines(["ruby"], RUBY % ("", "URI", "URI"), ".rb")
    if version := version_of(["php", "--version"], r"PHP (\S+)"):
        yield "PHP filter_var", version, from_lines(["php"], PHP, ".php")
    if version := version_of(["perl", "-MURI", "-e", "print $URI::VERSION"], r"([\d.]+)"):
        yield "Perl URI", version, from_lines(["perl"], PERL, ".pl")
    rfc3986, version = python_module("rfc3986")
    if rfc3986:
        def validate(reference):
            from rfc3986 import validators
            parsed = rfc3986.uri_reference(reference)
            validators.Validator().require_presence_of("scheme").check_validity_of(
                "scheme", "userinfo", "host", "port", "path", "query", "fragment").validate(parsed)
        yield "Python rfc3986", version, each(validate)
    rfc3987, version = python_module("rfc3987")
    if rfc3987:
        yield "Python rfc3987", version, each(lambda reference: rfc3987.parse(reference, rule="IRI") and None)
    yarl, version = python_module("yarl")
    if yarl:
        yield "yarl", version, each(lambda reference: str(yarl.URL(reference)))
    yield from clients(Proxy())


def parsers():
    """Yields the parsers of the second page: functions from (reference, base) to a host."""
    import urllib.parse

    def library(ask):
        def asked(questions):
            answers = []
            for reference, base in questions:
                try:
                    answers.append(ask(reference, base) or "no host")
                except Exception:
                    answers.append("refuses")
            return answers
        return asked

    def program(arguments, source, suffix, env=None):
        def asked(questions):
            joined = [reference + "\0" + (base or "") for reference, base in questions]
            return ["refuses" if kind == "error" else text or "no host" for kind, text in lines(arguments, source, suffix, joined, env)]
        return asked

    if version := version_of(["node", "--version"], r"v(\S+)"):
        yield "Node.js (WHATWG)", version, program(["node"], NODE, ".js")
    if version := version_of(["curl", "--version"], r"curl (\S+)"):
        proxy = Proxy()
        def curl(reference, base):
            if base:
                return "–"
            kind, text = proxy.request(lambda: run(["curl", "-sS", "-g", "-o", os.devnull, "-x", proxy.url, reference])[1])
            if kind == "error":
                raise ValueError(text)
            return re.match(r"http://(?:[^/?#]*@)?([^/?#:]*)", text).group(1)
        yield "curl", version, library(curl)
    join = lambda reference, base: urllib.parse.urljoin(base, reference) if base else reference
    yield "Python urllib.parse", sys.version.split()[0], library(lambda reference, base: urllib.parse.urlsplit(join(reference, base)).hostname)
    requests, version = python_module("requests")
    if requests:
        def prepared(reference, base):
            import urllib3
            return urllib3.util.parse_url(requests.Request("GET", join(reference, base)).prepare().url).host
        yield "requests", version, library(prepared)
    if version := version_of(["go", "version"], r"go(\d\S+)"):
        yield "Go net/url", version, program(["go", "run"], GO, ".go", {"GO111MODULE": "off"})
    if version := version_of(["java", "-version"], r'version "([^"]+)"'):
        yield "java.net.URI", version, program(["java", "-Dfile.encoding=UTF-8"], JAVA, ".java")
    if version := version_of(["ruby", "--version"], r"ruby (\d+\.\d+\.\d+)"):
        yield "Ruby URI", version, program(["ruby"], RUBY % ("", "URI", "URI"), ".rb")
    if version := version_of(["perl", "-MURI", "-e", "print $URI::VERSION"], r"([\d.]+)"):
        yield "Perl URI", version, program(["perl"], PERL, ".pl")
    appendix_b = re.compile(r"^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.S)
    def regex(reference, base):
        if base:
            return "–"
        authority = appendix_b.match(reference).group(2)
        return authority and re.sub(r":\d*$", "", authority.rpartition("@")[2])
    yield "RFC 3986 appendix B", "regular expression", library(regex)


# ---- Markdown ----

def cell(text):
    return visible(text).replace("|", "\\|").replace("\n", " ")


def quoted(text, limit=170):
    """Returns a message as inline code on one line."""
    text = re.sub(r"\s+", " ", visible(text)).strip()
    text = text if len(text) <= limit else text[: limit - 1] + "…"
    return "``%s``" % text if "`" in text else "`%s`" % text


def today():
    return datetime.date.today().isoformat()


def broken_tools():
    asked = [(name, version, ask([reference for _, reference, _ in REFERENCES])) for name, version, ask in tools()]
    signs = {OK: "✓", CHANGED: "≠", REFUSED: "✗"}
    out = ["Measured on %s with %d tools." % (today(), len(asked)), ""]
    out += ["| | reference | problem | smallest grammar |", "|--|--|--|--|"]
    out += ["| %d | `%s` | %s | %s |" % (number, cell(reference), what, grammar)
            for number, (what, reference, grammar) in enumerate(REFERENCES, 1)]
    out += ["", "The columns of this table are the references above.", ""]
    out += ["| tool and version | %s |" % " | ".join(str(number) for number in range(1, len(REFERENCES) + 1))]
    out += ["|--" * (len(REFERENCES) + 1) + "|"]
    for name, version, results in asked:
        out.append("| %s %s | %s |" % (name, version, " | ".join(signs[kind] for kind, _ in results)))
    for number, (what, reference, _) in enumerate(REFERENCES, 1):
        out += ["", "### %d: %s" % (number, what.replace("`", "")), ""]
        answers = {}
        for name, _, results in asked:
            kind, text = results[number - 1]
            if kind != OK:
                answers.setdefault(text if kind == CHANGED else quoted(text), []).append(name)
        out += ["| tool | answer to `%s` |" % cell(reference), "|--|--|"]
        out += ["| %s | %s |" % (", ".join(names), answer.replace("|", "\\|")) for answer, names in answers.items()]
        silent = [name for name, _, results in asked if results[number - 1][0] == OK]
        out += ["", "Accepted unchanged by %s." % ", ".join(silent) if silent else "No tool accepted it unchanged."]
    return "\n".join(out)


def host_table():
    questions = [(reference, base) for _, reference, base in HOSTS]
    asked = [(name, version, ask(questions)) for name, version, ask in parsers()]
    out = ["Measured on %s. The base is `http://base.example/`. A dash means that the parser does not resolve." % today(), ""]
    for number, (what, reference, base) in enumerate(HOSTS):
        answers = {}
        for name, _, results in asked:
            if results[number] != "–":
                answers.setdefault(results[number], []).append(name)
        hosts = [answer for answer in answers if answer not in ("refuses", "no host")]
        out += ["### %s" % (what[0].upper() + what[1:]).replace("`", ""), "",
                "`%s`" % cell(reference) + (" with a base" if base else "") + ": %d host%s." % (len(hosts), "" if len(hosts) == 1 else "s"), "",
                "| host | parsers |", "|--|--|"]
        for answer, names in answers.items():
            shown = answer if answer in ("refuses", "no host") else "`%s`" % cell(answer)
            out.append("| %s | %s |" % (shown, ", ".join(names)))
        out.append("")
    out.append("Versions: %s." % "; ".join("%s %s" % (name, version) for name, version, _ in asked))
    return "\n".join(out)


def replace_between_marks(path, name, text):
    page = path.read_text(encoding="utf-8")
    opening, closing = "<!-- %s" % name, "<!-- /%s -->" % name
    before, rest = page.split(opening, 1)
    mark, rest = rest.split("-->\n", 1)
    after = rest.split(closing, 1)[1]
    path.write_text("%s%s%s-->\n\n%s\n\n%s%s" % (before, opening, mark, text, closing, after), encoding="utf-8")


def main():
    pages = [("broken-tools.md", "tools", broken_tools), ("parsers.md", "hosts", host_table)]
    for page, name, table in pages:
        if "--write" in sys.argv[1:]:
            replace_between_marks(DOCS / page, name, table())
        else:
            print("# %s\n\n%s\n" % (page, table()))


if __name__ == "__main__":
    main()
