// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QProcess>
#include <QString>

namespace torchmason {

// Writes NAME-VERSION-py3-none-any.whl into `folder`: the package NAME with this source in its __init__.py,
// which requires `requirements`. False where there is no Python to pack it with.
inline bool makeWheel(const QString& folder, const QString& name, const QString& version,
    const QString& source, const QStringList& requirements = {},
    const QString& tag = QStringLiteral("py3-none-any"))
{
    static const char* const program = R"py(
import base64, hashlib, sys, zipfile
folder, name, version, source, tag = sys.argv[1:6]
info = name + "-" + version + ".dist-info/"
files = {name + "/__init__.py": source,
         info + "METADATA": "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n"
         + "".join("Requires-Dist: " + line + "\n" for line in sys.argv[6:]),
         info + "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: " + tag + "\n"}
def line(file, text):
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return "%s,sha256=%s,%d\n" % (file, digest, len(text.encode()))
files[info + "RECORD"] = "".join(line(*file) for file in files.items()) + info + "RECORD,,\n"
with zipfile.ZipFile(folder + "/" + name + "-" + version + "-" + tag + ".whl", "w") as wheel:
    for file, text in files.items():
        wheel.writestr(file, text)
)py";
    QDir().mkpath(folder);
    return QProcess::execute(QStringLiteral("/usr/bin/python3"),
               QStringList {
                   QStringLiteral("-c"), QString::fromLatin1(program), folder, name, version, source, tag }
                   + requirements)
        == 0;
}

// tinymod, which says its version.
inline bool makeTinyWheel(const QString& folder, const QString& version)
{
    return makeWheel(
        folder, QStringLiteral("tinymod"), version, QStringLiteral("version = '%1'\n").arg(version));
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
