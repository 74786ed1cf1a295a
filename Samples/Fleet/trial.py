"""Tries `fleet.py` on a local Dask cluster with two workers and an S3 server, and prints what it measured.

It checks that the verdicts are those of one `verify FOLDER`, also if a worker is killed, and that the workflow for
GitHub Actions comes to the same ones. It exits with 1 if a check fails. `run` starts it.
"""

import argparse
import contextlib
import json
import os
import platform
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml
from dask.distributed import Client
from s3fs import S3FileSystem

import journals

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
TIMEOUT = "500ms"
CHUNK = 250
LONG = 10_000
HOSTILE_KEYS = ("../escaped.jsonl", "j/../../escaped.jsonl", "j/000/000000.jsonl/inside.jsonl")
S3 = {"AWS_ACCESS_KEY_ID": "trial", "AWS_SECRET_ACCESS_KEY": "trial", "AWS_DEFAULT_REGION": "us-east-1"}


@dataclass(frozen=True)
class Outcome:
    """A command's exit code, output, errors, and its duration and processor time in seconds."""

    code: int
    output: bytes
    errors: str
    seconds: float
    processor: float


def command(*arguments: str | Path, cwd: Path | None = None) -> Outcome:
    """Runs a command to its end."""
    began, used = time.monotonic(), processor_time()
    done = subprocess.run([str(argument) for argument in arguments], cwd=cwd, capture_output=True, check=False)
    elapsed = time.monotonic() - began
    return Outcome(done.returncode, done.stdout, done.stderr.decode(), elapsed, processor_time() - used)


def processor_time() -> float:
    """The processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextlib.contextmanager
def service(*arguments: str | Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a server, and ends it with the processes that it started."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            [str(argument) for argument in arguments], stdout=output, stderr=output, start_new_session=True
        )
        try:
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            # What it started ends by itself, and removes what it shared.
            with contextlib.suppress(ProcessLookupError):
                for _ in range(50):
                    os.killpg(process.pid, 0)
                    time.sleep(0.1)
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for(port: int) -> None:
    """Waits until a server answers."""
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"no server on port {port}")


@contextlib.contextmanager
def bucket_server(log: Path) -> Iterator[S3FileSystem]:
    """Runs an S3 server, to which this process and those that it starts go."""
    port = free_port()
    os.environ |= S3 | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    with service(BIN / "moto_server", "-H", "127.0.0.1", "-p", str(port), log=log):
        wait_for(port)
        yield S3FileSystem(use_listings_cache=False)


class Cluster:
    """A scheduler and two workers with one thread each, as a user starts them."""

    def __init__(self, address: str, scheduler: int) -> None:
        self.address = address
        self.scheduler = scheduler

    @classmethod
    @contextlib.contextmanager
    def started(cls, folder: Path) -> Iterator["Cluster"]:
        """Starts a cluster."""
        port = free_port()
        address = f"tcp://127.0.0.1:{port}"
        log = folder / "cluster.log"
        host = ("--host", "127.0.0.1", "--no-dashboard")
        workers = ("--nworkers", "2", "--nthreads", "1", "--local-directory", folder / "scratch")
        with service(BIN / "dask", "scheduler", "--port", str(port), *host, log=log) as scheduler:
            wait_for(port)
            with service(BIN / "dask", "worker", address, *host, *workers, log=log):
                with Client(address) as client:
                    client.wait_for_workers(2, timeout=60)
                yield cls(address, scheduler.pid)

    def peak_memory(self) -> float:
        """The most memory that the scheduler had, in MB."""
        status = Path(f"/proc/{self.scheduler}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def worker(self) -> int:
        """The process of a worker."""
        with Client(self.address) as client:
            return int(next(iter(client.run(os.getpid).values())))


class Trial:
    """The journals, the truth about them, and the checks."""

    def __init__(self, tool: str, folder: Path, count: int) -> None:
        self.tool = tool
        self.folder = folder
        self.count = count
        self.failures = 0
        self.runs = 0
        self.local = folder / "sessions"
        made = journals.make(tool, self.local / "j", count)
        self.kinds = Counter(made.values())
        self.sound = {app: [path for path, kind in made.items() if kind == app] for app in journals.SESSIONS}
        self.bytes = sum(path.stat().st_size for path in made)

    def check(self, claim: str, holds: bool, detail: str = "") -> None:
        """Prints whether a claim holds."""
        self.failures += not holds
        print(f"{'ok    ' if holds else 'FAILED'} {claim}" + (f": {detail}" if detail else ""), flush=True)

    def verify(self, *options: str) -> Outcome:
        """One `verify FOLDER`, on the fetched files."""
        return command(self.tool, "verify", "j", "--jobs", "2", "--timeout", TIMEOUT, *options, cwd=self.local)

    def fleet_command(self, cluster: Cluster, source: str, *options: str) -> list[str]:
        """The command line of a run whose results aren't written yet."""
        self.runs += 1
        results = f"s3://results/{self.runs}"
        if not source.startswith("s3:"):
            results = f"{self.folder}/results/{self.runs}"
            Path(results).mkdir(parents=True)
        call = [sys.executable, str(HERE / "fleet.py"), cluster.address, source, results, "--tool", self.tool]
        return [*call, *options, "--", "--timeout", TIMEOUT]

    def fleet(self, cluster: Cluster, source: str, *options: str) -> Outcome:
        """Verifies all journals of a URL on a cluster."""
        return command(*self.fleet_command(cluster, source, *options))

    def is_same(self, outcome: Outcome, truth: Outcome) -> bool:
        """Whether a report is that of one `verify FOLDER`, byte by byte."""
        return outcome.code == truth.code and outcome.output == truth.output

    def kill_worker(self, files: S3FileSystem, truth: Outcome) -> None:
        """Kills a worker in the middle of a run."""
        with Cluster.started(self.folder) as cluster:
            call = self.fleet_command(cluster, "s3://sessions", "--chunk", "20", "--format", "json")
            with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                while process.poll() is None:
                    done = len(files.ls("results")) and len(files.find(f"results/{self.runs}"))
                    if done >= self.count // 20 // 3:
                        victim = cluster.worker()
                        os.kill(victim, signal.SIGKILL)
                        break
                    time.sleep(0.05)
                output, errors = process.communicate()
            with Client(cluster.address) as client:
                client.wait_for_workers(2, timeout=60)
                survivors = client.run(os.getpid).values()
        outcome = Outcome(process.returncode, output, errors.decode(), 0, 0)
        self.check(
            "a worker that is killed in the middle loses nothing",
            self.is_same(outcome, truth) and victim not in survivors and len(survivors) == 2,
            f"killed after {done} of {-(-self.count // 20)} chunks; the nanny started another",
        )

    def workflow(self, truth: Outcome) -> None:
        """Runs the steps of the workflow for GitHub Actions, four shards after one another."""
        jobs = yaml.safe_load((HERE / "github-actions.yml").read_text())["jobs"]
        folder = self.folder / "workflow"
        (folder / "Tests").mkdir(parents=True)
        (folder / "Tests" / "Journals").symlink_to(self.local / "j")
        (folder / "tool").mkdir()
        tool = folder / "tool" / Path(self.tool).name
        tool.symlink_to(self.tool)
        environment = {**os.environ, "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}

        def run(job: str, **matrix: object) -> int:
            code = 0
            for step in jobs[job]["steps"]:
                script = str(step.get("run", "")).replace("tool/steps-log", str(tool))
                script = script.replace("verify Tests/Journals", f"verify Tests/Journals --timeout {TIMEOUT}")
                for name, value in matrix.items():
                    script = script.replace(f"${{{{ matrix.{name} }}}}", str(value))
                shell = ["bash", "-e", "-c", script]
                code = code or subprocess.run(shell, cwd=folder, env=environment, stderr=subprocess.DEVNULL).returncode
            return code

        shards = jobs["verify"]["strategy"]["matrix"]["shard"]
        codes = [run("verify", shard=shard) for shard in shards]
        code = run("report")
        merged = command(self.tool, "merge", *sorted((folder / "results").iterdir()), "--format", "json", cwd=folder)
        expected = json.loads(truth.output.decode().replace('"j/', '"Tests/Journals/'))
        self.check(
            "the steps of the workflow come to the same verdicts",
            codes == [0] * len(shards) and code == truth.code and json.loads(merged.output) == expected,
            f"{len(shards)} shards",
        )


def seconds(outcome: Outcome) -> tuple[float, float, float]:
    """What a run of `fleet.py` says: its duration without Python's start and the report, fetching, and verifying."""
    words = outcome.errors.split("\n")[-2].split()
    return float(words[3]), float(words[8]), float(words[13])


def median(values: list[float]) -> str:
    """The median, with the extremes."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def memory(trial: Trial, few: int) -> None:
    """Measures the scheduler's peak memory after few journals, and after all, each in a cluster of its own."""
    for path in sorted((trial.local / "j").rglob("*.jsonl"))[:few]:
        target = trial.local / "few" / path.relative_to(trial.local)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(path, target)
    peaks = []
    for source, chunk in (("few", CHUNK), ("j", CHUNK), ("j", 10)):
        with Cluster.started(trial.folder) as cluster:
            trial.fleet(cluster, f"{trial.local}/{source}", "--chunk", str(chunk))
            peaks.append(cluster.peak_memory())
    shutil.rmtree(trial.local / "few")
    detail = f"{peaks[0]:.1f} MB and {peaks[1]:.1f} MB at most, in chunks of {CHUNK}; {peaks[2]:.1f} MB in chunks of 10"
    claim = f"the scheduler's memory doesn't grow from {few} to {trial.count} journals"
    trial.check(claim, peaks[1] < 1.05 * peaks[0], detail)


def throughput(trial: Trial, cluster: Cluster, rounds: int) -> None:
    """Compares a run on fetched files with one `verify FOLDER`, in turns."""
    rows: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        outcome = trial.fleet(cluster, str(trial.local))
        rows.append((trial.verify().seconds, seconds(outcome)[0], outcome.seconds))
    alone, inside, whole = ([row[index] for row in rows] for index in range(3))
    ratio = statistics.median(row[0] / row[1] for row in rows)
    print(f"verify FOLDER --jobs 2: {median(alone)} s; {trial.count / statistics.median(alone):.0f} journals/s")
    print(f"fleet.py on fetched files: {median(inside)} s; with Python's start and the report: {median(whole)} s")
    if trial.count < 5000:
        print(f"{ratio:.3f} of the throughput, which says little: few journals make too few chunks to share")
        return
    trial.check("once files are read, at least 0.9 of the throughput", ratio >= 0.9, f"{ratio:.3f}")


def rates(trial: Trial, rounds: int) -> None:
    """Measures how many actions of each app one `verify FOLDER` proves in an hour, in short and in long sessions."""
    for app, sessions in trial.sound.items():
        short, long = trial.folder / app, trial.folder / f"long-{app}"
        for path in sessions:
            target = short / path.relative_to(trial.local)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(path, target)
        for number in range(2):
            actions = journals.SESSIONS[app](random.Random(number), LONG)
            journals.record(trial.tool, long / f"{number}.jsonl", app, actions)
        for folder, name in ((short, "sessions"), (long, f"sessions of {LONG} actions")):
            call = (trial.tool, "verify", folder, "--jobs", "2")
            results = json.loads(command(*call, "--format", "json").output)["journals"]
            count = sum(journal["actions"] for journal in results)
            size = sum(path.stat().st_size for path in folder.rglob("*.jsonl"))
            outcomes = [command(*call) for _ in range(rounds)]
            used = statistics.median(outcome.processor for outcome in outcomes)
            print(
                f"{app}: {len(results)} {name}, {count} actions, {size / count:.0f} bytes per action, "
                f"in {median([outcome.seconds for outcome in outcomes])} s, of which each of two cores worked "
                f"{used / 2:.2f} s: {count / used * 3600 / 1e6:.1f} million actions per core and hour",
                flush=True,
            )


def machine() -> str:
    """What the figures were measured on."""
    info = Path("/proc/cpuinfo").read_text()
    model = next((line.split(":")[1].strip() for line in info.split("\n") if line.startswith("model name")), "")
    packages = ", ".join(f"{name} {version(name)}" for name in ("dask", "distributed", "s3fs", "moto"))
    return f"{os.cpu_count()} cores, {model}; {platform.system()}, Python {platform.python_version()}; {packages}"


def trial_of(arguments: argparse.Namespace, folder: Path) -> int:
    """Tries everything; returns the exit code."""
    began = time.monotonic()
    print(machine())
    trial = Trial(arguments.tool, folder, arguments.journals)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(trial.kinds.items()))
    print(f"{trial.count} journals, {trial.bytes / 1e6:.0f} MB, made in {time.monotonic() - began:.0f} s: {kinds}")
    truth = trial.verify("--format", "json")
    verdicts: dict[str, Any] = json.loads(truth.output)
    statuses = [journal["status"] for journal in verdicts["journals"]]
    actions = sum(journal.get("actions", 0) for journal in verdicts["journals"])
    print(f"{actions} actions; " + ", ".join(f"{statuses.count(name)} {name}" for name in sorted(set(statuses))))
    trial.check("verify FOLDER has a result for each journal", len(statuses) == trial.count)

    with bucket_server(folder / "s3.log") as files:
        files.mkdir("sessions")
        files.mkdir("results")
        began = time.monotonic()
        files.put(f"{trial.local}/j", "sessions", recursive=True)
        print(f"uploaded in {time.monotonic() - began:.0f} s")
        for key in HOSTILE_KEYS:
            files.pipe_file(f"sessions/{key}", b"{}")
        with Cluster.started(folder) as cluster:
            outcome = trial.fleet(cluster, "s3://sessions", "--format", "json")
            trial.check("from S3, the verdicts are those of verify FOLDER", trial.is_same(outcome, truth))
            refused = all(repr(key) in outcome.errors for key in HOSTILE_KEYS)
            trial.check("keys that lead out of the folder are refused", refused)
            inside, fetching, verifying = seconds(outcome)
            print(f"from S3: {inside:.2f} s; both workers fetched for {fetching:.2f} s, verified for {verifying:.2f} s")
        trial.kill_worker(files, truth)

    memory(trial, trial.count // 10)
    rates(trial, arguments.rounds)
    with Cluster.started(folder) as cluster:
        outcome = trial.fleet(cluster, str(trial.local), "--format", "json")
        trial.check("from files, too", trial.is_same(outcome, truth))
        throughput(trial, cluster, arguments.rounds)
    trial.workflow(truth)
    return min(1, trial.failures)


def main() -> int:
    """Tries everything in a temporary folder."""
    parser = argparse.ArgumentParser(description="Try fleet.py on a local cluster.")
    parser.add_argument("--tool", required=True, help="the RecordingChild of the tests, built for release")
    parser.add_argument("--journals", type=int, default=10_000, help="how many journals (default: 10,000)")
    parser.add_argument("--rounds", type=int, default=5, help="how often the throughput is measured (default: 5)")
    parser.add_argument("--in", dest="place", default="/dev/shm", help="a folder in memory (default: /dev/shm)")
    arguments = parser.parse_args()
    arguments.tool = str(Path(arguments.tool).resolve())
    with tempfile.TemporaryDirectory(dir=arguments.place, prefix="fleet-") as folder:
        return trial_of(arguments, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
