r"""Verifies the journals of a bucket on a Dask cluster.

    python fleet.py tcp://scheduler:8786 s3://sessions/2026 s3://results/build-812 \
        --tool /usr/local/bin/steps-log --format markdown -- --timeout 5s

A task verifies a chunk of journals with one `verify --batch`, and writes the result lines as one object. It returns
counts alone, so the scheduler's memory doesn't grow with the number of journals. A task can run again at any time: it
writes the same object. At the end, `merge` makes one report of all objects. Options after `--` are those of `verify`.

Workers need this file's packages, the tool at the same path, and access to both buckets.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from uuid import uuid4

from dask.distributed import Client, as_completed, get_worker
from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem


@dataclass(frozen=True)
class Run:
    """What every task needs."""

    journals: str
    results: str
    tool: str
    options: tuple[str, ...]

    def result(self, chunk: int) -> str:
        """The object with the results of a chunk."""
        return f"{self.results.rstrip('/')}/{chunk:06}.ndjson"


@dataclass
class Tally:
    """What a task passes on: numbers, however many journals it verified."""

    statuses: Counter[str] = field(default_factory=Counter)
    fetching: float = 0
    verifying: float = 0

    def add(self, other: "Tally") -> None:
        """Adds the numbers of another task."""
        self.statuses += other.statuses
        self.fetching += other.fetching
        self.verifying += other.verifying


def is_plain(key: str) -> bool:
    """Whether a key names a journal, and a file of this name stays in its folder. Keys may come from strangers."""
    *folders, name = key.split("/")
    if not name.endswith(".jsonl") or any(folder.endswith(".jsonl") for folder in folders):
        return False  # A key can begin with another journal's key. A file can't be in another file.
    return not any(part in {"", ".", ".."} or "\0" in part or len(os.fsencode(part)) > 255 for part in [*folders, name])


def list_journals(url: str) -> dict[str, int]:
    """Lists the journals below a URL: their sizes by their keys, which are relative to the URL."""
    files, root = url_to_fs(url)
    found = files.find(root, detail=True)
    sizes = {path.removeprefix(f"{root.rstrip('/')}/"): int(info["size"]) for path, info in found.items()}
    for key in sizes:
        if key.endswith(".jsonl") and not is_plain(key):
            print(f"not verified, because no file can have this name: {key!r}", file=sys.stderr)
    return {key: size for key, size in sizes.items() if is_plain(key)}


def chunks(sizes: dict[str, int], most: int, most_bytes: int) -> Iterator[list[str]]:
    """Divides journals into chunks, the same each time."""
    chunk: list[str] = []
    total = 0
    for key, size in sorted(sizes.items()):
        if chunk and (len(chunk) >= most or total + size > most_bytes):
            yield chunk
            chunk, total = [], 0
        chunk.append(key)
        total += size
    if chunk:
        yield chunk


def verify(run: Run, number: int, keys: list[str]) -> Tally:
    """Verifies a chunk, on a worker."""
    journals, root = url_to_fs(run.journals)
    # Dask removes what a killed worker leaves in its folder.
    with TemporaryDirectory(dir=get_worker().local_directory) as folder:
        began = time.monotonic()
        is_local = isinstance(journals, LocalFileSystem)
        if not is_local:
            journals.get([f"{root}/{key}" for key in keys], [f"{folder}/{key}" for key in keys])
        fetched = time.monotonic()
        # Paths are relative, so that results are the same on each worker.
        batch = subprocess.run(
            [run.tool, "verify", "--batch", "--jobs", "1", *run.options],
            input="".join(json.dumps({"id": key, "path": key}) + "\n" for key in keys).encode(),
            stdout=subprocess.PIPE,
            cwd=root if is_local else folder,
            check=True,
        )
        verified = time.monotonic()
    results, path = url_to_fs(run.result(number))
    results.pipe_file(path, batch.stdout)
    statuses = Counter(json.loads(line)["status"] for line in batch.stdout.splitlines())
    return Tally(statuses, fetched - began, verified - fetched)


def verify_all(client: Client, run: Run, parts: list[list[str]]) -> tuple[Tally, list[int]]:
    """Verifies all chunks; returns the numbers, and the chunks without a result."""
    total = Tally()
    failed: list[int] = []
    name = f"verify-{uuid4().hex}"
    running = as_completed()

    def take() -> None:
        future = next(running)
        try:
            total.add(future.result())
        except Exception as error:  # Whatever it is, the other chunks go on.
            number = int(future.key.removeprefix(f"{name}-"))
            print(f"chunk {number} failed: {error}", file=sys.stderr)
            failed.append(number)

    # The scheduler knows a few chunks at a time, not all.
    limit = 4 * sum(client.nthreads().values())
    for number, keys in enumerate(parts):
        if running.count() >= limit:
            take()
        # Dask runs a chunk again if its worker was killed; with retries, also if it can't reach the bucket.
        running.add(client.submit(verify, run, number, keys, key=f"{name}-{number}", retries=3))
    while running.count():
        take()
    return total, failed


def merge(run: Run, numbers: list[int], output_format: str) -> int:
    """Prints one report of the results; returns its exit code."""
    with subprocess.Popen([run.tool, "merge", "-", "--format", output_format], stdin=subprocess.PIPE) as process:
        assert process.stdin
        for number in numbers:
            results, path = url_to_fs(run.result(number))
            process.stdin.write(results.cat_file(path))
        process.stdin.close()
    return process.returncode


def main() -> int:
    """Verifies, reports, and returns the report's exit code; 2 if a chunk has no result."""
    parser = argparse.ArgumentParser(
        description="Verify the journals of a bucket on a Dask cluster.",
        usage="%(prog)s [options] scheduler journals results [-- options of 'reduxlog verify']",
    )
    parser.add_argument("scheduler", help="the address of the scheduler, such as tcp://scheduler:8786")
    parser.add_argument("journals", help="the folder of the journals, such as s3://sessions/2026")
    parser.add_argument("results", help="an existing folder or bucket for the result lines, one object per chunk")
    parser.add_argument("--tool", default="reduxlog", help="a tool with the app's reducers, at this path everywhere")
    parser.add_argument("--format", default="human", help="the format of the report: see 'reduxlog help merge'")
    parser.add_argument("--chunk", type=int, default=100, help="the most journals in a chunk")
    parser.add_argument("--chunk-bytes", type=int, default=64 << 20, help="the most bytes in a chunk of several")
    words = [*sys.argv[1:], "--"]
    end = words.index("--")
    arguments = parser.parse_args(words[:end])
    run = Run(arguments.journals, arguments.results, arguments.tool, tuple(words[end + 1 : -1]))
    with Client(arguments.scheduler) as client:
        began = time.monotonic()
        parts = list(chunks(list_journals(run.journals), arguments.chunk, arguments.chunk_bytes))
        total, failed = verify_all(client, run, parts)
        elapsed = time.monotonic() - began
    print(
        f"{total.statuses.total()} journals in {elapsed:.2f} s; "
        f"workers fetched for {total.fetching:.2f} s and verified for {total.verifying:.2f} s",
        file=sys.stderr,
    )
    code = merge(run, [number for number in range(len(parts)) if number not in failed], arguments.format)
    return 2 if failed else code


if __name__ == "__main__":
    sys.exit(main())
