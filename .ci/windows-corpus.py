"""windows-corpus.py PROGRAM CORPUS COPY: copies the files of CORPUS on which two systems are compared.

Windows finds the file of a reference that names it in another case, and other systems do not: their findings differ, as they
should. In COPY such a file has also the name in the reference, so that every system finds it, and any difference is a defect.
"""

import json
import os
import shutil
import subprocess
import sys
from urllib.parse import unquote

PROGRAM, CORPUS, COPY = map(os.path.abspath, sys.argv[1:4])
LOST = {"missing-target", "schema-not-loaded"}


def in_any_case(path):
    """Returns the existing path that differs from `path` at most in case, or None."""
    found = COPY
    for name in path.split("/"):
        names = os.listdir(found) if os.path.isdir(found) else []
        same = [other for other in names if other.lower() == name.lower()]
        if not same:
            return None
        found = os.path.join(found, name if name in same else same[0])
    return found


def lost_names():
    """Returns the paths in COPY that references name and that do not exist."""
    # The status is 2 if a file cannot be read.
    done = subprocess.run([PROGRAM, "check", "--links", "--exit-zero", "--format", "json", "--no-ignore", "--max-findings", "none",
                           "."], cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    for finding in map(json.loads, done.stdout.splitlines()):
        if finding["rule"] in LOST:
            name = unquote(finding["site"]["value"].strip().split("#")[0].split("?")[0])
            yield os.path.normpath(os.path.join(os.path.dirname(finding["path"]), name))


def add(old, new):
    """Gives a file another name, or copies it if its disk is another one. Only reads follow."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


shutil.rmtree(COPY, ignore_errors=True)
shutil.copytree(CORPUS, COPY, symlinks=True, copy_function=add)
# A walk does not follow links, but wine takes them for files.
for folder, folders, names in os.walk(COPY):
    for path in (os.path.join(folder, name) for name in folders + names):
        if os.path.islink(path):
            os.remove(path)
added = set()
# A file that is found now may name others.
while True:
    new = {path: found for path in set(lost_names()) if path not in added and (found := in_any_case(path))}
    for path, found in new.items():
        target = os.path.join(COPY, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(found):
            shutil.copytree(found, target, copy_function=add)
        else:
            add(found, target)
    if not new:
        break
    added |= set(new)
print(f"{len(added)} files that references name in another case")
