#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes resources/knowledge/cases.json: the failures of others that the program compares with, from open cases."""
import argparse
import json
import pathlib
import re

ERROR = re.compile(r"error|fatal|undefined|unresolved|cannot|could not|not found|no such|unsupported|denied|killed"
                   r"|unrecogni|unknown|missing|require|mismatch|incompatible|redefin|multiple definition", re.I)
# What carries a failure on and says nothing of its cause.
CARRIER = re.compile(r"ninja: build stopped|make(?:\[\d+\])?: \*\*\*|FAILED:|Configuring incomplete|See also|CalledProcessError"
                     r"|returned (?:a )?(?:non-zero|1) exit|ld returned|Failed building wheel|error originates|subprocess-exited"
                     r"|Error [12]$|Could not build wheels|LNK1120|MSB6006|MSB3721|errors? generated|errors? detected")
MOST_LINES, LONGEST = 4, 200


def lines_of(log):
    """The error lines; a message of CMake stands in the lines below its head."""
    found, rest = [], log.split("\n")
    for number, line in enumerate(rest):
        if line.startswith("CMake Error"):
            line = " ".join(part.strip() for part in rest[number:number + 4])
        elif not ERROR.search(line) or CARRIER.search(line) or line.startswith("  "):
            continue
        line = line.strip()[:LONGEST]
        if line not in found:
            found.append(line)
    return found[:MOST_LINES]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("batches", nargs="+", help="files of cases, one JSON object a line")
    parser.add_argument("--into", default="resources/knowledge/cases.json")
    options = parser.parse_args()
    rows = []
    for path in options.batches:
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            lines = lines_of(case["log"])
            if case["kept"] or not lines or not case.get("root_in_log", True):
                continue
            row = {"lines": lines, "cause": case["cause"], "url": case["url"]}
            if case.get("solution"):
                row["solution"] = case["solution"]
            rows.append(json.dumps(row, ensure_ascii=False))
    pathlib.Path(options.into).write_text(
        '{"schema": 1, "cases": [\n' + ",\n".join(sorted(rows)) + "\n]}\n", encoding="utf-8")
    print(len(rows), "cases")


if __name__ == "__main__":
    main()
