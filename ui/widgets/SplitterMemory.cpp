// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SplitterMemory.h"

#include "ui/models/Settings.h"

#include <QSplitter>

namespace torchmason {

namespace {

QString keyOf(const QSplitter& splitter)
{
    return QStringLiteral("splitters/") + splitter.objectName();
}

}

void restoreSplitter(QSplitter& splitter)
{
    const QByteArray state = settings()->value(keyOf(splitter)).toByteArray();
    if (!state.isEmpty())
        splitter.restoreState(state);
}

void rememberSplitter(const QSplitter& splitter)
{
    settings()->setValue(keyOf(splitter), splitter.saveState());
}

}
