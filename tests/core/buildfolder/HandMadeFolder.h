// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"
#include "tests/support/CacheFile.h"

#include <QTemporaryDir>

namespace torchmason {

// From "NAME=VALUE".
inline FlagValue flag(const QString& text)
{
    return { text.section('=', 0, 0), text.section('=', 1), {}, ValueOrigin::User };
}

// A build folder that is made by hand: what CMake and ninja leave there.
class HandMadeFolder {
protected:
    void setUp()
    {
        m_root = std::make_unique<QTemporaryDir>();
        m_build = m_root->filePath("build");
        m_source = m_root->filePath("source");
        QVERIFY(QDir().mkpath(m_source));
    }
    BuildFolderWishes wishes() const { return { m_build, m_source, "Ninja", {}, {}, {} }; }
    void cache(const QString& more = {}) const { writeCache(m_build, m_source, "Ninja", more.toUtf8()); }
    void made(const QStringList& outputs) const
    {
        QByteArray log = "# ninja log v5\n";
        for (const QString& output : outputs) {
            write(m_build + '/' + output);
            log += "0\t1\t1\t" + output.toUtf8() + "\tabc\n";
        }
        write(m_build + "/.ninja_log", log);
    }
    CleanAdvice advice(const BuildFolderWishes& wishes) const
    {
        const auto state = readBuildFolder(m_build);
        return state ? adviseClean(wishes, *state) : CleanAdvice();
    }

    std::unique_ptr<QTemporaryDir> m_root;
    QString m_build;
    QString m_source;
};

}
