// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <memory>

namespace torchmason {

// A log file that may still grow, with its index. The file is read on a thread of its own; signals come
// at most ten times a second.
class LogDocument : public QObject {
    Q_OBJECT

public:
    explicit LogDocument(QString path, QObject* parent = nullptr);
    ~LogDocument() override;

    const QString& path() const { return m_path; }
    std::shared_ptr<const LogIndex> index() const { return m_index; }

signals:
    void grown();
    // The file became shorter or was replaced: every line number from before is void.
    void restarted();
    // One sentence about what is wrong with the file, empty when all is well again.
    void problemChanged(const QString& sentence);

private:
    QString m_path;
    std::shared_ptr<LogIndex> m_index;
    QThread m_thread;
};

}
