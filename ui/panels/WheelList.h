// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QVector>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

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
    std::optional<bool> isThere() const { return m_isThere; } // as the disk told last of this wheel

signals:
    void looked(); // isThere() is known now

private:
    void createWidgets();
    void layOut();
    QPushButton* copyButton(const char* name);
    void showFacts(const BuildRequest& request);
    void askDisk(const AttemptRecord& record);
    void showPlace(const WheelPresence& presence);

    WheelRecord m_wheel;
    int m_number = 0; // the answer to an older question is of no use
    int m_attempt = 0; // that made it
    std::optional<qint64> m_endedAt; // of it
    bool m_isAsking = false;
    std::optional<bool> m_isThere;
    ElidedLabel* m_name = nullptr;
    QLabel* m_facts = nullptr;
    IconLabel* m_mark = nullptr;
    ElidedLabel* m_place = nullptr;
    QPushButton* m_path = nullptr;
    QPushButton* m_hash = nullptr;
};

// The wheels that an attempt has made, nearly always one.
class WheelList : public QWidget {
    Q_OBJECT

public:
    explicit WheelList(QWidget* parent = nullptr);

    // Hides itself where there are none.
    void showRecord(const AttemptRecord& record);
    // As far as the disk was asked:
    bool areAllThere() const;
    bool isLastMissing() const; // gone, or another one now

signals:
    void looked(); // these may have changed

private:
    QVector<WheelView*> m_views;
};

}
