// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wheeladvice/WheelAdvice.h"

#include <QFrame>

namespace torchmason {

class Banner;
class CopyBox;

// "Do you need to build?": where an official wheel serves the machine, says so with the line for pip. Hidden
// where none does, for then building is what the user came for.
class WheelBanner : public QFrame {
    Q_OBJECT

public:
    explicit WheelBanner(QWidget* parent = nullptr);

    void setAdvice(const WheelAdvice& advice);

private:
    Banner* m_banner = nullptr;
    CopyBox* m_command = nullptr;
    QString m_shown; // the command that was told last: one that was closed stays closed
};

}
