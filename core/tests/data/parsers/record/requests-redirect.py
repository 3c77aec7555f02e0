"""Writes what requests makes of the references of standard input: a base stands for the URL that redirects."""

import json
import sys
from urllib.parse import urljoin, urlparse

import requests
from requests.exceptions import RequestException
from requests.utils import requote_uri

SESSION = requests.Session()


def target(reference, base):
    if not base:
        return requests.Request("GET", reference).prepare().url
    # The steps of SessionRedirectMixin.resolve_redirects.
    if reference.startswith("//"):
        reference = urlparse(base).scheme + ":" + reference
    parsed = urlparse(reference)
    quoted = requote_uri(parsed.geturl())
    return quoted if parsed.netloc else urljoin(base, quoted)


def components(reference, base):
    try:
        text = target(reference, base)
        SESSION.get_adapter(text)
        url = urlparse(text)
        return {
            "scheme": url.scheme,
            "userinfo": url.netloc.rpartition("@")[0] if "@" in url.netloc else None,
            "host": url.hostname,
            "port": url.port,
            "path": url.path,
            "query": url.query,
            "fragment": url.fragment,
        }
    except (ValueError, RequestException) as error:
        return {"error": str(error)}


for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps(components(row["reference"], row["base"])))
