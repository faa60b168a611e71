// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace torchmason {

// A hairline between two areas, one pixel wide.
class SeparatorLine : public QWidget {
    Q_OBJECT

public:
    explicit SeparatorLine(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
