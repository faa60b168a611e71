// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CutText.h"

#include "ui/widgets/Parts.h"

#include <QLabel>

#include <algorithm>

namespace torchmason {

MoreButton::MoreButton(QAnyStringView name, QWidget* parent)
    : QPushButton(parent)
{
    nameWidget(*this, name, tr("Show the whole list"), {});
    setCount(0);
}

void MoreButton::setCount(qsizetype count)
{
    setText(tr("Show %n more", nullptr, int(count)));
    setVisible(count > 0);
}

void MoreButton::giveWayTo(QWidget& shown)
{
    if (hasFocus())
        shown.setFocus(Qt::OtherFocusReason);
    hide();
}

CutText::CutText(const QString& name, qsizetype mostLines, QWidget* parent)
    : QWidget(parent)
    , m_mostLines(mostLines)
    , m_label(plainText(this, name))
    , m_more(new MoreButton(name + QStringLiteral("More"), this))
{
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    columnOf(this, {}, spacing::small, { m_label, { m_more, 0, Qt::AlignLeft } });
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_isWhole = true;
        m_more->giveWayTo(*m_label);
        showLines();
    });
    hide();
}

void CutText::setLines(const QStringList& lines)
{
    m_lines = lines;
    m_isWhole = m_isWhole && lines.size() > m_mostLines;
    showLines();
}

void CutText::showLines()
{
    const qsizetype shown = m_isWhole ? m_lines.size() : std::min(m_lines.size(), m_mostLines);
    m_label->setText(m_lines.first(shown).join(u'\n'));
    m_more->setCount(m_lines.size() - shown);
    setVisible(!m_lines.isEmpty());
}

}
