// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace torchmason {

class AttemptActivity;
class ErrorList;

// How many errors and warnings the tools of an attempt have written. It looks like a link, and opens the list
// of errors below it; where none was told one by one, what it counts is in the log.
class MessageCount : public QToolButton {
    Q_OBJECT

public:
    explicit MessageCount(QWidget* parent = nullptr);

    void showCount(const AttemptActivity& activity);
    void clear();
    QSize largest() const; // with many errors and warnings
    ErrorList* errorList() const { return m_errors; }

signals:
    void logWanted(); // with errors and warnings alone

private:
    ErrorList* m_errors = nullptr;
    QSize m_besideText; // pixels of the button without its text
    bool m_hasList = false;
};

}
