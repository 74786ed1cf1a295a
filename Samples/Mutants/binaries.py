"""Builds the tool `samples` of the package once as it is, and once with each mutant."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

from mutants import ROOT, Mutant

FOLDER = ROOT / ".build" / "mutants"
BASE = "base"


class Binaries:
    """The tools of one configuration, each stripped.

    They stand in `.build/mutants`, where a copy of the package is built, and are built anew if a source of the package
    changed. In a folder that the user names, nothing is built.
    """

    def __init__(self, configuration: str, folder: Path | None) -> None:
        self.configuration = configuration
        self.builds = folder is None
        self.folder = folder or FOLDER / configuration
        self.package = FOLDER / "package"

    def base(self) -> Path:
        """The tool without a mutant."""
        return self.folder / BASE

    def of(self, mutant: Mutant) -> Path:
        """The tool with a mutant."""
        return self.folder / mutant.name

    def prepare(self, mutants: list[Mutant]) -> None:
        """Builds what is missing. Waits if another process builds."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        with (FOLDER / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._prepare(mutants)

    def _prepare(self, mutants: list[Mutant]) -> None:
        if self.builds:
            self._discard_outdated()
        wanted: dict[Path, Mutant | None] = {self.base(): None} | {self.of(mutant): mutant for mutant in mutants}
        missing = {path: mutant for path, mutant in wanted.items() if not path.exists()}
        if missing and not self.builds:
            sys.exit(f"no such tool: {next(iter(missing))}")
        if missing:
            self._copy_package()
        for number, (path, mutant) in enumerate(missing.items(), 1):
            began = time.monotonic()
            self._build(path, mutant)
            seconds = time.monotonic() - began
            print(f"built {path.name} in {seconds:.0f} s ({number} of {len(missing)})", file=sys.stderr, flush=True)

    def _discard_outdated(self) -> None:
        """Removes the tools unless they were built from these sources."""
        digest = hashlib.sha256()
        for path in package_files():
            if path.parts[0] in ("Package.swift", "Sources") or (
                path.parts[0] == "Samples" and path.suffix == ".swift"
            ):
                digest.update(f"{path}\0".encode() + (ROOT / path).read_bytes())
        digest.update((Path(__file__).parent / "mutants.py").read_bytes())
        stamp = self.folder / "sources.sha256"
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        stamp.write_text(digest.hexdigest())

    def _copy_package(self) -> None:
        """Makes the copy equal to the package, and keeps the times of unchanged files, so that builds are short."""
        files = package_files()
        for path in files:
            copy = self.package / path
            if not copy.exists() or copy.read_bytes() != (ROOT / path).read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, copy)
        kept = {self.package / path for path in files}
        for path in self.package.rglob("*"):
            if path.is_file() and path not in kept and path.relative_to(self.package).parts[0] != ".build":
                path.unlink()

    def _build(self, path: Path, mutant: Mutant | None) -> None:
        """Builds one tool, and undoes its mutant."""
        changed = mutant.apply(self.package) if mutant else {}
        originals = {file: file.read_text() for file in changed}
        try:
            for file, text in changed.items():
                file.write_text(text)
            command = ["swift", "build", "--configuration", self.configuration, "--product", "samples"]
            built = subprocess.run(command, cwd=self.package, capture_output=True, text=True)
        finally:
            for file, text in originals.items():
                file.write_text(text)
        if built.returncode != 0:
            sys.exit(f"{path.name} doesn't compile:\n{built.stdout[-3000:]}{built.stderr[-3000:]}")
        draft = path.with_suffix(".new")
        shutil.copy(self.package / ".build" / self.configuration / "samples", draft)
        subprocess.run(["strip", str(draft)], check=True)
        draft.rename(path)


def package_files() -> list[Path]:
    """The package's files that git knows or would add, relative to its folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(path for path in map(Path, listed.split("\0")[:-1]) if (ROOT / path).is_file())
