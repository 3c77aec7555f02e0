"""Writes what libcurl makes of the references of standard input. The argument is the shared library."""

import ctypes
import json
import sys

LIB = ctypes.CDLL(sys.argv[1])
LIB.curl_url.restype = ctypes.c_void_p
LIB.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
LIB.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
LIB.curl_url_cleanup.argtypes = [ctypes.c_void_p]
LIB.curl_free.argtypes = [ctypes.c_void_p]

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
        return {
            "scheme": get(handle, SCHEME),
            "userinfo": userinfo(handle),
            "host": host(handle),
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
