# SPDX-License-Identifier: GPL-3.0-or-later
# Where this interpreter keeps what an extension module is compiled with.
import json
import os
import sys
import sysconfig

paths = sysconfig.get_paths()
print("TORCHMASON-TRIAL " + json.dumps({
    "include": paths["include"],
    "platinclude": paths["platinclude"],
    "suffix": sysconfig.get_config_var("EXT_SUFFIX") or "",
    "libraries": os.path.join(sys.base_prefix, "libs"),
    "header": os.path.isfile(os.path.join(paths["include"], "Python.h")),
}))
