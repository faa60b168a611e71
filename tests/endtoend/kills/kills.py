#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills the processes of real builds, one after the other and in pairs, and says what did not hold.

kills.py PROGRAMS [PART...]: PROGRAMS is the folder of the programs; parts are kills, window (those of the kills in which
the window is killed), pause, copies, folders, clock and hang (all but window, which kills has).
After each kill: no process of the build lives, the attempt is listed with an honest state, every line that was
written can be read, and the next attempt goes on where this one ended. The exit code is 1 where something did not hold.
"""
import contextlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds until the last process of a killed build must have gone
FILES = 40
KILLED = ["window", "command line", "runner", "sentinel", "launcher", "ninja", "compiler"]

PROFILE = {"profile": 1, "name": "Kills", "summary": "A tree that compiles for a while.", "platforms": ["linux"],
           "needs": {}, "flags": [], "source": {"kind": "existing"}}


class Failure(Exception):
    pass


class Workplace:
    """A home of its own, a source tree, and the command line upon them."""

    def __init__(self, programs, folder):
        self.programs = pathlib.Path(programs).resolve()
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "home"
        self.tree = self.folder / "tree"
        self.build = self.folder / "build"
        # A cache would leave nothing to compile in the second build.
        self.environment = dict(os.environ, TORCHMASON_HOME=str(self.home), QT_QPA_PLATFORM="offscreen",
                                CCACHE_RECACHE="1")
        profiles = self.home / "config" / "profiles"
        profiles.mkdir(parents=True)
        (profiles / "kills.json").write_text(json.dumps(PROFILE))
        self.tree.mkdir()
        names = [f"file{index}.cpp" for index in range(FILES)]
        for index, name in enumerate(names):
            (self.tree / name).write_text(
                "#include <algorithm>\n#include <map>\n#include <regex>\n#include <string>\n"
                f"bool f{index}(const std::string& s)\n"
                "{ return std::regex_match(s, std::regex(\"a|b\")) && std::map<int, int>().empty(); }\n")
        (self.tree / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(kills CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
            f"add_library(kills SHARED {' '.join(names)})\n")

    def cli(self, *words, check=True, **more):
        answer = subprocess.run([self.programs / "torchmason-cli", *words], env=dict(self.environment, **more),
                                capture_output=True, text=True, timeout=300)
        if check and answer.returncode != 0:
            raise Failure(f"{' '.join(words)}: exit code {answer.returncode}: {answer.stderr or answer.stdout}")
        return answer

    def attempt(self, number, home=None):
        answer = self.cli("attempts", "show", str(number), "--json", **({"TORCHMASON_HOME": str(home)} if home else {}))
        return json.loads(answer.stdout)["attempt"]

    def attempt_folder(self, number):
        return self.home / "data" / "attempts" / f"{number:04}"

    def forget_objects(self):
        for file in self.build.rglob("*.o"):
            file.unlink()

    def begin(self, *words):
        """Starts a build and answers the command line and the number of the attempt."""
        watch = subprocess.Popen([self.programs / "torchmason-cli", *words], env=self.environment,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in watch.stdout:
            if line.startswith("Attempt "):
                return watch, int(line.split()[1].rstrip(":"))
        raise Failure(f"{' '.join(words)} did not begin")

    def stop_all(self):
        for attempt in json.loads(self.cli("attempts", "list", "--json").stdout)["attempts"]:
            if attempt["state"] == "running":
                self.cli("attempts", "stop", str(attempt["number"]), check=False)

    def first(self):
        return self.begin("build", "--profile", "kills", "--source", str(self.tree), "--build", str(self.build), "--gate", "--jobs", "2")

    def again(self, number):
        return self.begin("attempts", "retry", str(number))


def processes():
    """pid -> (name, parent, state)"""
    table = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                text = (entry / "stat").read_text()
                name = text[text.index("(") + 1:text.rindex(")")]
                state, parent = text[text.rindex(")") + 2:].split()[:2]
                table[int(entry.name)] = (name, int(parent), state)
    return table


def of_build(identity):
    """pid -> name of the living processes that carry the attempt's mark."""
    mark = b"TORCHMASON_ATTEMPT=" + identity.encode()
    found = {}
    for pid, (name, _, state) in processes().items():
        with contextlib.suppress(OSError):
            if state != "Z" and mark in pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found[pid] = name
    return found


def wait_for(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Failure(what)


def compiling(place, number):
    """The attempt once a compiler of it is at work behind a launcher."""
    folder = place.attempt_folder(number)

    def look():
        if not (folder / "attempt.json").exists():
            return None
        attempt = place.attempt(number)
        if attempt["state"] != "running":
            raise Failure(f"attempt {number} is {attempt['state']} before a compiler was at work: {attempt.get('error')}")
        names = of_build(attempt["id"]).values()
        return attempt if "cc1plus" in names and any(name.startswith("torchmason-gate") for name in names) else None
    return wait_for(look, 120, f"no compiler of attempt {number} is at work")


def find(who, attempt, watch, window):
    runner = attempt["runner"]["pid"]
    if who == "window":
        return window.pid
    if who == "command line":
        return watch.pid
    if who == "runner":
        return runner
    if who == "sentinel":
        return next((pid for pid, (name, parent, _) in processes().items()
                     if parent == runner and name.startswith("torchmason-sent")), None)
    start = {"launcher": "torchmason-gate", "ninja": "ninja", "compiler": "cc1plus"}[who]
    return next((pid for pid, name in of_build(attempt["id"]).items() if name.startswith(start)), None)


def check_lines(folder):
    """Each whole line that was written is JSON, and so is each document."""
    for file in folder.glob("*.jsonl"):
        for line in file.read_bytes().split(b"\n")[:-1]:
            json.loads(line)
    for file in folder.glob("*.json"):
        json.loads(file.read_bytes())


def try_kill(place, victims, number):
    """Goes on with attempt `number` (0: a new one), kills the victims, checks; answers the attempt's own number."""
    place.forget_objects()
    watch, own = place.again(number) if number else place.first()
    window = subprocess.Popen([place.programs / "torchmason"], env=place.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        attempt = compiling(place, own)
        if number:
            states = {stage["id"]: stage["state"] for stage in attempt["stages"]}
            if states["configure"] != "skipped":
                raise Failure(f"attempt {own} configures again: {states}")
        log = place.attempt_folder(own) / "logs" / "compile.log"
        before = log.read_bytes()
        pids = [find(who, attempt, watch, window) for who in victims]
        if None in pids:
            raise Failure(f"there is no {victims[pids.index(None)]}")
        for pid in pids:  # none of them sees the end of another
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # Ninja compiles what does not need the step that failed.
        goes_on = not {"runner", "ninja"} & set(victims)
        harmless = set(victims) <= {"window", "command line", "sentinel"}
        if goes_on:
            time.sleep(1)
            if place.attempt(own)["state"] != "running":
                raise Failure("the build did not go on")
            place.cli("attempts", "stop", str(own))
        wait_for(lambda: place.attempt(own)["state"] != "running", PATIENCE, "it is told as running")
        wait_for(lambda: not of_build(attempt["id"]), PATIENCE, f"these live on: {of_build(attempt['id'])}")
        after = place.attempt(own)
        expected = {"stopped"} if harmless else {"interrupted"} if "runner" in victims else {"failed", "stopped"}
        if after["state"] not in expected:
            raise Failure(f"it is told as {after['state']}, not {' or '.join(sorted(expected))}")
        if not after.get("durationMs"):
            raise Failure("it does not say how long it ran")
        if not log.read_bytes().startswith(before):
            raise Failure("its log has lost what it had")
        check_lines(place.attempt_folder(own))
        return own
    finally:
        for process in (watch, window):
            process.kill()
            process.wait()


def kills(place, wanted=""):
    bad = 0
    number = 0
    for victims in [(who,) for who in KILLED] + list(itertools.combinations(KILLED, 2)):
        if wanted and wanted not in victims:
            continue
        began = time.monotonic()
        try:
            number = try_kill(place, victims, number)
            told = "holds"
        except Failure as failure:
            bad += 1
            told = f"DOES NOT HOLD: {failure}"
            number = 0
            place.stop_all()
        print(f"kill -9 of {' and '.join(victims)}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    if number:
        watch, own = place.again(number)
        watch.communicate()
        state = place.attempt(own)["state"]
        print(f"the last attempt goes on to its end: {state}", flush=True)
        bad += state != "succeeded"
    return bad


def pause(place):
    """The runner stands still for a minute; its build goes on, and it reads on."""
    place.forget_objects()
    watch, own = place.first()
    attempt = compiling(place, own)
    runner = attempt["runner"]["pid"]
    os.kill(runner, signal.SIGSTOP)
    time.sleep(60)
    state = place.attempt(own)["state"]
    os.kill(runner, signal.SIGCONT)
    watch.communicate()
    end = place.attempt(own)["state"]
    check_lines(place.attempt_folder(own))
    print(f"SIGSTOP of the runner for a minute: {state} meanwhile, {end} at the end", flush=True)
    return (state, end) != ("running", "succeeded")


def copies(place):
    """What the machine's sudden end leaves is a copy of some moment: each of a thousand can be read."""
    place.forget_objects()
    watch, own = place.first()
    compiling(place, own)
    bad = made = 0
    states = {}
    while made < 1000:
        if watch.poll() is not None:
            place.forget_objects()
            watch, own = place.again(own)
        other = place.folder / "copied"
        target = other / "data" / "attempts" / f"{own:04}"
        folder = place.attempt_folder(own)
        if not (folder / "attempt.json").exists():
            continue
        shutil.rmtree(other, ignore_errors=True)
        # A file that is replaced meanwhile is there under one name or the other; a machine's end takes one moment.
        target.parent.mkdir(parents=True)
        subprocess.run(["cp", "-a", folder, target], stderr=subprocess.DEVNULL, check=False)
        made += 1
        try:
            state = place.attempt(own, home=other)["state"]
            states[state] = states.get(state, 0) + 1
            for file in target.glob("*.jsonl"):
                for line in file.read_bytes().split(b"\n")[:-1]:
                    json.loads(line)
        except (Failure, ValueError) as failure:
            bad += 1
            print(f"copy {made}: {failure}", flush=True)
    if watch.poll() is None:
        place.cli("attempts", "stop", str(own))
    watch.communicate()
    print(f"{made} copies during builds, {bad} cannot be read; {states}", flush=True)
    return bad


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    import disturbances  # which uses what stands here
    parts = {"kills": kills, "window": lambda place: kills(place, "window"), "pause": pause, "copies": copies, **disturbances.PARTS}
    wanted = sys.argv[2:] or [name for name in parts if name != "window"]
    if not set(wanted) <= set(parts):
        sys.exit(__doc__)
    bad = 0
    for name in wanted:
        with tempfile.TemporaryDirectory(prefix="torchmason-kills-") as folder:
            bad += parts[name](Workplace(sys.argv[1], folder))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
