// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CloseQuestion.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace torchmason {

CloseAnswer askBeforeClosing(QWidget* parent, const QString& buildName)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("CloseQuestion", text); };
    QMessageBox box(QMessageBox::Question, say("A build is running"),
        say("\"%1\" is still building.").arg(buildName), QMessageBox::NoButton, parent);
    box.setObjectName(QStringLiteral("closeQuestion"));
    box.setInformativeText(say("It can go on without this window; the next start shows it again."));
    QPushButton* keep = box.addButton(say("Keep building"), QMessageBox::AcceptRole);
    keep->setObjectName(QStringLiteral("closeKeep"));
    QPushButton* stop = box.addButton(say("Stop build"), QMessageBox::DestructiveRole);
    stop->setObjectName(QStringLiteral("closeStop"));
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    cancel->setObjectName(QStringLiteral("closeCancel"));
    box.setDefaultButton(keep);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == keep)
        return CloseAnswer::KeepBuilding;
    return box.clickedButton() == stop ? CloseAnswer::StopBuild : CloseAnswer::Cancel;
}

}
