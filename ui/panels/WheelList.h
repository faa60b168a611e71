// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QVector>
#include <QWidget>

class QLabel;
class QToolButton;

namespace torchmason {

class ElidedLabel;
class IconLabel;
struct WheelPresence;

// One wheel that was made: its name, what it is for, its hash, and whether it still lies where it was put.
class WheelView : public QWidget {
    Q_OBJECT

public:
    explicit WheelView(QWidget* parent = nullptr);

    void showWheel(const WheelRecord& wheel, const AttemptRecord& record);
    bool isThere() const { return m_isThere; } // as far as the disk was asked

signals:
    void looked(); // isThere() is known now

private:
    void createWidgets();
    void layOut();
    QToolButton* copyButton(const char* name);
    void askDisk(const AttemptRecord& record);
    void showPlace(const WheelPresence& presence);

    WheelRecord m_wheel;
    int m_number = 0; // the answer to an older question is of no use
    bool m_isThere = false;
    ElidedLabel* m_name = nullptr;
    QLabel* m_facts = nullptr;
    IconLabel* m_mark = nullptr;
    ElidedLabel* m_place = nullptr;
    QToolButton* m_path = nullptr;
    QToolButton* m_hash = nullptr;
};

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
    void missed(); // one is gone, or another one now

private:
    QVector<WheelView*> m_views;
};

}
