"""Plays sessions of the tracker with its reducers, and compares the states with a model's.

`record` at a terminal goes on after an action that the app refuses. So a session is typed into a pseudoterminal. Its
journal holds the changes of each state.
"""

import contextlib
import copy
import json
import os
import pty
import subprocess
import termios
import threading
from pathlib import Path
from typing import Any

from tracker import Step

# The longest time for the actions between two launches.
LIMIT = 20


class WrongError(AssertionError):
    """The app doesn't do what the model says."""


class Player:
    """Plays sessions with one tool."""

    def __init__(self, tool: Path, folder: Path) -> None:
        self.tool = tool
        self.journal = folder / "session.jsonl"
        self.environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}

    def check(self, steps: list[Step]) -> None:
        """Plays a session that begins with a launch.

        Raises `WrongError` at the first step that differs, or at which the app crashes or hangs.
        """
        self.journal.unlink(missing_ok=True)
        launches = [number for number, step in enumerate(steps) if step.action is None]
        for first, end in zip(launches, [*launches[1:], len(steps)], strict=True):
            if not self.record([json.dumps(step.action) for step in steps[first + 1 : end]], append=first > 0):
                break
        played = self.played()
        for number, (step, (state, error)) in enumerate(zip(steps, played, strict=False)):
            if (error is not None) != step.refused:
                raise WrongError(f"step {number} should be {'refused' if step.refused else 'accepted'}: {error}")
            if state != step.state:
                raise WrongError(f"step {number} leads to {state} instead of {step.state}")
        if len(played) < len(steps):
            raise WrongError(f"step {len(played)} crashes or hangs")

    def record(self, actions: list[str], *, append: bool) -> bool:
        """Runs `record`, types actions into it, and returns whether it came to its end."""
        options = ["--append"] if append else ["--app", "tracker", "--self-contained", "--no-default-rules"]
        master, slave = pty.openpty()
        try:
            modes = termios.tcgetattr(slave)
            modes[3] &= ~termios.ECHO
            termios.tcsetattr(slave, termios.TCSANOW, modes)
            command = [str(self.tool), "record", "-o", str(self.journal), *options]
            null = subprocess.DEVNULL
            with subprocess.Popen(command, stdin=slave, stdout=null, stderr=null, env=self.environment) as process:
                os.close(slave)
                slave = -1
                # A tool that has crashed reads no more.
                with contextlib.suppress(OSError):
                    rest = "".join(f"{action}\n" for action in actions).encode() + b"\x04"
                    while rest:
                        rest = rest[os.write(master, rest) :]
                # Waiting with a limit would ask twenty times a second.
                limit = threading.Timer(LIMIT, process.kill)
                limit.start()
                process.wait()
                limit.cancel()
            return process.returncode == 0
        finally:
            os.close(master)
            if slave >= 0:
                os.close(slave)

    def played(self) -> list[tuple[dict[str, Any], str | None]]:
        """The state after each launch and each action that the journal holds, and why the app refused the action."""
        states: list[tuple[dict[str, Any], str | None]] = []
        state: dict[str, Any] = {}
        last = ""
        for line in self.journal.read_text().split("\n"):
            try:
                record = json.loads(line) if line else {}
            except ValueError:
                # The app crashed during this action.
                break
            kind = record.get("kind", last)
            if kind == "snapshot":
                state = record["state"]
                if last == "header":
                    states.append((state, None))
            elif kind == "action":
                if record["patch"]:
                    state = copy.deepcopy(state)
                for operation in record["patch"]:
                    state = patched(state, operation)
                states.append((state, record.get("error")))
            last = kind
        return states


def patched(document: Any, operation: dict[str, Any]) -> Any:
    """Returns a document after one operation of RFC 6902, which may change the document itself."""
    if operation["op"] in ("move", "copy"):
        value = copy.deepcopy(at(document, operation["from"]))
        if operation["op"] == "move":
            document = patched(document, {"op": "remove", "path": operation["from"]})
        return patched(document, {"op": "add", "path": operation["path"], "value": value})
    if not operation["path"]:
        return operation["value"]
    path, _, last = operation["path"].rpartition("/")
    parent = at(document, path)
    key: Any = int(last) if isinstance(parent, list) else unescaped(last)
    if operation["op"] == "remove":
        del parent[key]
    elif operation["op"] == "add" and isinstance(parent, list):
        parent.insert(key, operation["value"])
    else:
        parent[key] = operation["value"]
    return document


def at(document: Any, pointer: str) -> Any:
    """The value at a JSON Pointer."""
    for segment in pointer.split("/")[1:]:
        document = document[int(segment) if isinstance(document, list) else unescaped(segment)]
    return document


def unescaped(segment: str) -> str:
    """A key that a JSON Pointer escapes."""
    return segment.replace("~1", "/").replace("~0", "~")
