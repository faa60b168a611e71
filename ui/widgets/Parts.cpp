// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Parts.h"

#include "ui/text/TipText.h"
#include "ui/text/Ui.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/SpokenRole.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace torchmason {

namespace {

template <typename Layout> Layout* filled(Layout* layout, int spacing, std::initializer_list<Part> parts)
{
    if (spacing >= 0)
        layout->setSpacing(spacing);
    for (const Part& part : parts) {
        if (part.widget)
            layout->addWidget(part.widget, part.space, part.alignment);
        else if (part.layout)
            layout->addLayout(part.layout, part.space);
        else if (part.space > 0)
            layout->addSpacing(part.space);
        else
            layout->addStretch();
    }
    return layout;
}

template <typename Layout>
Layout* filled(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<Part> parts)
{
    auto* layout = new Layout(owner);
    layout->setContentsMargins(visualMargins(margins, *owner));
    return filled(layout, spacing, parts);
}

}

Part::Part(QWidget* one, int share, Qt::Alignment where)
    : widget(one)
    , space(share)
    , alignment(where)
{
}

Part::Part(QLayout* one, int share)
    : layout(one)
    , space(share)
{
}

Part Part::stretch()
{
    return gap(0);
}

Part Part::gap(int pixels)
{
    return Part(static_cast<QLayout*>(nullptr), pixels);
}

QMargins visualMargins(const QMargins& margins, const QWidget& owner)
{
    return owner.isRightToLeft() ? QMargins(margins.right(), margins.top(), margins.left(), margins.bottom())
                                 : margins;
}

QHBoxLayout* rowOf(int spacing, std::initializer_list<Part> parts)
{
    return filled(new QHBoxLayout, spacing, parts);
}

QVBoxLayout* columnOf(int spacing, std::initializer_list<Part> parts)
{
    return filled(new QVBoxLayout, spacing, parts);
}

QHBoxLayout* rowOf(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<Part> parts)
{
    return filled<QHBoxLayout>(owner, margins, spacing, parts);
}

QVBoxLayout* columnOf(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<Part> parts)
{
    return filled<QVBoxLayout>(owner, margins, spacing, parts);
}

void nameWidget(
    QWidget& widget, QAnyStringView objectName, const QString& toolTip, const QString& accessibleName)
{
    widget.setObjectName(objectName.toString());
    if (!toolTip.isEmpty())
        widget.setToolTip(tipText(toolTip));
    if (auto* box = qobject_cast<QComboBox*>(&widget); box && !accessibleName.isEmpty())
        nameBox(*box, accessibleName);
    else if (!accessibleName.isEmpty())
        widget.setAccessibleName(accessibleName);
}

QLabel* plainText(QWidget* parent, QAnyStringView objectName)
{
    auto* label = named(new QLabel(parent), objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* fieldLabel(QWidget* parent, const QString& text, QWidget* field)
{
    auto* label = new QLabel(text, parent);
    QWidget* part = field;
    while (part->focusProxy())
        part = part->focusProxy();
    label->setBuddy(part);
    return label;
}

QPushButton* pushButton(QWidget* parent, QAnyStringView objectName, const char* iconName, const QString& text,
    const QString& toolTip)
{
    return named(new QPushButton(icon(QLatin1String(iconName)), text, parent), objectName, toolTip);
}

void changeText(QAbstractButton& button, const QString& text)
{
    if (button.isVisible())
        button.setMinimumWidth(button.width());
    button.setText(text);
}

void tellHiddenColumns(QAbstractButton& button, const QString& help, const QStringList& hidden)
{
    const QString names = hidden.join(QLatin1String(", "));
    button.setText(hidden.isEmpty() ? Ui::tr("Columns") : Ui::tr("Columns (%1 hidden)").arg(hidden.size()));
    button.setToolTip(tipText(hidden.isEmpty() ? help : Ui::tr("%1. No room now: %2").arg(help, names)));
}

QToolButton* toolButton(
    QWidget* parent, QAnyStringView objectName, const char* iconName, const QString& words)
{
    auto* button = named(new QToolButton(parent), objectName, words, words);
    if (iconName)
        button->setIcon(icon(QLatin1String(iconName)));
    return button;
}

}
