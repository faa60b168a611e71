// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/Figure.h"

#include "ui/widgets/Theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace torchmason {

Figure::Figure(const QString& caption, const QString& widest, QWidget* parent)
    : QWidget(parent)
    , m_value(new QLabel(this))
    , m_caption(new QLabel(caption, this))
{
    m_value->setFont(headlineFont(tabularFont(font())));
    m_value->setMinimumWidth(QFontMetrics(m_value->font()).horizontalAdvance(widest));
    m_value->setAccessibleName(caption);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_value);
    layout->addWidget(m_caption);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void Figure::setText(const QString& text)
{
    if (m_value->text() != text)
        m_value->setText(text);
    setVisible(!text.isEmpty());
}

QString Figure::text() const { return m_value->text(); }

}
