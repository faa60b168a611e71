// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMutex>
#include <QString>
#include <QStringList>

#include <memory>

namespace torchmason {

// The private folder in which things are tried, and folders like it on other disks. They go with this
// object; what a crash left behind is found by the mark inside and goes with sweep().
class TrialFolder {
public:
    // In the system's folder for temporary files, or in `parent`.
    static Result<std::shared_ptr<TrialFolder>> make(const QString& parent = {});
    ~TrialFolder();

    QString path() const { return m_path; }
    // One more on the disk of `place`, in the nearest folder above it that is there; the same one for the
    // same parent, as a rule. May be called on any thread.
    Result<QString> folderAt(const QString& place);

    // Removes what dead processes of this user left in `parent`, or in the system's temporary folder.
    static void sweep(const QString& parent = {});

private:
    explicit TrialFolder(const QString& path);
    QString otherIn(const QString& parent);
    Result<void> writeMark() const;

    const QString m_path;
    QMutex m_mutex;
    QStringList m_others;
};

}
