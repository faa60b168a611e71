// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/WaitingNote.h"

#include "core/base/JoinedList.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QPushButton>

namespace torchmason {

namespace {

QString startText(const AttemptRecord& record)
{
    QStringList numbers;
    for (const int number : record.waitsFor)
        numbers << QString::number(number);
    if (numbers.size() > 1)
        return WaitingNote::tr(
            "This build starts on its own when attempts %1 have ended, even if this window is closed.")
            .arg(joinedList(numbers));
    if (numbers.size() == 1)
        return WaitingNote::tr(
            "This build starts on its own when attempt %1 has ended, even if this window is closed.")
            .arg(numbers.first());
    return WaitingNote::tr("This build starts on its own, even if this window is closed.");
}

}

WaitingNote::WaitingNote(QWidget* parent)
    : QWidget(parent)
{
    m_words = plainText(this, "waitingWords");
    m_show = pushButton(
        this, "waitingShow", "eye", tr("Show it"), tr("Opens the attempt that this one waits for"));
    connect(m_show, &QPushButton::clicked, this, [this] { emit attemptWanted(m_number); });
    columnOf(this, { spacing::page, spacing::group, spacing::page, spacing::page }, spacing::group,
        { m_words, rowOf(0, { m_show, Part::stretch() }), Part::stretch() });
}

void WaitingNote::showRecord(const AttemptRecord& record)
{
    const QString place = record.request.buildFolder;
    QStringList lines { startText(record) };
    if (!place.isEmpty())
        lines << tr("It will build in %1.").arg(place);
    lines << tr("Its stages, memory, cores and log will be here then. \"Leave the queue\" gives it up.");
    m_words->setText(lines.join(QStringLiteral("\n\n")));
    m_number = record.waitsFor.value(0);
    m_show->setText(tr("Show attempt %1").arg(m_number));
    m_show->setVisible(m_number > 0);
}

}
