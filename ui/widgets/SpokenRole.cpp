// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SpokenRole.h"

#include <QAbstractButton>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QVariant>

namespace torchmason {

namespace {

constexpr char roleProperty[] = "spokenRole";
constexpr char expandedProperty[] = "spokenExpanded";

void tellExpandedChanged(QAbstractButton* button)
{
    QAccessible::State changed;
    changed.expanded = true;
    QAccessibleStateChangeEvent event(button, changed);
    QAccessible::updateAccessibility(&event);
}

class SpokenWidget : public QAccessibleWidget {
public:
    using QAccessibleWidget::QAccessibleWidget;

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        if (const auto* expander = button()) {
            state.checkable = state.checked = false;
            state.expandable = true;
            state.expanded = expandedState(*expander).value_or(false);
            state.collapsed = !state.expanded;
        }
        return state;
    }
    QStringList actionNames() const override
    {
        return button() ? QStringList(pressAction()) + QAccessibleWidget::actionNames()
                        : QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (button() && name == pressAction())
            button()->click();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    QAbstractButton* button() const { return qobject_cast<QAbstractButton*>(widget()); }
};

// Qt looks for it among the neighbours of the box, which layouts put into another widget.
class BoxLabel : public QLabel {
public:
    BoxLabel(const QString& text, QComboBox& box)
        : QLabel(text, box.parentWidget())
    {
        setBuddy(&box);
        box.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == buddy() && event->type() == QEvent::ParentChange)
            setParent(buddy()->parentWidget()); // stays hidden
        return QLabel::eventFilter(watched, event);
    }
};

QAccessibleInterface* makeSpoken(const QString&, QObject* object)
{
    const QVariant role = object->property(roleProperty);
    auto* widget = qobject_cast<QWidget*>(object);
    return widget && role.isValid() ? new SpokenWidget(widget, QAccessible::Role(role.toInt())) : nullptr;
}

}

void speakAs(QWidget* widget, QAccessible::Role role)
{
    QAccessible::installFactory(makeSpoken); // once, however often it is said
    widget->setProperty(roleProperty, int(role));
    // A name or a text that was set before may have made the one that Qt would remember, even where nobody
    // listens.
    if (QAccessibleInterface* before = QAccessible::queryAccessibleInterface(widget))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(before));
}

void nameBox(QComboBox& box, const QString& name)
{
    box.setAccessibleName(name);
    auto* label = new BoxLabel(name, box);
    label->setTextFormat(Qt::PlainText);
    label->hide();
}

void speakAsExpander(QAbstractButton* button)
{
    speakAs(button, QAccessible::Button);
    QObject::connect(button, &QAbstractButton::toggled, button, [button] { tellExpandedChanged(button); });
}

std::optional<bool> expandedState(const QAbstractButton& button)
{
    const QVariant told = button.property(expandedProperty);
    if (!button.property(roleProperty).isValid())
        return std::nullopt;
    return told.isValid() ? told.toBool() : button.isChecked();
}

void tellExpanded(QAbstractButton& button, bool isExpanded)
{
    button.setProperty(expandedProperty, isExpanded);
    tellExpandedChanged(&button);
}

}
