// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BlockerQuestion.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype mostLines = 8; // more would push the buttons off a small screen

QString say(const char* text)
{
    return QCoreApplication::translate("BlockerQuestion", text);
}

QString listOf(const QStringList& blockers)
{
    QStringList lines;
    for (const QString& blocker : blockers.first(std::min(blockers.size(), mostLines)))
        lines << QStringLiteral("•  ") + blocker;
    if (blockers.size() > mostLines)
        lines << say("and %1 more").arg(blockers.size() - mostLines);
    return lines.join(u'\n');
}

}

QStringList blockersOf(const QVector<CheckRow>& rows)
{
    QStringList blockers;
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Fail)
            blockers << (row.found.isEmpty() ? row.title
                                             : QStringLiteral("%1: %2").arg(row.title, row.found));
    }
    return blockers;
}

bool askWhetherToBuildAnyway(QWidget* parent, const QStringList& blockers)
{
    const QString headline = blockers.size() == 1
        ? say("One thing stands in the way of this build, and it is expected to fail.")
        : say("%1 things stand in the way of this build, and it is expected to fail.").arg(blockers.size());
    // All in one text: a further one would be wrapped to the width of the first.
    QMessageBox box(QMessageBox::Warning, say("Build anyway"),
        headline + QStringLiteral("\n\n") + listOf(blockers), QMessageBox::NoButton, parent);
    box.setObjectName(QStringLiteral("blockerQuestion"));
    box.setTextFormat(Qt::PlainText); // tools say what they like
    QPushButton* build = box.addButton(say("Build anyway"), QMessageBox::AcceptRole);
    build->setObjectName(QStringLiteral("blockerBuild"));
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    cancel->setObjectName(QStringLiteral("blockerCancel"));
    box.setDefaultButton(cancel);
    box.setEscapeButton(cancel);
    box.exec();
    return box.clickedButton() == build;
}

}
