#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints which labels of a collection of logs are told as something else.

The collection has one JSON object a line: "log", "failure_class" (the rule that must come first) and, where the
excerpt alone cannot tell, "root_in_log": false.
"""
import argparse
import collections
import json

from contact import roots_of


def planted(excerpt, around):
    """The excerpt at two thirds of a log that ends well; by itself where there is none."""
    if not around:
        return excerpt
    cut = around.index(b"\n", len(around) * 2 // 3) + 1
    return around[:cut] + excerpt + b"\n" + around[cut:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="torchmason-cli")
    parser.add_argument("cases", help="the collection, one JSON object a line")
    parser.add_argument("--around", metavar="LOG", help="plant each excerpt into this log of a good build")
    options = parser.parse_args()
    around = open(options.around, "rb").read() if options.around else b""
    confused = collections.Counter()
    judged = right = several = 0
    with open(options.cases, encoding="utf-8") as cases:
        for line in filter(str.strip, cases):
            case = json.loads(line)
            if not case.get("root_in_log", True):
                continue
            roots = roots_of(options.program, planted(case["log"].encode(), around))
            told = roots[0]["rule"] if roots else "nothing"
            judged += 1
            several += len(roots) > 1
            if told == case["failure_class"]:
                right += 1
            else:
                confused[case["failure_class"], told] += 1
    for (label, told), count in confused.most_common():
        print(f"{count:4}  {label} told as {told}")
    print(f"root first: {right} of {judged}; more than one root: {several}")


if __name__ == "__main__":
    main()
