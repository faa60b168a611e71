// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

class QHeaderView;
class QScrollBar;

namespace torchmason {

// The sign at the end of the headings that columns stand beyond the edge or gave way: it names them, and a
// click goes there. Those that gave way the table itself brings back. The keyboard scrolls the table itself.
class ColumnsBeyond : public QToolButton {
    Q_OBJECT

public:
    ColumnsBeyond(const QString& objectName, QHeaderView& headings, QScrollBar& bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    QStringList names() const;

    QHeaderView& m_headings;
};

}
