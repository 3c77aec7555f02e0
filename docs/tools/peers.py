#!/usr/bin/env python3
"""Compares the speed of `check` with xmllint, and that of the library with other crates, and prints tables in Markdown.

    cargo build --release
    python3 docs/tools/peers.py DIRECTORY...

The XML files in the directories are those that `iri-inspect check --list-files` finds. Both programs get the same list,
three times in turn; the table has the lowest processor time of each. `xmllint --noout` only parses, while `check` also
runs all rules. The crates are compared by `cargo bench -p iri-core --bench references`; without a directory, only they are.

A peer that is not installed is reported as missing. Nothing is downloaded.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "target" / "release" / "iri-inspect"
ROUNDS = 3
ARGUMENTS = 100_000  # bytes of paths for one run of xmllint, below the limit of all systems

BENCH = ["cargo", "bench", "--locked", "--offline", "-p", "iri-core", "--bench", "references"]
CONTENDER = re.compile(r"^(\S+)\s+(\S.*?)\s+([\d.]+) ns\s+([\d.]+) x oxiri$", re.M)


def output(command):
    """Returns standard output and standard error of a command that must succeed."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def seconds(command):
    """Returns the processor time of a command, which may report errors in the files."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        raise RuntimeError(f"{command[0]} was ended by signal {-process.returncode}")
    return usage.ru_utime + usage.ru_stime


def listed(program, directories):
    """Returns the paths of the XML files that `check` finds."""
    # xmllint does not know "--", so no path may start with a hyphen.
    directories = map(os.path.abspath, directories)
    command = [program, "check", "--no-config", "--list-files", "--null", *directories]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [path for path in done.stdout.split(b"\0") if path]


def batches(paths):
    """Yields the paths in lists that fit on a command line."""
    batch, size = [], 0
    for path in paths:
        if batch and size + len(path) > ARGUMENTS:
            yield batch
            batch, size = [], 0
        batch.append(path)
        size += len(path) + 1
    if batch:
        yield batch


def xmllint_version():
    number = int(re.search(r"version (\d+)", output(["xmllint", "--version"]))[1])
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def files_table(program, directories):
    paths = listed(program, directories)
    if not paths:
        sys.exit("peers.py: no XML files found")
    size = sum(os.path.getsize(path) for path in paths)
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "files")
        names.write_bytes(b"".join(path + b"\0" for path in paths))
        check = [program, "check", "--threads", "1", "--no-config", "--files-from", names, "--null"]
        version = output([program, "--version"]).split()[-1]
        contenders = [(f"iri-inspect check --threads 1 ({version})", lambda: seconds(check))]
        if shutil.which("xmllint"):
            # Without --nonet, xmllint may ask the network for external entities.
            lint = ["xmllint", "--noout", "--nonet"]
            # A wrong option would also end with an error, like a file that is not well-formed, but much sooner.
            well_formed = Path(folder, "well-formed.xml")
            well_formed.write_text("<a/>", encoding="utf-8")
            output([*lint, well_formed])
            contenders.append((
                f"xmllint --noout ({xmllint_version()})",
                lambda: sum(seconds([*lint, *batch]) for batch in batches(paths)),
            ))
        best = [min(times) for times in zip(*([run() for _, run in contenders] for _ in range(ROUNDS)))]
    lines = [f"{len(paths):,} XML files, {size / 1e6:,.1f} MB, one thread, lowest processor time of {ROUNDS} runs:", ""]
    lines += ["| program | time | MB per second | ratio |", "|--|--|--|--|"]
    for (name, _), time in zip(contenders, best):
        lines.append(f"| {name} | {time:.2f} s | {size / 1e6 / max(time, 1e-3):,.0f} | {time / max(best[0], 1e-3):.2f} |")
    if len(contenders) == 1:
        lines.append("| xmllint | missing: not installed | | |")
    return lines


def crate_version(name):
    """Returns the version of a crate in Cargo.lock."""
    found = re.search(rf'name = "{re.escape(name)}"\nversion = "([^"]+)"', (ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    return found[1] if found else "unknown version"


def crates_table():
    if not shutil.which("cargo"):
        return ["The crates are missing: cargo is not installed."]
    printed = output(BENCH)
    rows = CONTENDER.findall(printed)
    if not rows:
        raise RuntimeError(f"the benchmark printed no times:\n{printed}")
    heading = next(line for line in printed.splitlines() if "references of" in line)
    lines = [f"{heading}, {output(['rustc', '--version']).split(' (')[0]}:", ""]
    lines += ["| crate | work | time per reference | ratio |", "|--|--|--|--|"]
    for name, work, time, ratio in rows:
        lines.append(f"| {name} {crate_version(name)} | {work} | {float(time):,.0f} ns | {ratio} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description="Compares the speed with that of other tools.")
    parser.add_argument("directories", metavar="DIRECTORY", nargs="*", help="directory with XML files for check and xmllint")
    parser.add_argument("--program", default=BUILT, help="iri-inspect to measure [default: target/release/iri-inspect]")
    parser.add_argument("--no-crates", action="store_true", help="do not run the benchmark of the crates")
    arguments = parser.parse_args()
    if arguments.directories:
        program = shutil.which(arguments.program)
        if not program:
            sys.exit(f"peers.py: {arguments.program} is missing; run 'cargo build --release'")
        print("\n".join(files_table(program, arguments.directories)), end="\n\n")
    if not arguments.no_crates:
        print("\n".join(crates_table()))


if __name__ == "__main__":
    main()
