#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how the program answers batches of labelled failures: a row per batch and a table of confidence.

A batch has one JSON object a line. "log" is what the tools printed; "rules" are the answers that are right, "kind" and
"subject" say the same where no rule fits; "kept": true cases are never looked at when rules are written.
right: a rule of the label is the first root. general: the kind and the subject of the label are told, or a rule for
everything of a kind (form-...), which says no more than the message does, names or quotes the subject. wrong: something else is
told as the cause. unknown: an error is quoted, its cause is not told. nothing: no cause at all.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

# Kinds that say what to do without a subject.
ENOUGH = {"network", "out-of-disk", "out-of-memory", "permission", "locked", "encoding", "timeout", "crash"}
VERDICTS = ["right", "general", "wrong", "unknown", "nothing"]


def roots_of(program, log):
    """The findings that the program calls causes, the first one first."""
    answer = subprocess.run([program, "diagnose", "-", "--json"], input=log, capture_output=True)
    if answer.returncode != 0:
        sys.exit(answer.stderr.decode(errors="replace"))
    return [finding for finding in json.loads(answer.stdout)["findings"] if finding["root"]]


def first_root(program, log):
    return next(iter(roots_of(program, log.encode())), None)


def words(text):
    return set(re.findall(r"[a-z0-9]{3,}", text.lower()))


def verdict(case, root):
    if not root:
        return "nothing"
    isBug = root["rule"].startswith("bug-") and case["owner"] == "tree"
    if root["rule"] in case["rules"] or (isBug and words(root["component"]) & words(case.get("component", ""))):
        return "right"
    told, wanted = words(root["subject"]), words(case["subject"])
    isForm = root["rule"].startswith("form-")
    quoted = isForm and wanted and wanted <= words(root["evidence"])
    if (root.get("kind") == case["kind"] and (told & wanted or not wanted or case["kind"] in ENOUGH)) or (isForm and told & wanted) or quoted:
        return "general"
    return "unknown" if root["rule"].startswith("unrecognised-") else "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="torchmason-cli")
    parser.add_argument("batches", nargs="+", help="files of cases, one JSON object a line")
    parser.add_argument("--only", choices=["open", "kept"], help="these cases alone")
    parser.add_argument("--answers", metavar="FILE", help="write each case with its answer, one JSON object a line")
    options = parser.parse_args()
    answers = open(options.answers, "w", encoding="utf-8") if options.answers else None
    sure = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    print(f"{'batch':24}{'cases':>7}" + "".join(f"{name:>9}" for name in VERDICTS))
    for path in options.batches:
        with open(path, encoding="utf-8") as lines:
            cases = [json.loads(line) for line in lines if line.strip()]
        cases = [case for case in cases if case.get("root_in_log", True)
                 and (not options.only or case.get("kept", False) == (options.only == "kept"))]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            roots = list(pool.map(lambda case: first_root(options.program, case["log"]), cases))
        count = collections.Counter()
        for case, root in zip(cases, roots):
            told = verdict(case, root)
            count[told] += 1
            if root and not root["rule"].startswith("unrecognised-"):
                sure[root["confidence"]][told] += 1
            if answers:
                print(json.dumps({**case, "verdict": told, "answer": root}, ensure_ascii=False), file=answers)
        total.update(count)
        print(f"{os.path.basename(path):24}{len(cases):7}" + "".join(f"{count[name]:9}" for name in VERDICTS))
    whole = max(1, total.total())
    print(f"{'all':24}{total.total():7}" + "".join(f"{total[name] * 100 / whole:8.1f}%" for name in VERDICTS))
    for level in ("high", "medium", "low"):
        judged = sure[level].total()
        if judged:
            good = sure[level]["right"] + sure[level]["general"]
            print(f"confidence {level}: {good} of {judged} are right ({good * 100 / judged:.0f} %)")


if __name__ == "__main__":
    main()
