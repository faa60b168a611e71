// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/GuideDialog.h"

#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVector>

#include <optional>
#include <utility>

// Outside of namespaces; a static library registers nothing by itself.
static void registerDocs()
{
    Q_INIT_RESOURCE(torchmason_docs);
}

namespace torchmason {

namespace {

// As Markdown's viewers name headings: "Read a log" is read-a-log.
QString anchorOf(const QString& heading)
{
    static const QRegularExpression dropped(QStringLiteral("[^\\w\\- ]"));
    return heading.toLower().remove(dropped).replace(u' ', u'-');
}

// Without what the program does not carry: pictures, and links into its sources.
std::optional<QString> textOf(const QString& name)
{
    QFile file(QStringLiteral(":/torchmason/docs/") + name);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    static const QRegularExpression pictures(
        QStringLiteral("^!\\[[^\\]]*\\]\\([^)]*\\)\n"), QRegularExpression::MultilineOption);
    static const QRegularExpression sources(QStringLiteral("\\[([^\\]]+)\\]\\(\\.\\./[^)]*\\)"));
    return QString::fromUtf8(file.readAll()).remove(pictures).replace(sources, QStringLiteral("\\1"));
}

// Qt sets no room above them, and none below code.
void setHeadingsApart(QTextDocument& document)
{
    QTextBlockFormat apart;
    apart.setTopMargin(spacing::group);
    for (QTextBlock block = document.begin().next(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0)
            QTextCursor(block).mergeBlockFormat(apart);
    }
}

// Qt tells them by their colour alone.
void underlineLinks(QTextDocument& document)
{
    QVector<std::pair<int, int>> links; // first and last position
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment words = part.fragment();
            if (!words.charFormat().anchorHref().isEmpty())
                links.append({ words.position(), words.position() + words.length() });
        }
    }
    QTextCharFormat underlined;
    underlined.setFontUnderline(true);
    for (const auto& [begin, end] : links) {
        QTextCursor cursor(&document);
        cursor.setPosition(begin);
        cursor.setPosition(end, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(underlined);
    }
}

QTextBlock headingOf(const QTextDocument& document, const QString& anchor)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == anchor)
            return block;
    }
    return {};
}

}

GuideDialog::GuideDialog(QWidget* parent)
    : QDialog(parent)
    , m_back(toolButton(this, "guideBack", "chevron-left", tr("Back (Alt+Left)")))
    , m_search(named(new QLineEdit(this), "guideSearch",
          tr("Find in this text (Ctrl+F); Return finds the next place"), tr("Find in this text")))
    , m_nothing(named(new QLabel(tr("Not found"), this), "guideNothing"))
    , m_text(named(new QTextBrowser(this), "guideText", {}, tr("User's guide")))
{
    registerDocs();
    setWindowTitle(tr("User's guide"));
    m_text->setOpenLinks(false);
    setQuietFrame(*m_text);
    m_text->document()->setDocumentMargin(spacing::page);
    m_search->setPlaceholderText(tr("Find in this text"));
    m_search->setClearButtonEnabled(true);
    m_nothing->hide();
    connect(m_text, &QTextBrowser::anchorClicked, this, &GuideDialog::follow);
    connect(m_back, &QToolButton::clicked, this, &GuideDialog::goBack);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(m_search, &QLineEdit::textChanged, m_nothing, &QWidget::hide);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(
        new QShortcut(QKeySequence::FindNext, this), &QShortcut::activated, this, [this] { find(false); });
    connect(
        new QShortcut(QKeySequence::FindPrevious, this), &QShortcut::activated, this, [this] { find(true); });
    connect(new QShortcut(QKeySequence::Back, this), &QShortcut::activated, this, &GuideDialog::goBack);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return searches
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_search->setMaximumWidth(fontMetrics().averageCharWidth() * 40);
    auto* top = rowOf(spacing::inner, { m_back, Part::stretch(), m_nothing, { m_search, 1 } });
    columnOf(this, pageMargins, spacing::inner, { top, { m_text, 1 }, buttons });
    const QSize wanted(fontMetrics().averageCharWidth() * 135, fontMetrics().height() * 54);
    resize(withinScreen(*this, parent ? wanted.boundedTo(parent->window()->size()) : wanted));
    m_text->setFocus();
}

bool GuideDialog::openPlace(const QString& place)
{
    if (!showPlace(place))
        return false;
    m_places << place;
    m_back->setEnabled(m_places.size() > 1);
    return true;
}

bool GuideDialog::showPlace(const QString& place)
{
    const QString name = place.section(u'#', 0, 0);
    const std::optional<QString> text = textOf(name);
    if (!text)
        return false;
    m_text->document()->setMarkdown(*text);
    setHeadingsApart(*m_text->document());
    underlineLinks(*m_text->document());
    m_text->moveCursor(QTextCursor::Start);
    const QString anchor = place.section(u'#', 1);
    if (const QTextBlock heading = headingOf(*m_text->document(), anchor); heading.isValid()) {
        m_text->setTextCursor(QTextCursor(heading));
        const QRectF area = m_text->document()->documentLayout()->blockBoundingRect(heading);
        m_text->verticalScrollBar()->setValue(int(area.top()));
    }
    return true;
}

void GuideDialog::follow(const QUrl& link)
{
    const QString place = link.toString();
    if (link.scheme() == QLatin1String("https"))
        QDesktopServices::openUrl(link);
    else
        openPlace(place.startsWith(u'#') ? m_places.last().section(u'#', 0, 0) + place : place);
}

void GuideDialog::goBack()
{
    if (m_places.size() < 2)
        return;
    m_places.removeLast();
    showPlace(m_places.last());
    m_back->setEnabled(m_places.size() > 1);
}

// From the cursor on, and once more from the other end.
void GuideDialog::find(bool backwards)
{
    const QString words = m_search->text();
    if (words.isEmpty())
        return;
    const auto flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    bool found = m_text->find(words, flags);
    if (!found) {
        const QTextCursor before = m_text->textCursor();
        m_text->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
        found = m_text->find(words, flags);
        if (!found)
            m_text->setTextCursor(before);
    }
    m_nothing->setVisible(!found);
}

// Links keep the colour that they were made with.
void GuideDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_places.isEmpty())
        return;
    const int position = m_text->verticalScrollBar()->value();
    showPlace(m_places.last());
    m_text->verticalScrollBar()->setValue(position);
}

}
