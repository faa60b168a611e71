// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DropShade.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QApplication>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QStyle>
#include <QUrl>
#include <QWindow>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int lingerMilliseconds = 6000;
constexpr qsizetype mostNames = 3;

// Empty where something else than files is dragged.
QStringList filesIn(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile())
            return {};
        files << url.toLocalFile();
    }
    return files;
}

QString namesOf(const QStringList& paths)
{
    QStringList names;
    for (const QString& path : paths.mid(0, mostNames))
        names << inOneLine(withoutControls(QFileInfo(path).fileName())).left(80);
    if (paths.size() > mostNames)
        names << QStringLiteral("…");
    return names.join(u'\n');
}

}

DropShade::DropShade(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("dropShade"));
    m_sentence = headline({}, this);
    m_sentence->setObjectName(QStringLiteral("dropSentence"));
    m_names = named(secondaryText({}, this), "dropNames");
    for (QLabel* label : { m_sentence, m_names }) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    constexpr int margin = 3 * spacing::page;
    columnOf(this, { margin, margin, margin, margin }, spacing::group,
        { Part::stretch(), m_sentence, m_names, Part::stretch() });
    m_lingering.setSingleShot(true);
    m_lingering.setInterval(lingerMilliseconds);
    connect(&m_lingering, &QTimer::timeout, this, [this] { m_isKnown ? finish() : giveUp(); });
    hide();
}

void DropShade::watch()
{
    parentWidget()->windowHandle()->installEventFilter(this);
}

bool DropShade::begin(const QMimeData& mime)
{
    m_paths = filesIn(mime);
    if (m_paths.isEmpty() || QApplication::activeModalWidget())
        return false;
    m_isKnown = m_isDropped = false;
    m_lingering.stop();
    m_content = {};
    m_sentence->setText(tr("Checking…"));
    showText(m_names, namesOf(m_paths));
    setGeometry(parentWidget()->rect());
    show();
    raise();
    m_query.ask(
        {}, [paths = m_paths](const std::stop_token&) { return contentOfDrop(paths); },
        [this](const DropContent& content) { take(content); });
    return true;
}

void DropShade::take(const DropContent& content)
{
    m_content = content;
    m_isKnown = true;
    m_sentence->setText(content.sentence);
    if (content.use == DropContent::Use::None && m_paths.size() == 1)
        showText(m_names, {}); // the sentence has it
    layout()->activate();
    update();
    if (m_isDropped)
        drop();
}

void DropShade::drop()
{
    m_isDropped = true;
    if (!m_isKnown || m_content.use == DropContent::Use::None)
        return m_lingering.start(); // take() goes on
    const QStringList paths = m_paths;
    finish();
    emit dropped(m_content.use, paths);
}

void DropShade::giveUp()
{
    m_query.forget();
    take({ DropContent::Use::None,
        tr("The disk with %1 does not respond; drop it again once it does.")
            .arg(namesOf(m_paths.mid(0, 1))) });
}

void DropShade::finish()
{
    m_query.forget();
    m_lingering.stop();
    m_paths.clear();
    hide();
}

bool DropShade::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    const bool isDrag = type == QEvent::DragEnter || type == QEvent::DragMove || type == QEvent::Drop;
    if (type == QEvent::DragEnter && !begin(*static_cast<QDropEvent*>(event)->mimeData()))
        return QWidget::eventFilter(watched, event);
    if (m_paths.isEmpty() || m_isDropped)
        return QWidget::eventFilter(watched, event);
    if (isDrag) {
        auto* move = static_cast<QDropEvent*>(event);
        move->setDropAction(Qt::CopyAction); // never moved away from where they lie
        move->setAccepted(!m_isKnown || m_content.use != DropContent::Use::None);
        if (type == QEvent::Drop)
            drop();
        return true;
    }
    if (type == QEvent::DragLeave) {
        finish();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void DropShade::mousePressEvent(QMouseEvent*)
{
    finish();
}

void DropShade::paintEvent(QPaintEvent*)
{
    const bool refuses = m_isKnown && m_content.use == DropContent::Use::None;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlphaF(0.94F);
    painter.fillRect(rect(), veil);
    // The words of the page must not be read through those of the message.
    const int around = spacing::page;
    const QRect words
        = m_names->isHidden() ? m_sentence->geometry() : m_sentence->geometry().united(m_names->geometry());
    painter.setPen(edgeColour(palette()));
    painter.setBrush(palette().color(QPalette::Window));
    const QRectF plate = words.adjusted(-around, -around, around, around);
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8); // an edge of whole pixels
    if (refuses) { // before the sentence; where that is as wide as the plate, in its margin
        const QRect said = m_sentence->fontMetrics().boundingRect(
            m_sentence->geometry(), Qt::AlignCenter | Qt::TextWordWrap, m_sentence->text());
        const int side = std::min(around, StateMark::iconSide(fontMetrics()));
        const int left = std::max(words.left() - around, said.left() - spacing::inner - side);
        const QRect mark(left, said.center().y() - side / 2, side, side);
        markIcon(Mark::Warning).paint(&painter, QStyle::visualRect(layoutDirection(), words, mark));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toneColour(refuses ? Tone::Warning : Tone::Accent, palette()), 2, Qt::DashLine));
    const int edge = spacing::page;
    painter.drawRoundedRect(rect().adjusted(edge, edge, -edge, -edge), 8, 8);
}

}
