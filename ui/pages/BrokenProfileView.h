// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/Profile.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace torchmason {

class StateMark;

// A profile's file that could not be read: what is wrong, each with the line and its neighbours, and how to
// go on.
class BrokenProfileView : public QWidget {
    Q_OBJECT

public:
    explicit BrokenProfileView(QWidget* parent = nullptr);

    void showBroken(const BrokenProfile& broken);

signals:
    void openRequested();
    void readAgainRequested();

private:
    void layOut();
    QWidget* addProblem(const ProfileProblem& problem, const QByteArray& text); // its sentence
    void addMore(const QVector<ProfileProblem>& rest, const QByteArray& text, const QString& file);

    QLabel* m_name = nullptr;
    StateMark* m_mark = nullptr;
    QLabel* m_shadowed = nullptr;
    QLabel* m_file = nullptr;
    QVBoxLayout* m_problems = nullptr;
    QWidget* m_shown = nullptr; // holds the problems
    QString m_whole; // the file of which the user wanted all of them
};

}
