// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QWidget>

class QPushButton;

namespace torchmason {

class WheelList;

// What the selected attempt has left behind: its wheels. Hidden where it made none.
class HistoryDetail : public QWidget {
    Q_OBJECT

public:
    explicit HistoryDetail(QWidget* parent = nullptr);

    void showRecord(const AttemptRecord& record);

private:
    void openFolder();

    WheelList* m_wheels = nullptr;
    QPushButton* m_open = nullptr;
    QString m_folder;
};

}
