// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogQuery.h"

#include <QFile>
#include <QObject>
#include <QTimer>
#include <QVector>

#include <optional>

namespace torchmason {

// The part of LogSearch that reads. Works in steps of 8 MB, so that a new query waits for one step only.
// Whole lines only, except for lines of over 1 MB, which are looked at piece by piece.
class LogSearchWorker : public QObject {
    Q_OBJECT

public:
    LogSearchWorker();

    void start(int generation, const QString& path, const torchmason::LogQuery& query);
    void goOn(int generation);

signals:
    void hitsFound(int generation, const QVector<qint64>& hits, bool done);

private:
    void step();
    bool searchBlock(QVector<qint64>& hits);

    QTimer m_timer { this };
    QString m_path;
    QFile m_file;
    std::optional<LogQueryMatcher> m_matcher;
    int m_generation = 0;
    qint64 m_offset = 0;
    qint64 m_line = 0;
};

}
