// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/Estimate.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace torchmason {

// What to expect of a build: four figures, each with its reason beside it.
class EstimateForm : public QWidget {
    Q_OBJECT

public:
    explicit EstimateForm(QWidget* parent = nullptr);

    void setEstimate(const BuildEstimate& estimate);
    // As wide as the columns of a form above.
    void setColumnWidths(int names, int values);

private:
    struct Line {
        QLabel* name = nullptr;
        QLabel* value = nullptr;
        QLabel* reason = nullptr;
    };
    void addLine(Line& line, const QString& objectName, const QString& title);
    void show(Line& line, const Estimate& estimate, const QString& value);

    QGridLayout* m_grid = nullptr;
    enum { Time, Disk, Memory, Size, Lines };
    std::array<Line, Lines> m_lines;
};

}
