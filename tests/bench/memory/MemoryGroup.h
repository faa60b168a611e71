// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QProcess>
#include <QString>

namespace torchmason {

// A control group of our own whose processes have so much memory together and no more: the kernel kills one
// of them when they want more. Only where we may make one (root, or a delegated group). Gone with the object.
class MemoryGroup {
public:
    // Empty `trouble()` where it was made.
    explicit MemoryGroup(Bytes limit);
    ~MemoryGroup();
    MemoryGroup(const MemoryGroup&) = delete;
    MemoryGroup& operator=(const MemoryGroup&) = delete;

    const QString& trouble() const { return m_trouble; }
    // What this starts begins in the group, and so does all that it starts itself.
    void letIn(QProcess& process) const;
    int kills() const; // by the kernel, since the group was made
    Bytes peak() const; // with file caches

private:
    QString file(const char* name) const;

    QString m_folder;
    QString m_trouble;
    bool m_isSecond = false; // version of the control groups
};

}
