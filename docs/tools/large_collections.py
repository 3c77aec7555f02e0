"""Measures the programs of docs/batch.md: the pipeline of one machine, and Spark.

    pip install pyspark                                  # needs Java 17 or later
    python docs/tools/large_collections.py target/release/iri-inspect 300000 1000000
    python docs/tools/large_collections.py target/release/iri-inspect --documents DIRECTORY

The references are the same in each run. Both ways must count the same findings. Processor time is that of all processes that a
run starts, which is why this program adopts those whose parents have ended. Works on Linux.
"""

import ctypes
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "batch.md"
PIECES = ["a", "b/c", "?q=1", "#part", "\u00e9", "%20", "%7E", " ", "|", "%zz", "\u05d0", "/../", ".html", "{x}", "2026"]
PROGRAMS = {"pyspark.daemon": "Python worker", "java ": "Java", "iri-inspect ": "iri-inspect"}
TICKS = os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36


def references(count):
    """About 30 bytes each; of ten, six have findings."""
    source = random.Random(3987)
    for _ in range(count):
        yield "http://example.org/" + "".join(source.choices(PIECES, k=source.randint(1, 5)))


def programs():
    """The programs of the page, in its order: references, documents."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


def processes():
    """The processes that this one started, and those that they started: title, seconds of processors, peak memory in MiB."""
    known, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            status = (folder / "status").read_text()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        peak = re.search(r"VmHWM:\s*(\d+)", status)
        title = next((title for part, title in PROGRAMS.items() if part in command), "other")
        process = int(folder.name)
        parents[process] = int(stat[1])
        known[process] = title, (int(stat[11]) + int(stat[12])) / TICKS, int(peak[1]) // 1024 if peak else 0
    own = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in own} - own:
        own |= more
    return {process: known[process] for process in own - {os.getpid()}}


def run(command, environment):
    """Runs a command. Returns its output, the elapsed time, the processor time of all its processes, and peaks of memory.

    Spark ignores the ends of its Python workers, so the system does not count their time: it is looked up while they run.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seen, memory, is_done = {}, {}, threading.Event()

    def watch():
        while not is_done.wait(0.05):
            for process, (title, seconds, peak) in processes().items():
                seen[process] = seconds
                memory[title] = max(memory.get(title, 0), peak)

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.monotonic()
    program = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    elapsed = time.monotonic() - start
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    is_done.set()
    watcher.join()
    # 2: some files cannot be checked.
    if program.returncode not in (0, 2):
        sys.exit(program.stderr.decode(errors="replace"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory.pop("other", None)
    return program.stdout.decode(), elapsed, max(used, sum(seen.values())), memory


def counts(output):
    """Findings by rule, of `iri-inspect` or of a program of the page."""
    reports = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    lines = re.findall(r"^(\d+) ([a-z0-9-]+)$", output, re.M)
    found = [(report["rule"], report["count"]) for report in reports] + [(rule, int(count)) for count, rule in lines]
    return {rule: count for rule, count in found if not rule.startswith("partitions-")}


def compare(program, title, pipeline, spark, argument, environment):
    output, elapsed, used, memory = run([program, *pipeline], environment)
    expected = counts(output)
    print(f"{title}: {sum(expected.values())} findings")
    print(f"  {'iri-inspect':20} {elapsed:7.1f} s elapsed {used:7.1f} s of processors", memory, flush=True)
    for partitions in (1, 2):
        command = [sys.executable, spark, argument, str(partitions)]
        output, elapsed, spark_used, memory = run(command, environment)
        name = f"Spark, {partitions} partition{'s' * (partitions > 1)}"
        print(f"  {name:20} {elapsed:7.1f} s elapsed {spark_used:7.1f} s of processors, ratio {spark_used / used:.1f}", memory)
        assert counts(output) == expected, (output, expected)
        sys.stdout.flush()


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    program = Path(sys.argv[1]).resolve()
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYSPARK_PYTHON": sys.executable}
    with tempfile.TemporaryDirectory() as folder:
        recipes = [Path(folder, name) for name in ("references.py", "documents.py")]
        for recipe, text in zip(recipes, programs(), strict=True):
            recipe.write_text(text, encoding="utf-8")
        if sys.argv[2] == "--documents":
            directory = str(Path(sys.argv[3]).resolve())
            pipeline = ["check", "--statistics", "--format", "json", "--fail-on", "never", directory]
            compare(program, directory, pipeline, recipes[1], directory, environment)
            return
        for count in map(int, sys.argv[2:]):
            file = Path(folder, "references.txt")
            file.write_text("".join(f"{line}\n" for line in references(count)), encoding="utf-8")
            pipeline = ["show", "--statistics", "--format", "json", "--from", str(file)]
            title = f"{count} references, {file.stat().st_size / 1e6:.1f} MB"
            compare(program, title, pipeline, recipes[0], str(file), environment)


if __name__ == "__main__":
    main()
