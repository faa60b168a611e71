# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells as JSON which Python this is, and the versions of the packages that are named. Run with -c.

Before Python 3.11 one in a virtual environment does not know which program made it, but where that lies;
importlib.metadata came with 3.8."""
import json
import os
import sys

base = getattr(sys, "_base_executable", None) or sys.executable
if sys.prefix != sys.base_prefix and os.path.dirname(base) == os.path.dirname(sys.executable):
    name = "python.exe" if os.name == "nt" else "bin/python%d.%d" % sys.version_info[:2]
    base = os.path.join(sys.base_prefix, name)
packages = {}
try:
    from importlib import metadata
except ImportError:
    packages = None
for name in sys.argv[1:] if packages is not None else []:
    try:
        packages[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
print(json.dumps({"version": " ".join(sys.version.split()), "place": sys.base_prefix, "base": base,
                  "packages": packages}))
