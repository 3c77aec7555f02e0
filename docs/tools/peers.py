#!/usr/bin/env python3
"""Compares the speed of `check` with other checkers, and that of the library with other crates, and prints tables in Markdown.

    cargo build --release
    python3 docs/tools/peers.py [--vnu vnu.jar] [--schema SCHEMA] DIRECTORY...

The XML files in the directories are those that `iri-inspect check --list-files` finds. All programs get the same list,
three times in turn; the table has the lowest processor time of each. `xmllint --noout` only parses, while `check` also
runs all rules. The Nu Html Checker (`--vnu`) and the Python package xmlschema (`--schema`) validate, which takes longer, so
they get a sample of the files, in one process each.

The crates are compared by the benchmarks of iri-core: quick-xml on the documents of the first directory, the others on
references. Without a directory, only the latter are.

A peer that is not installed is reported as missing. Nothing is downloaded.
"""

import argparse
import importlib.metadata
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

SAMPLE = 300  # files for the validators

BENCH = ["cargo", "bench", "--locked", "--offline", "-p", "iri-core", "--bench"]
DOCUMENTS = re.compile(r"^given: (\d+) documents, (\d+) MB: tokens (\d+) MB/s, findings (\d+) MB/s", re.M)
CONTENDER = re.compile(r"^(\S+)\s+(\S.*?)\s+([\d.]+) ns\s+([\d.]+) x oxiri$", re.M)


def output(command, **variables):
    """Returns standard output and standard error of a command that must succeed."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
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


def measured(title, paths, contenders, missing):
    """Returns the table of contenders: names and functions that return a time. The first one is ours."""
    size = sum(os.path.getsize(path) for path in paths)
    best = [min(times) for times in zip(*([run() for _, run in contenders] for _ in range(ROUNDS)))]
    lines = [f"{title}, {size / 1e6:,.1f} MB, one thread, lowest processor time of {ROUNDS} runs:", ""]
    lines += ["| program | time | MB per second | ratio |", "|--|--|--|--|"]
    for (name, _), time in zip(contenders, best):
        lines.append(f"| {name} | {time:.2f} s | {size / 1e6 / max(time, 1e-3):,.0f} | {time / max(best[0], 1e-3):.2f} |")
    return lines + [f"| {name} | missing: {reason} | | |" for name, reason in missing]


def our_check(program, paths, folder):
    names = Path(folder, "files")
    names.write_bytes(b"".join(path + b"\0" for path in paths))
    check = [program, "check", "--threads", "1", "--no-config", "--files-from", names, "--null"]
    version = output([program, "--version"]).split()[-1]
    return f"iri-inspect check --threads 1 ({version})", lambda: seconds(check)


def files_table(program, paths):
    with tempfile.TemporaryDirectory() as folder:
        contenders, missing = [our_check(program, paths, folder)], []
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
        else:
            missing.append(("xmllint", "not installed"))
        return measured(f"{len(paths):,} XML files", paths, contenders, missing)


def validators_table(program, paths, jar, schema):
    """Compares validators on a sample of the files."""
    sample = paths[:: max(1, len(paths) // SAMPLE)][:SAMPLE]
    with tempfile.TemporaryDirectory() as folder:
        contenders, missing = [our_check(program, sample, folder)], []
        if jar and shutil.which("java"):
            vnu = ["java", "-jar", jar]
            version = output([*vnu, "--version"]).split()[0]
            checks = [*vnu, "--exit-zero-always", "--also-check-svg", "--stdout"]
            contenders.append((f"Nu Html Checker ({version})", lambda: seconds([*checks, *sample])))
        else:
            missing.append(("Nu Html Checker", "--vnu is not set" if not jar else "java is not installed"))
        validate = shutil.which("xmlschema-validate")
        if schema and validate:
            contenders.append((
                f"xmlschema-validate ({package_version('xmlschema')})", lambda: seconds([validate, "--schema", schema, *sample])))
        else:
            missing.append(("xmlschema", "--schema is not set" if not schema else "not installed"))
        return measured(f"Sample of {len(sample):,} XML files", sample, contenders, missing)


def package_version(name):
    """Returns the version of a Python package, which may be installed for another Python."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "unknown version"


def documents_table(directory):
    """Compares the tokens of quick-xml with the findings of the library in the same documents, without reading files."""
    if not shutil.which("cargo"):
        return ["quick-xml is missing: cargo is not installed."]
    found = DOCUMENTS.search(output([*BENCH, "documents"], IRI_DOCUMENTS=os.path.abspath(directory)))
    if not found:
        return ["quick-xml is not compared: the documents of the first directory are too small."]
    count, size, tokens, findings = map(int, found.groups())
    return [
        f"{count:,} XML documents in memory, {size} MB:", "", "| crate | work | MB per second | ratio |", "|--|--|--|--|",
        f"| iri-core {crate_version('iri-core')} | references and findings | {findings} | 1.00 |",
        f"| quick-xml {crate_version('quick-xml')} | tokens with namespaces | {tokens} | {findings / max(tokens, 1):.2f} |",
    ]


def crate_version(name):
    """Returns the version of a crate in Cargo.lock."""
    found = re.search(rf'name = "{re.escape(name)}"\nversion = "([^"]+)"', (ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    return found[1] if found else "unknown version"


def crates_table():
    if not shutil.which("cargo"):
        return ["The crates are missing: cargo is not installed."]
    printed = output([*BENCH, "references"])
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
    parser.add_argument("directories", metavar="DIRECTORY", nargs="*", help="directory with XML files")
    parser.add_argument("--program", default=BUILT, help="iri-inspect to measure [default: target/release/iri-inspect]")
    parser.add_argument("--vnu", metavar="JAR", help="Nu Html Checker to compare with")
    parser.add_argument("--schema", metavar="FILE", help="XML Schema for the Python package xmlschema, to compare with it")
    parser.add_argument("--no-crates", action="store_true", help="do not run the benchmark of the crates")
    arguments = parser.parse_args()
    if arguments.directories:
        program = shutil.which(arguments.program)
        if not program:
            sys.exit(f"peers.py: {arguments.program} is missing; run 'cargo build --release'")
        paths = listed(program, arguments.directories)
        if not paths:
            sys.exit("peers.py: no XML or RDF files found")
        print("\n".join(files_table(program, paths)), end="\n\n")
        print("\n".join(validators_table(program, paths, arguments.vnu, arguments.schema)), end="\n\n")
        if not arguments.no_crates:
            print("\n".join(documents_table(arguments.directories[0])), end="\n\n")
    if not arguments.no_crates:
        print("\n".join(crates_table()))


if __name__ == "__main__":
    main()
