// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/MessageCount.h"

#include "ui/panels/AttemptActivity.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/ErrorList.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

namespace torchmason {

namespace {

QString longText()
{
    return messageCounts(99, 9999);
}

}

MessageCount::MessageCount(QWidget* parent)
    : QToolButton(parent)
    , m_errors(new ErrorList(parent))
{
    nameWidget(*this, "attemptMessages",
        tr("Messages of compilers and other tools in the logs of all stages, as far as they are read; a "
           "click shows them (Ctrl+E)"),
        tr("Errors and warnings"));
    setAutoRaise(true);
    setCursor(Qt::PointingHandCursor);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const int letter = fontMetrics().ascent(); // its line stays as high as the words beside it
    setIconSize(QSize(letter, letter));
    setIcon(torchmason::icon(QStringLiteral("chevron-down")));
    setText(longText());
    m_besideText = sizeHint() - QSize(fontMetrics().horizontalAdvance(longText()), fontMetrics().height());
    setText({});
    setIcon({});
    connect(m_errors, &ErrorList::logWanted, this, &MessageCount::logWanted);
    connect(this, &QToolButton::clicked, this, [this] {
        if (m_hasList)
            m_errors->openBelow(*this);
        else
            emit logWanted();
    });
}

QSize MessageCount::largest() const
{
    return m_besideText + QSize(fontMetrics().horizontalAdvance(longText()), fontMetrics().height());
}

void MessageCount::clear()
{
    m_errors->clear();
    showText(this, QString());
}

void MessageCount::showCount(const AttemptActivity& activity)
{
    showText(this, activity.messages());
    setShortcut(Qt::CTRL | Qt::Key_E); // a new text takes it away
    if (!text().isEmpty())
        setAccessibleName(text());
    setEnabled(!activity.stageOfMessages().isEmpty());
    m_errors->showErrors(activity.errors(), activity.messageCount());
    QFont letters;
    letters.setUnderline(isEnabled());
    setFont(letters);
    const bool hasList = !activity.errors().isEmpty();
    if (m_hasList != hasList)
        setIcon(hasList ? torchmason::icon(QStringLiteral("chevron-down")) : QIcon());
    m_hasList = hasList;
}

}
