// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/ProfileStore.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace torchmason {

// Name and summary of a profile of the user's own, before it is saved, and what will be in it.
class ProfileForm : public QWidget {
    Q_OBJECT

public:
    explicit ProfileForm(QWidget* parent = nullptr);

    // A new profile that begins as `base` with the wishes in it. One of the user's own may also be changed
    // itself.
    void begin(const Profile& base, const WishedProfile& wished);

    QString name() const;
    QString summary() const;
    void showProblem(const QString& sentence);

signals:
    void saveRequested(); // as a new profile
    void changeRequested(); // into the one it began with
    void cancelled();

private:
    void createWidgets();
    void layOut();
    void check();

    QLabel* m_title = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_summary = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_changes = nullptr;
    QLabel* m_left = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_change = nullptr;
    QPushButton* m_cancel = nullptr;
};

}
