// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/patch/PatchPlan.h"
#include "tests/support/TestFiles.h"

#include <QStandardPaths>
#include <QTemporaryDir>

namespace torchmason {

inline SourcePatch replacement(const QString& file, const QString& find, const QString& replace)
{
    return { file, find, replace, QStringLiteral("because"), {} };
}

inline SourcePatch diffPatch(const QByteArray& diff)
{
    return { {}, {}, {}, QStringLiteral("because"), diff };
}

inline bool hasGit()
{
    return !QStandardPaths::findExecutable("git").isEmpty();
}

inline QString problemOf(const Result<PatchPlan>& plan)
{
    return plan ? QString() : plan.error().message;
}

// A source tree of the test's own.
class PatchedTree {
protected:
    void setUp() { m_folder = std::make_unique<QTemporaryDir>(); }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    Result<PatchPlan> planOf(const QVector<SourcePatch>& patches) const
    {
        return planPatches(m_folder->path(), patches);
    }
    // The file after the patches; as it was where they change nothing.
    QByteArray patched(const QString& file, const QVector<SourcePatch>& patches, QString& problem) const
    {
        const auto plan = planOf(patches);
        problem = problemOf(plan);
        if (!plan || plan->files.isEmpty())
            return contentOf(path(file));
        return plan->files.first().after.value_or(QByteArray());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

}
