// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/Diagnostic.h"

#include <QFrame>
#include <QVector>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace torchmason {

// The errors of a build, the oldest first, over the page below their count. It fills while it is open; Return
// or a double click on one goes to its line in the log.
class ErrorList : public QFrame {
    Q_OBJECT

public:
    explicit ErrorList(QWidget* parent = nullptr);

    // All that were told until now; `count`: how many there are, and how many warnings.
    void showErrors(const QVector<LogError>& errors, const DiagnosticCount& count);
    void clear();
    void openBelow(const QWidget& button);

signals:
    void lineWanted(const QString& stage, qint64 line);
    // In the editor; `place` names the file as the tool wrote it.
    void fileWanted(const QString& stage, const QString& place);
    void logWanted(); // all errors and warnings there

private:
    void createWidgets();
    void append(const LogError& error);
    const LogError* chosen() const; // nullptr: none

    QVector<LogError> m_errors;
    QTreeWidget* m_list = nullptr;
    QLabel* m_more = nullptr;
    QPushButton* m_openFile = nullptr;
    QPushButton* m_showLog = nullptr;
};

}
