// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QVBoxLayout;

namespace torchmason {

// What can be done about a finding, the surest first. What the program can do itself has a button and says
// beforehand what it changes; what the user has to run is a line to copy.
class FixList : public QWidget {
    Q_OBJECT

public:
    explicit FixList(QWidget* parent = nullptr);

    enum class Known {
        Expected, // words until it is known what fits this attempt and this machine, with room for it
        Elsewhere, // the same of another machine: only the line for this system becomes known
        Fitted, // as completeFixes() and completeAdvice() fit them
    };
    void setFixes(const QVector<Fix>& fixes, Known known);
    // Without, nothing can be started: another build is being started, or the attempt goes on.
    void setRetryPossible(bool possible);
    bool focusFirst(); // of those with a button; false: there is none

signals:
    // In the order in which they act.
    void fixesRequested(const QVector<torchmason::Fix>& fixes);

private:
    void resizeEvent(QResizeEvent* event) override;
    void placeButtons();
    QWidget* createRow(const Fix& fix, int number);
    QBoxLayout* createTitle(const Fix& fix, int number, QWidget* row, QWidget* button);
    QWidget* createButton(const Fix& fix, QWidget* row);
    QWidget* createAwaited(const Fix& fix, QWidget* row);
    QWidget* createAwaitedNote(const Fix& fix, const QString& expected, QWidget* row);
    static QString applyText();
    static QString awaitedText();
    QString heading() const;
    void addUndoBox();
    void request(const Fix& fix);

    QVBoxLayout* m_layout = nullptr;
    QVector<QBoxLayout*> m_titles; // with the button of those that have one
    QVector<QWidget*> m_buttons;
    QVector<QWidget*> m_awaited; // stand where the buttons of the fitted fixes and their changes will
    QCheckBox* m_undo = nullptr; // with whatever is applied; null where there is nothing to take back
    QVector<Fix> m_fixes;
    Known m_known = Known::Expected;
    bool m_possible = true;
};

}
