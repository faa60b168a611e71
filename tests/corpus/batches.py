#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Deals labelled failures into batches, in an order that depends on nothing but their ids.

Every third case of a batch is "kept": rules are never written from it, and nobody looks at its answer alone.
"""
import argparse
import hashlib
import json
import pathlib


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+", help="files of cases, one JSON object a line")
    parser.add_argument("--into", required=True, metavar="DIR", help="where batch-01.jsonl and so on are written")
    parser.add_argument("--size", type=int, default=60)
    options = parser.parse_args()
    cases = []
    for path in options.cases:
        with open(path, encoding="utf-8") as lines:
            cases += [json.loads(line) for line in lines if line.strip()]
    cases.sort(key=lambda case: hashlib.sha256(case["id"].encode()).digest())
    folder = pathlib.Path(options.into)
    folder.mkdir(parents=True, exist_ok=True)
    for number, begin in enumerate(range(0, len(cases), options.size), 1):
        with open(folder / f"batch-{number:02}.jsonl", "w", encoding="utf-8") as out:
            for place, case in enumerate(cases[begin:begin + options.size]):
                print(json.dumps({**case, "kept": place % 3 == 2}, ensure_ascii=False), file=out)


if __name__ == "__main__":
    main()
