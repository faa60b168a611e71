// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/QueueQuestion.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace torchmason {

QueueAnswer askWhetherToWait(QWidget* parent, const QueueMatter& matter)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("QueueQuestion", text); };
    QMessageBox box(QMessageBox::Question, say("Another build is running"),
        say("\"%1\" is still building.").arg(matter.running), QMessageBox::NoButton, parent);
    box.setObjectName(QStringLiteral("queueQuestion"));
    box.setInformativeText(matter.sameFolder
            ? say("Both use the same build folder, so this one has to wait. It begins by itself.")
            : say("Two builds at once share memory and processors; most machines have too little memory for "
                  "that. If it waits, it begins by itself, also without this window."));
    QPushButton* wait = box.addButton(say("Start when the other has ended"), QMessageBox::AcceptRole);
    wait->setObjectName(QStringLiteral("queueWait"));
    QPushButton* now = nullptr;
    if (!matter.sameFolder) {
        now = box.addButton(say("Start now as well"), QMessageBox::DestructiveRole);
        now->setObjectName(QStringLiteral("queueNow"));
    }
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    cancel->setObjectName(QStringLiteral("queueCancel"));
    box.setDefaultButton(wait);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == wait)
        return QueueAnswer::Wait;
    return now && box.clickedButton() == now ? QueueAnswer::Now : QueueAnswer::Cancel;
}

}
