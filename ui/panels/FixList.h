// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/BuildRequest.h"
#include "core/findings/Finding.h"

#include <QWidget>

class QVBoxLayout;

namespace torchmason {

// What can be done about a finding, the surest first. What the program can do itself has a button.
class FixList : public QWidget {
    Q_OBJECT

public:
    explicit FixList(QWidget* parent = nullptr);

    // `request`: of the attempt that failed; a fix that cannot change it is advice only.
    void setFixes(const QVector<Fix>& fixes, const BuildRequest& request);
    // Without, nothing can be started: another build is being started, or the attempt goes on.
    void setRetryPossible(bool possible);

signals:
    void fixRequested(const torchmason::Fix& fix);

private:
    QWidget* createRow(const Fix& fix, int number, const BuildRequest& request);

    QVBoxLayout* m_layout = nullptr;
    QVector<QWidget*> m_buttons;
    QVector<Fix> m_fixes;
    bool m_possible = true;
};

}
