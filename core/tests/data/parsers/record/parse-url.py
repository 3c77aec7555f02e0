"""Writes what urllib3.util.parse_url makes of the references of standard input. It resolves nothing."""

import json
import sys

from urllib3.exceptions import HTTPError
from urllib3.util import parse_url


def components(reference, base):
    if base:
        return {"unread": True}
    try:
        url = parse_url(reference)
    except (HTTPError, ValueError) as error:
        return {"error": str(error)}
    return {
        "scheme": url.scheme,
        "userinfo": url.auth,
        "host": url.host,
        "port": url.port,
        "path": url.path or "",
        "query": url.query,
        "fragment": url.fragment,
    }


for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps(components(row["reference"], row["base"])))
