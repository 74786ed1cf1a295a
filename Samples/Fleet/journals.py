"""Makes journals for the trial: sessions of two sample apps, and some that are damaged, hostile, or end badly."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Action = dict[str, Any]

# One of each in a hundred journals; only a few hang, because each takes as long as the limit.
ODD = ("damaged", "torn", "diverging", "nested", "brackets", "crashing")
HANGING = 4


def payload(*names: str, **values: object) -> Action:
    """An action as Swift encodes enums in enums: `payload("tasks", "add", id="a")`."""
    *outer, case = names
    action: Action = {case: values}
    for name in reversed(outer):
        action = {name: {"_0": action}}
    return action


def tasks_session(rng: random.Random, count: int) -> Iterator[Action]:
    """A session of the sample Tasks, whose state is an `EntityTable`."""
    ids: list[str] = []
    day = 0
    for number in range(count):
        day += rng.random() < 0.1
        date = f"2026-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
        if len(ids) < 5 or rng.random() < 0.3:
            ids.append(f"task-{number}")
            yield payload("tasks", "add", id=ids[-1], title=f"Task {number} of the move", due=date)
            continue
        chosen = rng.choice(ids)
        match rng.choices(("complete", "edit", "move", "favourite", "remove"), (30, 40, 10, 10, 10))[0]:
            case "complete":
                yield payload("tasks", "complete", id=chosen, on=date)
            case "edit":
                yield payload("tasks", "edit", id=chosen, title=f"Task {number}, as it was changed at last")
            case "move":
                yield payload("tasks", "move", id=chosen, to=rng.randrange(len(ids)))
            case "favourite":
                yield payload("tasks", "favourite", id=chosen)
            case "remove":
                ids.remove(chosen)
                yield payload("tasks", "remove", id=chosen)


def tracker_session(rng: random.Random, count: int) -> Iterator[Action]:
    """A session of the sample Tracker, whose state is plain dictionaries."""
    items: list[str] = []
    time = 757_498_339
    projects = ["run", "books", "coffee", "guitar"]
    for title in projects[:count]:
        yield payload("project", "create", id=title, title=title.title(), units="times", frequency="daily", at=time)
    for number in range(count - len(projects)):
        time += rng.randrange(10, 90_000)
        if len(items) < 5 or rng.random() < 0.7:
            items.append(f"item-{number}")
            project, amount = rng.choice(projects), rng.randrange(1, 90) / 10
            notes = rng.choice(("", "", "", "Slow, cold, happy."))
            item = {"id": items[-1], "projectID": project, "amount": amount, "timestamp": time - 9, "notes": notes}
            yield payload("item", "create", **item, at=time)
        elif rng.random() < 0.8:
            yield payload("item", "update", id=rng.choice(items), amount=rng.randrange(1, 90), at=time)
        else:
            chosen = items.pop(rng.randrange(len(items)))
            yield payload("item", "delete", id=chosen, at=time)


SESSIONS = {"tasks": tasks_session, "tracker": tracker_session}


def record(tool: str, path: Path, app: str, actions: Iterator[Action]) -> None:
    """Records actions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [tool, "record", "-o", str(path), "--app", app],
        input="".join(json.dumps(action, separators=(",", ":")) + "\n" for action in actions).encode(),
        # Recorded by an app that was sound: the reducers of today crash and hang.
        env={**os.environ, "MISFORTUNES": "off"},
        capture_output=True,
        check=True,
    )


def misfortune(name: str) -> Iterator[Action]:
    """A session of the tests' app whose reducer crashes, hangs, or loses a value."""
    for number in range(20):
        yield {"step": {"_0": number}}
    yield {"misfortune": {"_0": 20, "_1": name}}


def make_odd(tool: str, path: Path, kind: str, rng: random.Random) -> None:
    """Makes a journal that isn't sound."""
    match kind:
        case "crashing" | "hanging" | "diverging":
            name = {"crashing": "trap", "hanging": "hang", "diverging": "lost"}[kind]
            record(tool, path, "steps", misfortune(name))
        case "damaged":
            record(tool, path, "tracker", tracker_session(rng, 60))
            text = bytearray(path.read_bytes())
            place = text.index(b"amount", len(text) // 2)
            text[place] ^= 1
            path.write_bytes(text)
        case "torn":
            record(tool, path, "tracker", tracker_session(rng, 60))
            path.write_bytes(path.read_bytes()[:-400])
        case "nested":
            deep: Any = 1
            for _ in range(500):
                deep = [deep]
            record(tool, path, "json", iter([{"replace": deep}]))
        case "brackets":
            record(tool, path, "json", iter([{"replace": 1}]))
            header = path.read_bytes().splitlines(keepends=True)[0]
            path.write_bytes(header + b"[" * 100_000 + b"\n{}\n")


def make(tool: str, folder: Path, count: int) -> dict[Path, str]:
    """Makes journals; returns the kind of each. The same count makes the same sessions each time."""

    def one(number: int) -> tuple[Path, str]:
        rng = random.Random(number)
        path = folder / f"{number // 1000:03}" / f"{number:06}.jsonl"
        if number % (count // HANGING) == 7:
            kind = "hanging"
        elif number % 100 < len(ODD):
            kind = ODD[number % 100]
        else:
            kind = rng.choice(tuple(SESSIONS))
            record(tool, path, kind, SESSIONS[kind](rng, min(2000, int(rng.lognormvariate(5, 0.7)) + 5)))
            return path, kind
        make_odd(tool, path, kind, rng)
        return path, kind

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(one, range(count)))
