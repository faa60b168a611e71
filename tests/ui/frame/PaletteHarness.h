// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/WindowHarness.h"

#include <QLineEdit>
#include <QListView>

namespace torchmason {

// A window whose command palette is used with the keyboard.
class PaletteHarness : protected WindowHarness {
protected:
    // Types that; answers the list below the field.
    QListView* open(const QString& typed = {})
    {
        m_window->show();
        m_window->activateWindow();
        m_window->openPalette();
        QTest::keyClicks(find<QLineEdit>("commandField"), typed);
        return find<QListView>("commandList");
    }

    static QStringList titles(const QListView* list)
    {
        QStringList titles;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            titles << list->model()->index(row, 0).data().toString();
        return titles;
    }

    void press(Qt::Key key) { QTest::keyClick(find<QLineEdit>("commandField"), key); }
};

}
