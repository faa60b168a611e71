// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachineChecks.h"

#include "ui/models/MachineFacts.h"
#include "ui/widgets/CheckList.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace torchmason {

namespace {

void chooseProgram(QWidget* parent, MachineFacts& machine, const QString& key)
{
    const QString title
        = QCoreApplication::translate("MachineChecks", "Choose the program to use as %1").arg(key);
    const QString path = QFileDialog::getOpenFileName(parent, title, machine.overridePath(key));
    if (!path.isEmpty())
        machine.setOverridePath(key, path);
}

}

void serveChecks(CheckList& list, MachineFacts& machine)
{
    QObject::connect(&list, &CheckList::checkAgainRequested, &machine, &MachineFacts::look);
    QObject::connect(&list, &CheckList::foundRequested, &machine,
        [&machine](const QString& key) { machine.setOverridePath(key, {}); });
    QObject::connect(&list, &CheckList::chooseRequested, &machine,
        [&list, &machine](const QString& key) { chooseProgram(&list, machine, key); });
}

}
