// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"

#include <QObject>
#include <QString>
#include <QVector>

namespace torchmason {

// Fits fixes to a failed attempt on another thread: it looks at the machine, tries the checks and reads the
// build folder. What was asked for last is what is told.
class FixLook : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Nothing happens where the same finding of the same attempt was asked for last.
    void look(const AttemptRecord& record, const Finding& finding);
    void forget();

signals:
    void found(const QVector<torchmason::Fix>& fixes);

private:
    QString m_asked;
};

}
