#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes resources/knowledge/cases.json: the failures of others that the program compares with, from open cases.

The line that is compared is the one in which the program itself recognises the failure.
"""
import argparse
import json
import os
import pathlib
from concurrent.futures import ThreadPoolExecutor

from contact import first_root

LONGEST = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="torchmason-cli")
    parser.add_argument("batches", nargs="+", help="files of cases, one JSON object a line")
    parser.add_argument("--into", default="resources/knowledge/cases.json")
    options = parser.parse_args()
    cases = [json.loads(line) for path in options.batches
             for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if not case["kept"] and case.get("root_in_log", True)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        roots = list(pool.map(lambda case: first_root(options.program, case["log"]), cases))
    rows = []
    for case, root in zip(cases, roots):
        if root:
            row = {"line": root["evidence"][:LONGEST], "cause": case["cause"], "url": case["url"]}
            if case.get("solution"):
                row["solution"] = case["solution"]
            rows.append(json.dumps(row, ensure_ascii=False))
    pathlib.Path(options.into).write_text(
        '{"schema": 1, "cases": [\n' + ",\n".join(sorted(rows)) + "\n]}\n", encoding="utf-8")
    print(len(rows), "cases")


if __name__ == "__main__":
    main()
