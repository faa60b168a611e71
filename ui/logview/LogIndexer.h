// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace torchmason {

// Reads a log block by block into its index, and goes on looking for more ten times a second. Lives in
// LogDocument's thread; a step reads at most 8 MB, so that the thread can be ended quickly.
class LogIndexer : public QObject {
    Q_OBJECT

public:
    LogIndexer(QString path, std::shared_ptr<LogIndex> index);

    void start();
    void step();

signals:
    void grown();
    void restarted();
    void problemChanged(const QString& sentence);

private:
    bool openFile();
    bool wasReplaced();
    void startAgain();
    bool readBlocks();
    void tellGrown(bool more);
    void setProblem(const QString& sentence);

    QString m_path;
    std::shared_ptr<LogIndex> m_index;
    QFile m_file;
    QTimer m_timer { this };
    QElapsedTimer m_sinceTold;
    QString m_problem;
    bool m_wasReadAgain = false;
};

}
