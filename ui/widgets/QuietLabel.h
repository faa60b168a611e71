// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace torchmason {

// Wrapping text that stands back, in the quiet colour of whatever palette is in use.
class QuietLabel : public QLabel {
    Q_OBJECT

public:
    explicit QuietLabel(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
};

}
