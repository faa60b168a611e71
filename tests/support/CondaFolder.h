// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestFiles.h"

#include <QProcess>

namespace torchmason {

// "python3.11": the folder of the library of /usr/bin/python3.
inline QString pythonFolder()
{
    return QFileInfo(QStringLiteral("/usr/bin/python3")).canonicalFilePath().section(QLatin1Char('/'), -1);
}

// A folder like an environment of conda: a Python of its own with its library, and conda-meta. As conda's
// "create" without pip, it has none. False where this Python does not take such a folder for its own.
inline bool makeCondaFolder(const QString& folder)
{
    static const char* const program = R"py(
import json, os, shutil, subprocess, sys
folder, name = sys.argv[1:3]
library = os.path.join(folder, "lib", name)
for made in ("bin", "conda-meta", os.path.join("lib", name)):
    os.makedirs(os.path.join(folder, made))
shutil.copy(os.path.realpath("/usr/bin/python3"), os.path.join(folder, "bin", name))
os.symlink(name, os.path.join(folder, "bin", "python"))
for entry in os.listdir("/usr/lib/" + name):
    if entry not in ("EXTERNALLY-MANAGED", "dist-packages", "site-packages", "sitecustomize.py"):
        os.symlink(os.path.join("/usr/lib", name, entry), os.path.join(library, entry))
with open(os.path.join(folder, "conda-meta", "history"), "w") as history:
    history.write("==> 2024-01-01 00:00:00 <==\n# cmd: /opt/conda/bin/conda create -p " + folder + " python\n")
with open(os.path.join(folder, "conda-meta", "python-3.11.2-h2755cc3_0_cpython.json"), "w") as record:
    json.dump({"name": "python", "files": []}, record)
prefix = subprocess.run([os.path.join(folder, "bin", "python"), "-I", "-c", "import sys; print(sys.prefix)"],
                        capture_output=True, text=True).stdout.strip()
sys.exit(os.path.realpath(prefix) != os.path.realpath(folder))
)py";
    return QProcess::execute(QStringLiteral("/usr/bin/python3"),
               { QStringLiteral("-c"), QString::fromLatin1(program), folder, pythonFolder() })
        == 0;
}

// The pip that virtual environments get.
inline bool putPip(const QString& folder)
{
    const QString maker = folder + QStringLiteral("-pip");
    const QString place = QStringLiteral("/lib/") + pythonFolder();
    return QProcess::execute(
               QStringLiteral("/usr/bin/python3"), { QStringLiteral("-m"), QStringLiteral("venv"), maker })
        == 0
        && QDir().mkpath(folder + place + QStringLiteral("/dist-packages"))
        && QProcess::execute(QStringLiteral("/bin/cp"),
               { QStringLiteral("-r"), maker + place + QStringLiteral("/site-packages/pip"),
                   folder + place + QStringLiteral("/dist-packages/") })
        == 0;
}

}
