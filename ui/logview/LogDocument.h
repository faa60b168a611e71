// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogLayout.h"
#include "ui/models/OwnThread.h"

#include <QObject>
#include <QString>

#include <memory>

namespace torchmason {

class LogIndexer;

// The logs of one stage or of several, which may still grow. They are read on a thread of its own; signals
// come at most ten times a second.
class LogDocument : public QObject {
    Q_OBJECT

public:
    explicit LogDocument(const QVector<LogPart>& parts, QObject* parent = nullptr);
    ~LogDocument() override;

    // Stages that have come; those that were there keep their places.
    void setParts(const QVector<LogPart>& parts);
    // What has been read; another one from changed() to changed().
    const LogLayout& layout() const { return m_layout; }
    // Whether the logs have not been read to their end yet.
    bool isReading() const { return m_isReading; }

signals:
    void changed();
    // One sentence about what is wrong with a log, empty when all is well again.
    void problemChanged(const QString& sentence);

private:
    friend class LogIndexer;

    QVector<LogPart> m_parts;
    LogLayout m_layout;
    bool m_isReading = true;
    LogIndexer* m_indexer = nullptr; // lives in the thread
    std::shared_ptr<Listener<LogDocument>> m_listener;
    std::unique_ptr<QThread> m_thread;
};

}
