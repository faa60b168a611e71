// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVBoxLayout>

namespace torchmason {

// A column that stays as narrow as text is read well, about 90 letters, however wide its place is. A maximum
// width of the labels themselves would not do: their heights would be those of the whole place.
class ReadingColumn : public QVBoxLayout {
public:
    using QVBoxLayout::QVBoxLayout;

    int heightForWidth(int width) const override;
    int minimumHeightForWidth(int width) const override;
    void setGeometry(const QRect& place) override;

private:
    int readWidth(int width) const;
};

}
