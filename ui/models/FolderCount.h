// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <stop_token>

namespace torchmason {

// What cleaning would remove.
struct FolderCount {
    qint64 files = 0;
    Bytes size = 0;
    bool complete = true; // false where counting ended at the limit
};

// Counts what lies in a folder without following links; stops at `limit` files, or when told to. For a
// worker thread.
FolderCount countFolder(const QString& folder, qint64 limit = 500'000, const std::stop_token& stop = {});

// Counts the folder that was asked for last, half a second after the asking, so that typing a path does not
// walk every disk on its way.
class FolderCounter : public QObject {
    Q_OBJECT

public:
    explicit FolderCounter(QObject* parent = nullptr);
    ~FolderCounter() override;

    void count(const QString& folder);

signals:
    void counted(const torchmason::FolderCount& count);

private:
    void begin();

    QString m_folder;
    QTimer m_delay;
    std::stop_source m_stop;
};

}
