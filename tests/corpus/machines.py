#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how the check before a build answers labelled machines, one JSON object a line.

"verdict" is ready or blocked; each of "blockers" has the rows that are a right name for it; "must_not_block" are rows
that a careless check would block wrongly. A machine is right where all three hold.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile


def problems_of(program, machine):
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as facts:
        json.dump(machine["facts"], facts)
        facts.flush()
        answer = subprocess.run([program, "check", "--profile", machine["profile"], "--host", facts.name, "--json",
                                 *machine.get("arguments", [])], capture_output=True, text=True)
    if not answer.stdout:
        return ["refused: " + answer.stderr.strip()]
    failing = {check["id"] for check in json.loads(answer.stdout)["checks"] if check["state"] == "fail"}
    verdict = "blocked" if failing else "ready"
    problems = [] if verdict == machine["verdict"] else [f"is {verdict}, should be {machine['verdict']}"]
    problems += ["misses: " + blocker["why"] for blocker in machine.get("blockers", [])
                 if not failing & set(blocker["rows"])]
    return problems + ["blocks wrongly: " + row for row in machine.get("must_not_block", []) if row in failing]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="torchmason-cli")
    parser.add_argument("machines", help="file of machines")
    parser.add_argument("--only", choices=["open", "kept"], help="these machines alone")
    parser.add_argument("--problems", action="store_true", help="say what is not right, of open machines alone")
    options = parser.parse_args()
    machines = [json.loads(line) for line in pathlib.Path(options.machines).read_text(encoding="utf-8").splitlines()]
    machines = [machine for machine in machines if not options.only or machine["kept"] == (options.only == "kept")]
    right = verdicts = 0
    for machine in machines:
        problems = problems_of(options.program, machine)
        right += not problems
        verdicts += not any(problem.startswith(("is ", "refused")) for problem in problems)
        if options.problems and problems and not machine["kept"]:
            print(machine["id"], "; ".join(problems), sep=": ")
    print(f"{len(machines)} machines: verdict right {verdicts}, all right {right}")


if __name__ == "__main__":
    main()
