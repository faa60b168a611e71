// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Banner.h"

namespace torchmason {

// Says that the disk of settings and profiles does not answer, or what is wrong with that folder. The window
// goes on without. Hidden while there is nothing to say.
class DiskNotice : public Banner {
    Q_OBJECT

public:
    explicit DiskNotice(QWidget* parent = nullptr);

signals:
    void diskAnswered(); // after it was late

private:
    void showLate();
    void showAnswer();
};

}
