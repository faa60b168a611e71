// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QVector>
#include <QWidget>

namespace torchmason {

class WheelView;

// The wheels that an attempt has made, nearly always one.
class WheelList : public QWidget {
    Q_OBJECT

public:
    explicit WheelList(QWidget* parent = nullptr);

    // Hides itself where there are none.
    void showRecord(const AttemptRecord& record);
    bool areAllThere() const; // as far as the disk was asked

signals:
    void looked(); // areAllThere() may have changed

private:
    QVector<WheelView*> m_views;
};

}
