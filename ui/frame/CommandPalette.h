// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/PaletteEntry.h"

#include <QFrame>
#include <QPointer>
#include <QVector>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace torchmason {

class CommandDelegate;
class CommandSource;

// A field over the window that finds what the program can do, and the best answers below it. The focus stays
// in the field: Up and Down choose, Return does it, Esc goes back to where the focus was.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    CommandPalette(CommandSource& source, QWidget* window);

    void open();
    // What is offered has changed while it is open.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void createWidgets();
    void leave();
    void place();
    QVector<PaletteEntry> recentOnes() const;
    int rowOf(const QString& title) const;
    void choose(int row);
    void runChosen();
    bool takeKey(int key);

    CommandSource& m_source;
    QVector<PaletteEntry> m_shown;
    QString m_typed; // what they answer
    QPointer<QWidget> m_focusBefore;
    QLineEdit* m_field = nullptr;
    QListView* m_list = nullptr;
    CommandDelegate* m_rows = nullptr;
    QStandardItemModel* m_model = nullptr;
    QLabel* m_nothing = nullptr;
};

}
