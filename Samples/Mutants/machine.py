"""Measures how many mutants of the tracker a Hypothesis state machine finds, and after how many actions.

    machine.py [--seeds 1] [--actions 20000] [-o out.json] [--explore trial.json]
    machine.py --only tracker-14 --show

`tracker.py` holds the model and the rules, written by hand. `explore` needs neither: `--explore` prints beside the
figures those of a file that `trial.py explore` wrote.
"""

import argparse
import ast
import io
import json
import math
import statistics
import sys
import tempfile
import time
import tokenize
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

import tracker
from binaries import BASE, Binaries
from mutants import named
from player import Player, WrongError
from trial import add_building, positive

SCHEMA = "reduxlog.mutants-machine/1"
SETTINGS = settings(
    database=None,
    deadline=None,
    # The number of actions ends a search.
    max_examples=1_000_000,
    phases=(Phase.generate, Phase.shrink),
    print_blob=False,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
)


class ExhaustedError(BaseException):
    """As many actions were played as were allowed. Hypothesis passes on what isn't an `Exception`."""


@dataclass
class Search:
    """What a machine found with one tool.

    `until` is the number of actions of all examples up to the first that fails, and `smallest` that of the smallest one
    that fails. Hypothesis looked for it in examples that have `shrinking` actions. `flaky` is true if an example failed
    only sometimes.
    """

    mutant: str
    seed: int
    until: int | None = None
    smallest: int | None = None
    actions: int = 0
    shrinking: int = 0
    flaky: bool = False
    message: str = ""
    seconds: float = 0

    def run(self, tool: Path, options: argparse.Namespace) -> None:
        """Searches until an example fails, then for a smaller one, or until as many actions were played as may be."""
        began = time.monotonic()
        # In memory, if there is such a folder.
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            player = Player(tool, Path(folder))

            def check(steps: list[tracker.Step]) -> None:
                size = sum(step.action is not None for step in steps)
                if self.until is None:
                    self.actions += size
                else:
                    self.shrinking += size
                try:
                    player.check(steps)
                except WrongError as error:
                    self.until = self.until or self.actions
                    if self.smallest is None or size <= self.smallest:
                        self.smallest, self.message = size, str(error)
                    if self.shrinking < options.shrinking:
                        raise
                if self.actions >= options.actions or self.shrinking >= options.shrinking:
                    raise ExhaustedError

            machine = seed(self.seed)(type("Machine", (tracker.TrackerMachine,), {"check": staticmethod(check)}))
            try:
                run_state_machine_as_test(machine, settings=SETTINGS)
            except ExhaustedError:
                pass
            except Flaky:
                self.flaky = True
            except WrongError as error:
                if options.show:
                    print("\n".join(getattr(error, "__notes__", [])), error, sep="\n")
        self.seconds = round(time.monotonic() - began, 1)


def code_lines(path: Path) -> int:
    """The lines of a Python file without blank ones, comments and docstrings."""
    text = path.read_text()
    layout = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in layout:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            lines.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def print_table(searches: list[Search], explored: list[dict[str, Any]]) -> None:
    """Prints a row for each mutant, beside what `explore` found if that is known."""
    print(f"{'mutant':40} {'found':>7} {'actions':>8} {'smallest':>8}" + explored_columns(None, explored))
    for name in dict.fromkeys(search.mutant for search in searches):
        mine = [search for search in searches if search.mutant == name]
        found = f"{sum(search.until is not None for search in mine)}/{len(mine)}"
        until = median([search.until for search in mine])
        smallest = median([search.smallest for search in mine])
        flaky = "  flaky" if any(search.flaky for search in mine) else ""
        print(f"{name:40} {found:>7} {until:>8} {smallest:>8}" + explored_columns(name, explored) + flaky)


def explored_columns(name: str | None, explored: list[dict[str, Any]]) -> str:
    """The columns about `explore`: their titles without a name."""
    if not explored:
        return ""
    if name is None:
        return f" | {'explore':>7} {'actions':>8} {'smallest':>8}"
    mine = [row for row in explored if row["mutant"] == name]
    found = f"{sum(row['until'] is not None for row in mine)}/{len(mine)}"
    until, smallest = median([row["until"] for row in mine]), median([row["smallest"] for row in mine])
    return f" | {found:>7} {until:>8} {smallest:>8}"


def median(values: list[int | None]) -> str:
    """The median, for which None is more than any number."""
    middle = statistics.median(math.inf if value is None else value for value in values) if values else math.inf
    return "-" if math.isinf(middle) else f"{middle:.0f}"


def main() -> None:
    """Reads the command line, and measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    add_building(parser)
    parser.add_argument("--seeds", type=positive, default=1, metavar="N", help="how many seeds (default: 1)")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N", help="the first of them (default: 1)")
    parser.add_argument("--actions", type=positive, default=20_000, metavar="N", help="per search (default: 20,000)")
    parser.add_argument(
        "--shrinking", type=positive, default=10_000, metavar="N", help="most actions to shrink one (default: 10,000)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the results as JSON")
    parser.add_argument("--explore", type=Path, metavar="FILE", help="print the results of trial.py in the table")
    parser.add_argument("--show", action="store_true", help="print each smallest example")
    options = parser.parse_args()
    mutants = [mutant for mutant in named(options.only) if mutant.sample == "Tracker"]
    binaries = Binaries(options.configuration, options.binaries)
    binaries.prepare(mutants)
    tools = {BASE: binaries.base()} | {mutant.name: binaries.of(mutant) for mutant in mutants}
    searches: list[Search] = []
    for name, tool in tools.items():
        for number in range(options.first_seed, options.first_seed + options.seeds):
            search = Search(name, number)
            search.run(tool, options)
            searches.append(search)
            print(f"{name}: {search.until or 'not found'}, {search.seconds} s", file=sys.stderr, flush=True)
            if name == BASE:
                if search.until is not None:
                    sys.exit(f"the model differs from the app without a mutant: {search.message}")
                break
    hand = code_lines(Path(tracker.__file__))
    if options.output:
        document = {
            "schema": SCHEMA,
            "date": datetime.now(UTC).date().isoformat(),
            "lines": hand,
            "actions": options.actions,
            "results": [asdict(search) for search in searches],
        }
        options.output.write_text(json.dumps(document, indent=1) + "\n")
    explored = json.loads(options.explore.read_text())["results"] if options.explore else []
    print_table([search for search in searches if search.mutant != BASE], explored)
    print(f"Lines of the model and the rules: {hand}. Lines that explore needs: 0.")


if __name__ == "__main__":
    main()
