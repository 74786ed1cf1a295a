"""Measures how many of the mutants `explore` finds, and after how many actions.

    trial.py explore [--runs 120] [--then 620] [--seeds 3] [-o out.json] [-- OPTIONS OF EXPLORE…]
    trial.py compare a.json b.json
    trial.py build

Each mutant explores its sample's sessions `--against` the tool without a mutant, once per seed. A switch of `explore`
is measured by two runs, such as one with `-- --without ids`, and a comparison of their files.
"""

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from binaries import BASE, Binaries
from mutants import MUTANTS, ROOT, Mutant, named

SCHEMA = "reduxlog.mutants/1"
# Twice as long as the slowest run that was seen with 2,000 sessions in a debug build.
LIMIT = 1800


@dataclass(frozen=True)
class Result:
    """What one `explore` found.

    `session` is the first one in which a finding showed, counted from 0, and `until` the number of actions up to its
    end. `explore` counts only the actions of all sessions, so `until` takes sessions to be equally long. `smallest` is
    the number of actions of the smallest finding. `error` says why the command failed, which should never happen.
    """

    mutant: str
    seed: int
    session: int | None
    until: int | None
    smallest: int | None
    kinds: list[str]
    sessions: int
    actions: int
    seconds: float
    error: str | None = None


class Explorer:
    """Runs `explore` with tools that differ in a mutant."""

    def __init__(self, base: Path, runs: list[int], extra: list[str]) -> None:
        self.runs = runs
        self.options = ["--against", str(base), "--jobs", "1", "--timeout", "5s", *extra]

    def run(self, name: str, sample: str, tool: Path, seed: int) -> Result:
        """Explores a sample's sessions: more of them, which begin with the same ones, while nothing is found."""
        for runs in self.runs:
            result = self._explore(name, sample, tool, seed, runs)
            if result.session is not None or result.error:
                break
        return result

    def _explore(self, name: str, sample: str, tool: Path, seed: int, runs: int) -> Result:
        command = [str(tool), "explore", f"Samples/{sample}/Sessions", "--seed", str(seed), "--format", "json"]
        command += ["--runs", str(runs)]
        command += self.options
        began = time.monotonic()
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return Result(name, seed, None, None, None, [], 0, 0, LIMIT, f"{' '.join(command)} takes too long")
        seconds = time.monotonic() - began
        if done.returncode not in (0, 1):
            error = f"{' '.join(command)} exits with {done.returncode}: {done.stderr[-2000:]}"
            return Result(name, seed, None, None, None, [], 0, 0, seconds, error)
        report: dict[str, Any] = json.loads(done.stdout)
        # A suspicion doesn't say that anything is wrong.
        findings: list[dict[str, Any]] = [one for one in report["findings"] if one["kind"] != "suspicion"]
        first = min((int(finding["session"]) for finding in findings), default=None)
        sessions, actions = int(report["sessions"]), int(report["actions"])
        return Result(
            mutant=name,
            seed=seed,
            session=first,
            until=None if first is None else round(actions * (first + 1) / sessions),
            smallest=min((int(finding["actions"]) for finding in findings), default=None),
            kinds=sorted({str(finding["kind"]) for finding in findings}),
            sessions=sessions,
            actions=actions,
            seconds=round(seconds, 1),
        )


def measure(options: argparse.Namespace) -> None:
    """Explores with each mutant and each seed, prints a table, and writes the results."""
    mutants = named(options.only)
    binaries = Binaries(options.configuration, options.binaries)
    binaries.prepare(mutants)
    seeds = list(range(options.first_seed, options.first_seed + options.seeds))
    runs = [options.runs] + ([options.then] if options.then else [])
    explorer = Explorer(binaries.base(), runs, options.extra)
    samples = sorted({mutant.sample for mutant in mutants})
    sound = [(f"{BASE} {sample}", sample, binaries.base(), seeds[0]) for sample in samples]
    mutated = [(mutant.name, mutant.sample, binaries.of(mutant), seed) for mutant in mutants for seed in seeds]
    document = {
        "schema": SCHEMA,
        "date": datetime.now(UTC).date().isoformat(),
        "revision": current_revision() if binaries.builds else None,
        "configuration": options.configuration,
        "runs": runs,
        "seeds": seeds,
        "extra": options.extra,
    }
    sound_results: list[Result] = []
    results: list[Result] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda work: explorer.run(*work), sound + mutated):
            (results if len(sound_results) == len(sound) else sound_results).append(result)
            if options.output:
                # After each, so that a run that ends early leaves what it measured.
                rows = [asdict(row) for row in results]
                options.output.write_text(json.dumps(document | {"results": rows}, indent=1) + "\n")
            if sys.stderr.isatty():
                done = len(sound_results) + len(results)
                print(f"\r{done} of {len(sound) + len(mutated)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print_table(mutants, results)
    false = [result for result in sound_results if result.session is not None]
    for result in false:
        print(f"error: {result.mutant}, without a mutant, has a finding: {', '.join(result.kinds)}", file=sys.stderr)
    failed = [result for result in sound_results + results if result.error]
    for result in failed:
        print(f"error: {result.error}", file=sys.stderr)
    if false or failed:
        sys.exit(1)


def current_revision() -> str:
    """The commit of the package, with a + if files changed since."""
    describe = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def print_table(mutants: list[Mutant], results: list[Result]) -> None:
    """Prints a row for each mutant, and sums."""
    seeds = len({result.seed for result in results})
    print(f"{'mutant':40} {'difficulty':10} {'found':>7} {'actions':>8}  seen as")
    for mutant in mutants:
        mine = [result for result in results if result.mutant == mutant.name]
        found = sum(result.until is not None for result in mine)
        middle = statistics.median(math.inf if result.until is None else result.until for result in mine)
        shown = "-" if math.isinf(middle) else f"{middle:.0f}"
        kinds = ", ".join(sorted({kind for result in mine for kind in result.kinds}))
        print(f"{mutant.name:40} {mutant.difficulty:10} {f'{found}/{seeds}':>7} {shown:>8}  {kinds}".rstrip())
    print()
    print_sums("difficulty", {mutant.name: mutant.difficulty for mutant in mutants}, results)
    print_sums("kind", {mutant.name: mutant.group for mutant in mutants}, results)
    print_sums("sample", {mutant.name: mutant.sample for mutant in mutants}, results)
    print_sums("", {mutant.name: "all" for mutant in mutants}, results)
    played = statistics.mean(result.actions for result in results)
    seconds = statistics.mean(result.seconds for result in results)
    print(f"A run has {played:.0f} actions and takes {seconds:.1f} s, on average.")


def print_sums(title: str, groups: dict[str, str], results: list[Result]) -> None:
    """Prints in how many runs a group's mutants were found, and the geometric mean of the actions until then."""
    if title:
        print(f"{title:12} {'mutants':>8} {'once':>6} {'always':>7} {'runs':>8} {'actions':>8}")
    for group in dict.fromkeys(groups.values()):
        members = [name for name, mine in groups.items() if mine == group]
        mine = [result for result in results if result.mutant in members]
        found = [result for result in mine if result.until is not None]
        once = {result.mutant for result in found}
        always = once - {result.mutant for result in mine if result.until is None}
        share = f"{100 * len(found) / len(mine):.0f} %"
        middle = f"{geometric_mean(result.until for result in found if result.until):.0f}" if found else "-"
        print(f"{group:12} {len(members):8} {len(once):6} {len(always):7} {share:>8} {middle:>8}")
    print()


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of at least one number."""
    return math.exp(statistics.fmean(math.log(value) for value in values))


def compare(options: argparse.Namespace) -> None:
    """Prints how two measurements differ, B divided by A."""
    first, second = (json.loads(path.read_text()) for path in (options.a, options.b))
    for name, document in (("A", first), ("B", second)):
        extra = " ".join(document["extra"]) or "no options"
        revision = document["revision"] or "unknown revision"
        print(f"{name}: {document['date']}, {revision}, {' then '.join(map(str, document['runs']))} sessions, {extra}")
    if first["runs"] != second["runs"]:
        print("warning: the runs differ in length", file=sys.stderr)
    a, b = ({(row["mutant"], row["seed"]): row["until"] for row in file["results"]} for file in (first, second))
    pairs = [pair for pair in a if pair in b]
    if not pairs:
        sys.exit("the files have no mutant and seed in common")
    both = [pair for pair in pairs if a[pair] and b[pair]]
    print(f"runs: {len(pairs)}, found in A {sum(bool(a[pair]) for pair in pairs)}, ", end="")
    print(f"in B {sum(bool(b[pair]) for pair in pairs)}, in both {len(both)}")
    logarithms: dict[str, list[float]] = {}
    for pair in both:
        logarithms.setdefault(pair[0], []).append(math.log(b[pair] / a[pair]))
    if both:
        low, high = spread(list(logarithms.values()))
        ratio = math.exp(statistics.fmean(value for values in logarithms.values() for value in values))
        print(f"actions until found, B / A where both found it: {ratio:.2f} ({low:.2f} to {high:.2f})")
    for title, mine, other in (("A", a, b), ("B", b, a)):
        names = [mutant.name for mutant in MUTANTS]
        lines = []
        for name in names:
            only = sum(1 for pair in pairs if pair[0] == name and mine[pair] and not other[pair])
            seeds = sum(1 for pair in pairs if pair[0] == name)
            if only:
                lines.append(f"  {name}: with {only} of {seeds} seeds")
        print(f"found by {title} only:" + ("" if lines else " none"))
        print("\n".join(lines), end="\n" if lines else "")


def spread(groups: list[list[float]]) -> tuple[float, float]:
    """The middle 95 % of the ratio among 1,000 samples of the mutants, each drawn with replacement."""
    source = random.Random(1)
    ratios = []
    for _ in range(1000):
        drawn = source.choices(groups, k=len(groups))
        ratios.append(math.exp(statistics.fmean(value for values in drawn for value in values)))
    ratios.sort()
    return ratios[25], ratios[974]


def positive(text: str) -> int:
    """A whole number of at least 1."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def add_building(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say which tools there are."""
    parser.add_argument("--configuration", choices=("debug", "release"), default="debug", help="how to build")
    parser.add_argument("--binaries", type=Path, metavar="DIR", help="use the tools of this folder, and build none")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only mutants whose names begin so; repeatable"
    )


def main() -> None:
    """Reads the command line."""
    arguments, extra = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, extra = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    exploring = commands.add_parser(
        "explore", help="build what is missing, explore with each mutant, and print a table"
    )
    add_building(exploring)
    exploring.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the results as JSON")
    exploring.add_argument("--runs", type=positive, default=120, metavar="N", help="sessions per run (default: 120)")
    exploring.add_argument("--then", type=positive, metavar="N", help="sessions, if those find nothing")
    exploring.add_argument("--seeds", type=positive, default=3, metavar="N", help="how many seeds (default: 3)")
    exploring.add_argument("--first-seed", type=int, default=1, metavar="N", help="the first of them (default: 1)")
    exploring.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="runs at a time (default: all cores)"
    )
    exploring.set_defaults(command=measure)
    comparing = commands.add_parser("compare", help="compare two files of results")
    comparing.add_argument("a", type=Path)
    comparing.add_argument("b", type=Path)
    comparing.set_defaults(command=compare)
    building = commands.add_parser("build", help="only build what is missing")
    add_building(building)
    building.set_defaults(
        command=lambda options: Binaries(options.configuration, options.binaries).prepare(named(options.only))
    )
    options = parser.parse_args(arguments)
    options.extra = extra
    options.command(options)


if __name__ == "__main__":
    main()
