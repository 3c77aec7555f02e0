"""Writes what libcurl makes of the references of standard input.

The arguments are the shared libraries: libcurl without IDN, and optionally libidn2. With that, a host is converted as curl
does it when it is built with libidn2 (`idn_decode` in its file `lib/idn.c`).
"""

import ctypes
import json
import sys

LIB = ctypes.CDLL(sys.argv[1])
LIB.curl_url.restype = ctypes.c_void_p
LIB.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
LIB.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
LIB.curl_url_cleanup.argtypes = [ctypes.c_void_p]
LIB.curl_free.argtypes = [ctypes.c_void_p]

IDN = ctypes.CDLL(sys.argv[2]) if len(sys.argv) > 2 else None
NFC_INPUT, TRANSITIONAL, NONTRANSITIONAL = 1, 4, 8

URL, SCHEME, USER, PASSWORD, OPTIONS, HOST, PORT, PATH, QUERY, FRAGMENT, ZONE = range(11)
NON_SUPPORT_SCHEME, GUESS_SCHEME = 1 << 3, 1 << 9


def get(handle, part):
    value = ctypes.c_void_p()
    if LIB.curl_url_get(handle, part, ctypes.byref(value), 0):
        return None
    text = ctypes.string_at(value.value)
    LIB.curl_free(value)
    return text.decode("utf-8", "backslashreplace")


def userinfo(handle):
    user, password, options = (get(handle, part) for part in (USER, PASSWORD, OPTIONS))
    parts = [("", user or ""), (":", password), (";", options)]
    found = [delimiter + part for delimiter, part in parts if part != None]
    return "".join(found) if (user, password) != (None, None) else None


def looked_up(name):
    """Returns the name for DNS; None if libidn2 rejects it."""
    for flags in (NFC_INPUT | NONTRANSITIONAL, TRANSITIONAL):
        found = ctypes.c_void_p()
        if not IDN.idn2_lookup_u8(name.encode(), ctypes.byref(found), flags):
            text = ctypes.string_at(found.value).decode()
            IDN.idn2_free(found)
            return text or None
    return None


def host(handle):
    name, zone = get(handle, HOST), get(handle, ZONE)
    return name[:-1] + "%25" + zone + "]" if name and zone and name.endswith("]") else name or None


def components(reference, base):
    if "\0" in reference:
        return {"unread": True}
    handle = LIB.curl_url()
    try:
        if not base:
            failed = LIB.curl_url_set(handle, URL, reference.encode(), NON_SUPPORT_SCHEME | GUESS_SCHEME)
        else:
            failed = LIB.curl_url_set(handle, URL, base.encode(), 0)
            failed = failed or LIB.curl_url_set(handle, URL, reference.encode(), 0)
        if failed:
            return {"error": failed}
        name = host(handle)
        if IDN and name and not name.isascii():
            # Bytes that are not UTF-8 have no name.
            name = looked_up(name) if "\\x" not in name else None
            if not name:
                return {"error": "idn"}
        return {
            "scheme": get(handle, SCHEME),
            "userinfo": userinfo(handle),
            "host": name,
            "port": get(handle, PORT),
            "path": get(handle, PATH),
            "query": get(handle, QUERY),
            "fragment": get(handle, FRAGMENT),
        }
    finally:
        LIB.curl_url_cleanup(handle)


for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps(components(row["reference"], row["base"])))
