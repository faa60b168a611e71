// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QWidget>

namespace torchmason {

// An icon that is drawn afresh, so that it follows a palette that changes.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(int side, QWidget* parent = nullptr);

    void setIcon(const QIcon& icon);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
};

}
