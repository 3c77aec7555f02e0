"""Writes what urllib.parse makes of the references of standard input."""

import json
import sys
from urllib.parse import urljoin, urlsplit


def components(reference, base):
    try:
        url = urlsplit(urljoin(base, reference) if base else reference)
        return {
            "scheme": url.scheme,
            "userinfo": url.netloc.rpartition("@")[0] if "@" in url.netloc else None,
            "host": url.hostname,
            "port": url.port,
            "path": url.path,
            "query": url.query,
            "fragment": url.fragment,
        }
    except ValueError as error:
        return {"error": str(error)}


for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps(components(row["reference"], row["base"])))
