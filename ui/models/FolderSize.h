// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <stop_token>

namespace torchmason {

// What cleaning would remove.
struct FolderSize {
    qint64 files = 0;
    Bytes size = 0;
    bool complete = true; // false where counting ended at the limit
};

// Counts what lies in a folder without following links; stops at `limit` files, or when told to. For a
// worker thread.
FolderSize measureFolder(const QString& folder, qint64 limit = 500'000, const std::stop_token& stop = {});

// Counts the folder that was asked for last, half a second after the asking, so that typing a path does not
// walk every disk on its way.
class FolderMeter : public QObject {
    Q_OBJECT

public:
    explicit FolderMeter(QObject* parent = nullptr);
    ~FolderMeter() override;

    void count(const QString& folder);

signals:
    void counted(const torchmason::FolderSize& count);

private:
    void begin();

    QString m_folder;
    QTimer m_delay;
    std::stop_source m_stop;
};

}
