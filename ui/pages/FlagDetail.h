// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QFormLayout;
class QLabel;
class QModelIndex;
class QPushButton;

namespace torchmason {

class Banner;
class FlagModel;

// Explains the selected flag: what it does, the values of profile and default, since when, what depends
// on it, and what can go wrong.
class FlagDetail : public QWidget {
    Q_OBJECT

public:
    explicit FlagDetail(FlagModel& model, QWidget* parent = nullptr);

    void showFlag(const QModelIndex& index);

signals:
    void resetRequested();

private:
    FlagModel& m_model;
    QLabel* m_name = nullptr;
    QLabel* m_description = nullptr;
    Banner* m_risk = nullptr;
    QFormLayout* m_facts = nullptr;
    QPushButton* m_reset = nullptr;
};

}
