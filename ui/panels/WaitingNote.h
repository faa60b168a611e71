// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace torchmason {

// What an attempt waits for, and what will happen then.
class WaitingNote : public QWidget {
    Q_OBJECT

public:
    explicit WaitingNote(QWidget* parent = nullptr);

    void showRecord(const AttemptRecord& record);

signals:
    void attemptWanted(int number);

private:
    int m_number = 0; // of the one that it waits for; 0: not known
    QLabel* m_words = nullptr;
    QPushButton* m_show = nullptr;
};

}
