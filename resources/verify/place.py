# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells as JSON what kind of environment this Python lies in. Run with -c. Nothing is imported of it: what is
installed is read in the folders of distributions. conda itself is a package of the base environment."""
import importlib.util
import json
import os
import re
import sys
import sysconfig

torch = installer = ""
try:
    from importlib import metadata
    torch = metadata.version("torch")
    installer = (metadata.distribution("torch").read_text("INSTALLER") or "").strip()
except Exception:
    pass
meta = os.path.join(sys.prefix, "conda-meta")
kind = "venv" if sys.prefix != sys.base_prefix else "conda" if os.path.isdir(meta) else "system"
managed = kind != "venv" and os.path.isfile(os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED"))
base = kind == "conda" and any(re.match(r"conda-\d.*\.json$", name) for name in os.listdir(meta))
tag = "cp%d%d" % sys.version_info[:2] + ("t" if "free-threading" in sys.version else "")
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "tag": tag, "kind": kind, "torch": torch,
                  "installer": installer, "managed": managed,
                  "base": base, "prefix": sys.prefix, "pip": importlib.util.find_spec("pip") is not None}))
