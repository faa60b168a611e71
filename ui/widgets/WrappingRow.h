// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Parts.h"

#include <QLayout>
#include <QList>

namespace torchmason {

// A row without margins, as rowOf() makes it, that goes on in further lines where it is too narrow for what
// it holds. What stands behind a stretch begins a line then. Of widgets, gaps and stretches.
class WrappingRow : public QLayout {
public:
    WrappingRow(int spacing, std::initializer_list<Part> parts);
    ~WrappingRow() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; // of one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& place) override;

private:
    struct Spot {
        QLayoutItem* item = nullptr;
        QRect place; // seen from the beginning of the row
    };
    QVector<Spot> spotsIn(int width) const;

    QList<QLayoutItem*> m_items;
};

}
