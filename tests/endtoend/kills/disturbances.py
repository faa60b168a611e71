# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of kills.py in which nobody is killed: folders vanish, the clock is set, a disk does not answer."""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from kills import Failure, Workplace, of_build, wait_for

POINTS = ["configure", "compile", "end"]
DEBIANS_PYTHON = "/usr/bin/python3"  # for which python3-fusepy is
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"


class PausedBuild(Workplace):
    """A build that waits at the points until it may go on: in configuring, in compiling, and after all is made."""

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.points = self.folder / "points"
        self.points.mkdir()
        self.environment.update(HOME=str(self.folder / "own"), TMPDIR=str(self.folder / "temporary"), CCACHE_DISABLE="1")
        for name in ("own", "temporary"):
            (self.folder / name).mkdir()
        wait = self.folder / "wait"
        wait.write_text(f"#!/bin/sh\ntouch {self.points}/$1.reached\n"
                        f"while [ -e {self.folder} ] && [ ! -e {self.points}/$1.go ]; do sleep 0.1; done\n")
        wait.chmod(0o755)
        self.plant(self.tree)

    def plant(self, tree):
        (tree / "one.cpp").write_text("#include <string>\nint one() { return int(std::string().size()); }\n")
        (tree / "two.cpp").write_text("int two() { return 2; }\n")
        (tree / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(paused CXX)\n"
            f"execute_process(COMMAND {self.folder}/wait configure)\n"
            f"add_custom_command(OUTPUT middle.txt COMMAND {self.folder}/wait compile"
            " COMMAND ${CMAKE_COMMAND} -E touch middle.txt)\n"
            "add_library(one SHARED one.cpp middle.txt)\nadd_library(two SHARED two.cpp)\nadd_dependencies(two one)\n"
            f"add_custom_command(TARGET two POST_BUILD COMMAND {self.folder}/wait end)\n")

    def begin_until(self, point):
        for other in POINTS:
            if other != point:
                self.let_go(other)
        watch, number = self.begin("build", "--profile", "kills", "--source", str(self.tree), "--build", str(self.build),
                                   "--jobs", "2")
        wait_for(lambda: (self.points / f"{point}.reached").exists() or watch.poll() is not None, 120, "it waits nowhere")
        return watch, self.attempt(number)

    def let_go(self, point):
        (self.points / f"{point}.go").touch()


def does_not_hold(programs, title, work):
    """Prints how `work` upon a build of its own went; 1 where it failed."""
    with tempfile.TemporaryDirectory(prefix="torchmason-kills-", ignore_cleanup_errors=True) as folder:
        place = PausedBuild(programs, folder)
        try:
            print(f"{title}: holds{work(place) or ''}", flush=True)
            return 0
        except (Failure, json.JSONDecodeError, subprocess.TimeoutExpired) as failure:
            print(f"{title}: DOES NOT HOLD: {failure}", flush=True)
            place.stop_all()
            return 1


def take_away(folder, how):
    """What is there is kept beside it."""
    folder.rename(folder.with_name(folder.name + "-away"))
    if how == "a file":
        folder.write_text("not a folder\n")
    elif how == "an empty folder":
        folder.mkdir()


def bring_back(folder):
    if folder.is_dir():
        shutil.rmtree(folder)
    elif folder.exists():
        folder.unlink()
    folder.with_name(folder.name + "-away").rename(folder)


def one_folder(place, name, how, point):
    watch, attempt = place.begin_until(point)
    folder = {"source": place.tree, "build": place.build, "TMPDIR": place.folder / "temporary",
              "HOME": place.folder / "own", "TORCHMASON_HOME": place.home, "data": place.home / "data",
              "locks": place.home / "data" / "locks", "logs": place.attempt_folder(1) / "logs"}[name]
    take_away(folder, how)
    place.let_go(point)
    try:
        said = watch.communicate(timeout=90)[0]
    except subprocess.TimeoutExpired:
        watch.kill()
        raise Failure("the command line hangs") from None
    runner = pathlib.Path(f"/proc/{attempt['runner']['pid']}")
    wait_for(lambda: not runner.exists() and not of_build(attempt["id"]), 60, f"these live on: {of_build(attempt['id'])}")
    bring_back(folder)
    after = place.attempt(1)
    if after["state"] == "running":
        raise Failure("it is told as running")
    told = after.get("error") or ""
    if after["state"] != "succeeded" and str(folder) not in told and str(folder) not in said:
        raise Failure(f"nobody names {folder}: {told}")
    again = place.cli("attempts", "retry", "1", check=False)
    if place.attempt(2)["state"] != "succeeded":
        raise Failure(f"the next attempt does not go on: {again.stdout[-300:]} {again.stderr[-300:]}")
    return f", it is {after['state']}"


def folders(place):
    return sum(does_not_hold(place.programs, f"{how} in the place of {name} ({point})",
                             lambda own, name=name, how=how, point=point: one_folder(own, name, how, point))
               for name in ("source", "build", "TMPDIR", "HOME", "TORCHMASON_HOME", "data", "locks", "logs")
               for how in ("nothing", "a file", "an empty folder") for point in POINTS)


def set_clock(place, offsets):
    """The clock of all that runs here is set while a step waits, and once more before the next attempt."""
    clock = place.folder / "clock"
    clock.write_text("+0")
    place.environment.update(LD_PRELOAD=FAKETIME, FAKETIME_TIMESTAMP_FILE=str(clock), FAKETIME_NO_CACHE="1",
                             DONT_FAKE_MONOTONIC="1", FAKETIME_DONT_FAKE_MONOTONIC="1", NO_FAKE_STAT="1")
    began = time.monotonic()
    watch, attempt = place.begin_until("compile")
    clock.write_text(offsets[0])
    time.sleep(2)
    place.let_go("compile")
    row = next(line for line in place.cli("attempts", "list").stdout.splitlines() if line.startswith("1 "))
    if " h " in row:
        raise Failure(f"while it ran it was told as {row}")
    watch.communicate()
    ran = (time.monotonic() - began) * 1000
    clock.write_text(offsets[1])
    place.cli("attempts", "retry", "1")
    numbers = [attempt["number"] for attempt in json.loads(place.cli("attempts", "list", "--json").stdout)["attempts"]]
    if sorted(numbers, reverse=True) != numbers:
        raise Failure(f"the order of attempts is {numbers}")
    after = place.attempt(1)
    lengths = [after["durationMs"]] + [stage["durationMs"] for stage in after["stages"] if "durationMs" in stage]
    folder = place.attempt_folder(1)
    edges = [json.loads(line) for line in (folder / "edges.jsonl").read_text().splitlines()]
    lengths += [edge["end"] - edge["start"] for edge in edges]
    elapsed = [json.loads(line)["elapsed"] for line in (folder / "samples.jsonl").read_text().splitlines()]
    if not edges or min(lengths) < 0 or max(lengths) > ran or sorted(elapsed) != elapsed or elapsed[-1] > ran:
        raise Failure(f"of {ran:.0f} ms: {lengths}, {len(edges)} steps, samples {elapsed}")


def clock(place):
    if not pathlib.Path(FAKETIME).exists():
        print("the clock: not tried, because there is no libfaketime (apt-get install faketime)")
        return 0
    return sum(does_not_hold(place.programs, f"clock {offsets[0]} during a build, {offsets[1]} before the next",
                             lambda own, offsets=offsets: set_clock(own, offsets))
               for offsets in (("+1d", "+1d"), ("-1d", "-1d"), ("+1d", "+0"), ("-1d", "+0")))


@contextlib.contextmanager
def sleeping_disk(folder):
    """A folder upon FUSE, and the file with which it answers nobody any more; what waits there cannot be killed."""
    sleeps, back, mounted = folder / "sleeps", folder / "behind", folder / "disk"
    for made in (back, mounted):
        made.mkdir()
    daemon = subprocess.Popen([DEBIANS_PYTHON, pathlib.Path(__file__).with_name("sleepingdisk.py"), back, mounted, sleeps])
    try:
        wait_for(lambda: os.path.ismount(mounted) or daemon.poll() is not None, 20, "nothing is mounted")
        yield mounted, sleeps
    finally:
        sleeps.unlink(missing_ok=True)
        time.sleep(1)
        subprocess.run(["umount", "-l", mounted], check=False)
        daemon.terminate()
        daemon.wait()


def waiting_threads(pid):
    waiting = set()
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            if "request_wait" in (thread / "wchan").read_text():
                waiting.add(thread.name)
    return waiting


@contextlib.contextmanager
def screen():
    """A display of its own."""
    told, tells = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(tells), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
                              pass_fds=[tells], stderr=subprocess.DEVNULL)
    os.close(tells)
    try:
        with os.fdopen(told) as number:
            yield ":" + number.readline().strip()
    finally:
        server.terminate()
        server.wait()


def sleep_of_build(place):
    with sleeping_disk(place.folder) as (mounted, sleeps):
        place.build = mounted / "build"
        watch, attempt = place.begin_until("compile")
        sleeps.touch()
        place.let_go("compile")
        for words in (("list",), ("show", "1"), ("log", "1")):
            place.cli("attempts", *words)
        began = time.monotonic()
        answer = place.cli("attempts", "stop", "1", check=False)
        took = time.monotonic() - began
        if "has stopped" not in answer.stdout or "does not respond" not in answer.stdout:
            raise Failure(f"stop says after {took:.0f} s: {answer.stdout} {answer.stderr}")
        after = place.attempt(1)
        if after["state"] != "stopped" or str(mounted) not in after.get("error", ""):
            raise Failure(f"it is told as {after['state']}: {after.get('error')}")
        said = watch.communicate(timeout=60)[0]
        sleeps.unlink()
        wait_for(lambda: not of_build(attempt["id"]), 60, f"these live on: {of_build(attempt['id'])}")
        for point in POINTS:
            place.let_go(point)
        again = place.cli("attempts", "retry", "1", check=False)
        if place.attempt(2)["state"] != "succeeded":
            raise Failure(f"the next attempt does not go on: {again.stdout[-300:]} {again.stderr[-300:]}")
        return f"; stop took {took:.0f} s; who watched was told: {said.strip().splitlines()[-1]}"


def sleep_of_attempts(place, at_start):
    """The window goes on; what it shows of them comes later."""
    with sleeping_disk(place.folder) as (mounted, sleeps):
        (place.home / "config" / "settings.ini").write_text(f"[folders]\nattempts={mounted}/attempts\n")
        if at_start:
            sleeps.touch()
        watch_window(place, sleeps)


def look_around(window, display):
    """History, the dialog of disk space, settings, machine, profiles and the wizard, by their keys."""
    def xdotool(*words):
        return subprocess.run(["timeout", "10", "xdotool", *words], env=dict(os.environ, DISPLAY=display), check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split()
    before = waiting_threads(window.pid)
    for keys in ("ctrl+2", "ctrl+k", "disk space", "Return", "Escape", "ctrl+comma", "ctrl+4", "ctrl+3", "ctrl+1"):
        # Without a window manager nobody else gives a window the keys.
        for shown in xdotool("search", "--onlyvisible", "--pid", str(window.pid))[-1:]:
            xdotool("windowfocus", "--sync", shown)
        xdotool(*(("type", keys) if " " in keys else ("key", "--clearmodifiers", keys)))
        time.sleep(1.5)
    if not waiting_threads(window.pid) - before:
        raise Failure("no page has asked for anything of the disk")


def watch_window(place, sleeps, use=lambda window: None, words=()):
    """The disk answers no more ten seconds after the window was started, or before; the window goes on."""
    window = subprocess.Popen([place.programs / "torchmason", *words], env=place.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        time.sleep(10)
        sleeps.touch()
        use(window)
        waits = []
        for _ in range(80):
            time.sleep(0.1)
            waits.append(pathlib.Path(f"/proc/{window.pid}/wchan").read_text())
        # While it waits for a moment, and no longer, it waits for a thread and not for an event.
        if any("request_wait" in wait for wait in waits) or not any("poll" in wait for wait in waits[-20:]):
            raise Failure(f"the window waits in {sorted(set(waits))}")
        sleeps.unlink()
        time.sleep(2)
        window.terminate()
        window.wait(timeout=20)
    except subprocess.TimeoutExpired:
        raise Failure("the window does not end") from None
    finally:
        sleeps.unlink(missing_ok=True)
        window.kill()
        window.wait()


def sleep_of_pages(place):
    """All that the pages ask for lies there: attempts, sources and a build folder."""
    with sleeping_disk(place.folder) as (mounted, sleeps), screen() as display:
        (place.home / "config" / "settings.ini").write_text(
            "[folders]\n" + "".join(f"{name}={mounted}/{name}\n" for name in ("attempts", "work", "caches")))
        place.build = mounted / "build"
        watch, _ = place.begin_until("end")
        place.let_go("end")
        watch.communicate(timeout=120)
        place.environment.update(DISPLAY=display, QT_QPA_PLATFORM="xcb")
        watch_window(place, sleeps, lambda window: look_around(window, display))


def sleep_of_settings(place, at_start):
    """The window has its own settings, or goes on without, and writes over none that it has not read."""
    with sleeping_disk(place.folder) as (mounted, sleeps):
        config = place.home / "config"
        shutil.move(config, mounted / "config")
        config.symlink_to(mounted / "config")
        settings, draft = config / "settings.ini", config / "draft.json"
        settings.write_text("[flags]\nfavourites=USE_CUDA, USE_MKLDNN\n")
        draft.write_text('{"draft": 1, "configuration": {"flags": {"USE_KINETO": {"value": "OFF"}}}}')
        before = draft.read_text()
        if at_start:
            sleeps.touch()
        watch_window(place, sleeps)
        if "USE_CUDA, USE_MKLDNN" not in settings.read_text() or draft.read_text() != before:
            raise Failure(f"it has written {settings.read_text()} {draft.read_text()}")


def sleep_of_bundle(place):
    """A start names a bundle there: the window opens, and a thread of it waits."""
    def is_asked(window):
        if not waiting_threads(window.pid):
            raise Failure("nobody has asked for the bundle")
    with sleeping_disk(place.folder) as (mounted, sleeps):
        (place.folder / "behind" / "a.torchmason").write_text("no bundle\n")
        sleeps.touch()
        watch_window(place, sleeps, is_asked, [mounted / "a.torchmason"])


def sleep_of_log(place):
    """A build runs and its log is shown."""
    with sleeping_disk(place.folder) as (mounted, sleeps):
        (place.home / "config" / "settings.ini").write_text(f"[folders]\nattempts={mounted}/attempts\n")
        watch, attempt = place.begin_until("compile")
        watch_window(place, sleeps)
        place.cli("attempts", "stop", "1", check=False)  # it may take its time: the disk is a slow one
        watch.communicate(timeout=120)
        wait_for(lambda: not of_build(attempt["id"]), 60, f"these live on: {of_build(attempt['id'])}")


def hang(place):
    has_fuse = os.path.exists("/dev/fuse") and subprocess.run([DEBIANS_PYTHON, "-c", "import fusepy"], check=False,
                                                              stderr=subprocess.DEVNULL).returncode == 0
    if os.geteuid() != 0 or not has_fuse:
        print("a disk that does not answer: not tried; it needs root, /dev/fuse and python3-fusepy")
        return 0
    works = {"the build folder": sleep_of_build, "the attempts, while the window starts": lambda own: sleep_of_attempts(own, True),
             "the attempts, while the window stands": lambda own: sleep_of_attempts(own, False),
             "the settings, while the window starts": lambda own: sleep_of_settings(own, True),
             "the settings, while the window stands": lambda own: sleep_of_settings(own, False),
             "a bundle that the window is to open": sleep_of_bundle, "the log that the window shows": sleep_of_log}
    if shutil.which("Xvfb") and shutil.which("xdotool"):
        works["what the pages show that are opened then"] = sleep_of_pages
    else:
        print("a disk that does not answer, with pages that are opened then: not tried; it needs xvfb and xdotool")
    return sum(does_not_hold(place.programs, f"a disk that does not answer, with {name}", work)
               for name, work in works.items())


PARTS = {"folders": folders, "clock": clock, "hang": hang}
