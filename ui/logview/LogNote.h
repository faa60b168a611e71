// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

namespace torchmason {

class LogView;

// A sentence about what was just done. It lies over a log for a while, away from the current line: a row of
// its own would move the log.
class LogNote : public QLabel {
    Q_OBJECT

public:
    LogNote(LogView* view, QWidget* parent);

    // An empty sentence takes away what was said.
    void say(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void findPlace();

    LogView* m_view;
    QTimer m_timer;
};

}
