// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CopyBox.h"

#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>
#include <QtMath>

namespace torchmason {

namespace {

// Lines break where a separator stands in for a space; what is copied has the spaces.
class CommandText : public QPlainTextEdit {
public:
    explicit CommandText(QWidget* parent)
        : QPlainTextEdit(parent)
    {
        // Queued: it tells before it scrolls.
        connect(
            verticalScrollBar(), &QScrollBar::actionTriggered, this,
            [this] {
                const bool isInSight = viewport()->rect().intersects(cursorRect());
                m_leftAt = isInSight ? -1 : textCursor().position();
            },
            Qt::QueuedConnection);
    }

protected:
    // Lines are broken anew. Who has scrolled away from the cursor stays there.
    void resizeEvent(QResizeEvent* event) override
    {
        QPlainTextEdit::resizeEvent(event);
        if (textCursor().position() != m_leftAt)
            ensureCursorVisible();
    }
    QMimeData* createMimeDataFromSelection() const override
    {
        auto* copied = new QMimeData;
        copied->setText(textCursor()
                            .selectedText()
                            .replace(QChar::LineSeparator, u' ')
                            .replace(QChar::Nbsp, u' ')
                            .replace(QChar::ParagraphSeparator, u'\n'));
        return copied;
    }

private:
    int m_leftAt = -1; // the cursor, by scrolling
};

// The spaces at which lines of this width end. Qt breaks behind hyphens and slashes, too, and what it tears
// apart is no option and no address any more. Spaces at the beginning are an indentation, and one letter at
// the end (the \ of a command that goes on) stays with the word before it.
QVector<qsizetype> breaksOf(const QString& text, const QFontMetricsF& letters, double width)
{
    QVector<qsizetype> breaks;
    qsizetype begin = 0;
    qsizetype fits = -1; // the last space of a line that fits
    for (qsizetype at = 0; at <= text.size(); ++at) {
        if (at < text.size()
            && (text[at] != u' ' || at == text.size() - 2 || QStringView(text).first(at).trimmed().isEmpty()))
            continue;
        if (fits >= 0 && letters.horizontalAdvance(text.mid(begin, at - begin)) > width) {
            breaks.append(fits);
            begin = fits + 1;
        }
        fits = at;
    }
    return breaks;
}

// The first new line that is bold, else the first new one; -1: there is none.
int firstNew(const QStringList& lines, const QSet<int>& boldLines, const QStringList& before)
{
    int first = -1;
    for (int line = 0; line < lines.size(); ++line) {
        if (before.contains(lines[line]))
            continue;
        if (boldLines.contains(line))
            return line;
        if (first < 0)
            first = line;
    }
    return first;
}

}

CopyBox::CopyBox(QWidget* parent)
    : QFrame(parent)
    , m_edit(new CommandText(this))
    , m_button(new QToolButton(this))
{
    m_edit->setReadOnly(true);
    m_edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_edit->setLayoutDirection(Qt::LeftToRight); // as commands are
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->viewport()->setAutoFillBackground(false);
    m_edit->setTabChangesFocus(true);
    // Of a word that is longer than a line: behind a slash or a hyphen where there is one.
    m_edit->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_edit->setFont(monospaceFont(font()));
    m_edit->document()->setDocumentMargin(spacing::small);
    named(m_edit, "copyBoxText", tr("Select a part and copy it, or copy the whole with the button"),
        tr("Command"));
    named(m_button, "copyBoxButton", tr("Copy to the clipboard"), tr("Copy"));
    m_button->setIcon(icon(QStringLiteral("copy")));
    m_button->setAutoRaise(true);
    rowOf(this, { spacing::small, spacing::small, spacing::small, spacing::small }, spacing::small,
        { m_edit, { m_button, 0, Qt::AlignTop } });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_button, &QToolButton::clicked, this, &CopyBox::copyAll);
    m_edit->installEventFilter(this);
    adjustHeight();
}

void CopyBox::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_edit->setPlainText(text);
    adjustHeight();
}

void CopyBox::setLines(const QStringList& lines, const QSet<int>& boldLines)
{
    const QStringList before = m_text.split(u'\n');
    setText(lines.join(u'\n'));
    for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
        const int weight = boldLines.contains(block.blockNumber()) ? QFont::Bold : QFont::Normal;
        QTextCursor cursor(block);
        cursor.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat format;
        format.setFontWeight(weight);
        cursor.mergeCharFormat(format);
    }
    adjustHeight();
    const int first = firstNew(lines, boldLines, before);
    if (first >= 0)
        m_edit->setTextCursor(QTextCursor(m_edit->document()->findBlockByNumber(first)));
}

QString CopyBox::text() const
{
    return m_text;
}

void CopyBox::setSubject(const QString& words)
{
    m_edit->setAccessibleName(words);
    m_button->setAccessibleName(tr("Copy: %1").arg(words));
}

void CopyBox::setMaximumLines(int lines)
{
    m_maximumLines = lines;
    adjustHeight();
}

// The layout sets the width of the text after ours, and the height depends on it.
bool CopyBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::Resize)
        adjustHeight();
    return QFrame::eventFilter(watched, event);
}

void CopyBox::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_edit->setFont(monospaceFont(font()));
        adjustHeight();
    }
}

void CopyBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edgeColour(palette()));
    painter.setBrush(palette().base());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void CopyBox::copyAll()
{
    copyFrom(*m_button, m_copied.isEmpty() ? text() : m_copied);
}

// Of the lines after wrapping, as many as are shown. The document knows only once it was painted with the new
// width, and letters that another font stands in for are higher than the font says.
CopyBox::Shown CopyBox::shownText(double width) const
{
    double height = 0;
    int lines = 0;
    for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
        QTextLayout layout(block.text(), m_edit->font());
        QTextOption option;
        option.setWrapMode(m_edit->wordWrapMode());
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(qMax(width, 1.0));
            if (lines == m_maximumLines)
                return { qCeil(height), false };
            height += line.height() + qMax(0, qCeil(line.leading()));
            ++lines;
        }
        layout.endLayout();
    }
    return { qMax(qCeil(height), m_edit->fontMetrics().lineSpacing()), true };
}

double CopyBox::textWidth(bool hasScrollBar) const
{
    return m_edit->contentsRect().width() - 2 * m_edit->document()->documentMargin()
        - (hasScrollBar ? m_edit->verticalScrollBar()->sizeHint().width() : 0);
}

void CopyBox::breakLines(double width)
{
    constexpr int leastLetters = 12; // before it has its place
    const QFontMetricsF letters(m_edit->font());
    if (width < leastLetters * letters.averageCharWidth())
        return;
    QTextCursor all(m_edit->document());
    all.beginEditBlock(); // else each break lays out the whole block again
    for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
        const QString shown = block.text();
        QString text = shown;
        text.replace(QChar::LineSeparator, u' ');
        for (const qsizetype at : breaksOf(text, letters, width - 1))
            text[at] = QChar::LineSeparator;
        for (qsizetype at = 0; at < text.size(); ++at) {
            if (text[at] == shown[at])
                continue;
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + int(at));
            cursor.setPosition(block.position() + int(at) + 1, QTextCursor::KeepAnchor);
            cursor.insertText(QString(text[at]), cursor.charFormat());
        }
    }
    all.endEditBlock();
}

void CopyBox::adjustHeight()
{
    breakLines(textWidth(false));
    Shown shown = shownText(textWidth(false));
    if (!shown.isAll) {
        breakLines(textWidth(true));
        shown = shownText(textWidth(true));
    }
    // Where all lines have room, a bar that was there a moment ago must not wrap them once more.
    m_edit->setVerticalScrollBarPolicy(shown.isAll ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    // Below lines that go on, a part of the next one would look like one that is cut.
    const int height = shown.height + spacing::small + (shown.isAll ? spacing::small + 4 : 0);
    if (m_edit->height() != height || m_edit->minimumHeight() != height)
        m_edit->setFixedHeight(height);
    setMinimumHeight(sizeHint().height()); // a page that has not yet learned its own height takes none of it
}

}
