// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QProcess>
#include <QString>

namespace torchmason {

// Writes tinymod-VERSION-py3-none-any.whl into `folder`: a module that says its version. False where there is
// no Python to pack it with.
inline bool makeTinyWheel(const QString& folder, const QString& version)
{
    static const char* const program = R"py(
import sys, zipfile
folder, version = sys.argv[1:]
info = "tinymod-" + version + ".dist-info/"
files = {"tinymod.py": "version = '" + version + "'\n",
         info + "METADATA": "Metadata-Version: 2.1\nName: tinymod\nVersion: " + version + "\n",
         info + "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
files[info + "RECORD"] = "".join(name + ",,\n" for name in files) + info + "RECORD,,\n"
with zipfile.ZipFile(folder + "/tinymod-" + version + "-py3-none-any.whl", "w") as wheel:
    for name, text in files.items():
        wheel.writestr(name, text)
)py";
    QDir().mkpath(folder);
    return QProcess::execute(QStringLiteral("/usr/bin/python3"),
               { QStringLiteral("-c"), QString::fromLatin1(program), folder, version })
        == 0;
}

// Debian splits the part that makes virtual environments off.
inline bool canMakeVenv()
{
    QProcess process;
    process.start(QStringLiteral("/usr/bin/python3"),
        { QStringLiteral("-c"), QStringLiteral("import venv, ensurepip") });
    return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

}
