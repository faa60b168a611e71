# SPDX-License-Identifier: GPL-3.0-or-later
# Imports each module that the words name, for real: one that is there may still not load.
import importlib
import importlib.util
import json
import sys

told = {}
for name in sys.argv[1:]:
    try:
        there = importlib.util.find_spec(name) is not None
    except Exception:
        there = True  # a package whose parts are missing
    if not there:
        told[name] = {"there": False}
        continue
    try:
        module = importlib.import_module(name)
        told[name] = {"there": True, "version": str(getattr(module, "__version__", ""))}
    except BaseException as problem:
        told[name] = {"there": True, "problem": "%s: %s" % (type(problem).__name__, problem)}
print("TORCHMASON-TRIAL " + json.dumps(told))
