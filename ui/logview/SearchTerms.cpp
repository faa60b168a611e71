// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/SearchTerms.h"

#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QFrame>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

namespace {

QIcon colourIcon(int number, const QPalette& palette, int size)
{
    QPixmap picture(size, size);
    picture.fill(edgeColour(palette));
    QPainter(&picture).fillRect(picture.rect().adjusted(1, 1, -1, -1), searchColour(number, palette));
    return picture;
}

QString shortened(const QString& text)
{
    constexpr int most = 30;
    QString result = text.size() > most ? text.left(most) + QStringLiteral("…") : text;
    return result.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}

QColor searchColour(int number, const QPalette& palette)
{
    // Sky blue, violet, green, purple, grey: apart for most eyes, and from hitColour(), which is amber.
    static const QColor hues[SearchTerms::most] = { { 0x56, 0xb4, 0xe9 }, { 0x7a, 0x4f, 0xc4 },
        { 0x00, 0x9e, 0x73 }, { 0xcc, 0x79, 0xa7 }, { 0xc8, 0xce, 0xd6 } };
    const QColor& hue = hues[std::clamp(number, 0, SearchTerms::most - 1)];
    return mixed(hue, palette.color(QPalette::Base), isDark(palette) ? 0.4 : 0.55);
}

QColor hitColour(const QPalette& palette)
{
    QColor colour = toneColour(Tone::Warning, palette);
    colour.setAlpha(hasOneGround(palette) ? 150 : 90);
    return colour;
}

SearchTerms::SearchTerms(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("logTerms"));
    columnOf(this, { spacing::inner, 0, spacing::inner, spacing::small }, 0, {});
    makeButtons();
}

bool SearchTerms::keep(const LogQuery& query)
{
    const auto has = [this](auto test) { return std::any_of(m_terms.begin(), m_terms.end(), test); };
    if (query.isEmpty() || m_terms.size() >= most
        || has([&query](const Term& term) { return term.query == query; }))
        return false;
    int colour = 0;
    while (has([colour](const Term& term) { return term.colour == colour; }))
        ++colour;
    m_terms.append({ query, colour });
    makeButtons();
    emit changed();
    return true;
}

void SearchTerms::drop(const LogQuery& query)
{
    m_terms.removeIf([&query](const Term& term) { return term.query == query; });
    makeButtons();
    emit changed();
}

void SearchTerms::setCurrent(const LogQuery& query)
{
    if (query == m_current)
        return;
    m_current = query;
    makeButtons();
}

// Buttons that were pressed a moment ago are still in use, so they go later.
void SearchTerms::makeButtons()
{
    if (m_row) {
        m_row->hide();
        m_row->deleteLater();
    }
    m_row = new QWidget(this);
    auto* row = rowOf(m_row, {}, spacing::inner, {});
    for (const Term& term : std::as_const(m_terms)) {
        const LogQuery query = term.query;
        auto* chip = new QFrame(m_row); // the cross belongs to the word
        chip->setFrameShape(QFrame::StyledPanel);
        auto* button = toolButton(chip, "logTerm", nullptr, tr("Search for \"%1\" again").arg(query.text));
        button->setText(shortened(query.text));
        button->setIcon(colourIcon(term.colour, palette(), fontMetrics().ascent()));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setChecked(query == m_current);
        auto* remove
            = toolButton(chip, "logDropTerm", "cross", tr("Stop marking \"%1\"").arg(shortened(query.text)));
        for (QToolButton* one : { button, remove }) {
            one->setAutoRaise(true);
            one->setFocusPolicy(Qt::TabFocus);
        }
        rowOf(chip, {}, 0, { button, remove });
        row->addWidget(chip);
        connect(button, &QToolButton::clicked, this, [this, query, button] {
            button->setChecked(query == m_current);
            emit chosen(query);
        });
        connect(remove, &QToolButton::clicked, this, [this, query] { drop(query); });
    }
    row->addStretch();
    layout()->addWidget(m_row);
    m_row->show();
    setVisible(!m_terms.isEmpty());
}

void SearchTerms::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_row)
        makeButtons();
}

}
