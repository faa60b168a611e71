// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/WheelInstall.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QTemporaryDir>

namespace torchmason {

inline const QString systemPython = QStringLiteral("/usr/bin/python3");

// Wheels of a stand-in for torch in a folder of the test's own, and what their installs print.
class TorchInstalls {
protected:
    void setUp()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_printed.clear();
    }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString printed() const { return m_printed.join('\n'); }
    // The path of a new wheel; `more` stands at the end of its source.
    QString torch(const QString& version, const QStringList& requirements = {}, const QString& more = {})
    {
        makeWheel(path("dist"), "torch", version,
            QString::fromUtf8(standInTorch).replace("2.6.0", version) + more, requirements);
        return path("dist/torch-" + version + "-py3-none-any.whl");
    }
    Result<QString> install(const QString& wheel, const QString& environment, bool dependencies = true)
    {
        return installWheels(
            { { wheel }, environment, systemPython, dependencies, path("packages"), path("install.json") },
            [this](const QString& line) { m_printed << line; });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_printed;
};

}
