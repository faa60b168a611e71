// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogNote.h"

#include "ui/logview/LogView.h"
#include "ui/widgets/Parts.h"

#include <QEvent>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int shownMilliseconds = 10'000;

}

LogNote::LogNote(LogView* view, QWidget* parent)
    : QLabel(parent)
    , m_view(view)
{
    setObjectName(QStringLiteral("logNote"));
    setTextFormat(Qt::PlainText); // it may name files and notes
    setWordWrap(true);
    setFrameShape(QFrame::Box);
    setMargin(spacing::small); // within the frame, unlike contents margins
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setAttribute(Qt::WA_TransparentForMouseEvents); // the lines below it can be clicked
    hide();
    m_timer.setSingleShot(true);
    m_timer.setInterval(shownMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] { say({}); });
    connect(view, &LogView::currentLineChanged, this, &LogNote::findPlace);
    view->viewport()->installEventFilter(this);
}

void LogNote::say(const QString& sentence)
{
    showText(this, sentence);
    if (sentence.isEmpty())
        return m_timer.stop();
    m_timer.start();
    raise();
    findPlace();
}

bool LogNote::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        findPlace();
    return QLabel::eventFilter(watched, event);
}

// At the end of the log that is in sight; at its beginning where the current line is near the end.
void LogNote::findPlace()
{
    if (isHidden())
        return;
    constexpr int gap = spacing::inner;
    const QWidget* log = m_view->viewport();
    const QRect area
        = QRect(log->mapTo(parentWidget(), QPoint()), log->size()).adjusted(gap, gap, -gap, -gap);
    const int width = std::clamp(sizeHint().width(), 1, std::max(1, area.width()));
    const int height = heightForWidth(width);
    const bool isNearEnd = m_view->isFollowing() || m_view->currentRow().center().y() > log->height() / 2;
    setGeometry(area.left(), isNearEnd ? area.top() : area.bottom() + 1 - height, width, height);
}

}
