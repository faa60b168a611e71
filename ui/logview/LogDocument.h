// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <atomic>
#include <memory>

namespace torchmason {

// The logs of one stage or of several, which may still grow, with their index. They are read on a thread of
// its own; signals come at most ten times a second.
class LogDocument : public QObject {
    Q_OBJECT

public:
    explicit LogDocument(const QVector<LogPart>& parts, QObject* parent = nullptr);
    ~LogDocument() override;

    // Stages that have come; those that were there keep their places.
    void setParts(const QVector<LogPart>& parts);
    std::shared_ptr<const LogIndex> index() const { return m_index; }
    // Whether the logs have not been read to their end yet.
    bool isReading() const { return m_isReading; }

signals:
    void grown();
    // A log became shorter or was replaced, or grew while others follow it: every line number from before is
    // void.
    void restarted();
    // One sentence about what is wrong with a log, empty when all is well again.
    void problemChanged(const QString& sentence);

private:
    QVector<LogPart> m_parts;
    std::shared_ptr<LogIndex> m_index;
    std::atomic<bool> m_isReading = true;
    QObject* m_indexer = nullptr; // lives in the thread
    QThread m_thread;
};

}
