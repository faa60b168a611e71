// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QWidget>

class QVBoxLayout;

namespace torchmason {

// What is to fix at the selected flag: each check that fails because of it, in the sentences of the review
// and with its buttons.
class FlagFixes : public QWidget {
    Q_OBJECT

public:
    explicit FlagFixes(QWidget* parent = nullptr);

    void showRows(const QVector<CheckRow>& rows);

signals:
    void changeRequested(const torchmason::Change& change);

private:
    void addRow(const CheckRow& row);

    QVector<CheckRow> m_rows;
    QVBoxLayout* m_column = nullptr;
};

}
