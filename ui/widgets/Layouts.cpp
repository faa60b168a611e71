// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Layouts.h"

#include "ui/models/Settings.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStyleOptionToolButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

namespace {

// Its icon says whether it is open. Qt's own draws a frame as well, then only.
class ExpandButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override
    {
        QToolButton::initStyleOption(option);
        option->state.setFlag(QStyle::State_On, false);
        option->state.setFlag(QStyle::State_Raised, !isDown());
    }
};

// Qt's own brings what had the focus into sight also when the focus leaves, as where the page is hidden: it
// would come back scrolled.
class PageScroll : public QScrollArea {
protected:
    bool focusNextPrevChild(bool next) override
    {
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): not that of QScrollArea, see above
        const bool moved = QAbstractScrollArea::focusNextPrevChild(next);
        QWidget* now = window()->focusWidget();
        if (moved && now && widget()->isAncestorOf(now))
            ensureWidgetVisible(now);
        return moved;
    }
};

QString keyOf(const QSplitter& splitter)
{
    return QStringLiteral("splitters/%1-%2").arg(splitter.objectName()).arg(splitter.count());
}

}

QScrollArea* scrolled(QWidget* content, const QString& objectName, const QString& name)
{
    QScrollArea* area = named(new PageScroll, objectName, {}, name);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::ClickFocus);
    const auto offerKeys = [area] {
        const bool scrolls
            = area->verticalScrollBar()->maximum() > 0 || area->horizontalScrollBar()->maximum() > 0;
        if (area->focusPolicy() != Qt::NoFocus) // all in it takes keys itself
            area->setFocusPolicy(scrolls ? Qt::StrongFocus : Qt::ClickFocus);
    };
    for (const QScrollBar* bar : { area->verticalScrollBar(), area->horizontalScrollBar() })
        QObject::connect(bar, &QScrollBar::rangeChanged, area, offerKeys);
    speakAs(area, QAccessible::Pane); // Qt's own is none that is told
    area->setWidget(content);
    return area;
}

QTabWidget* tabbed(const QString& objectName, QWidget* parent)
{
    auto* tabs = named(new QTabWidget(parent), objectName);
    tabs->setDocumentMode(true);
    for (auto* button : tabs->tabBar()->findChildren<QToolButton*>()) // Qt's own, for narrow windows
        button->setToolTip(button->accessibleName());
    for (const int step : { 1, -1 }) {
        const Qt::Key key = step > 0 ? Qt::Key_PageDown : Qt::Key_PageUp;
        auto* turn = new QShortcut(QKeySequence(Qt::CTRL | key), tabs);
        turn->setContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(turn, &QShortcut::activated, tabs, [tabs, step] {
            tabs->setCurrentIndex((tabs->currentIndex() + step + tabs->count()) % tabs->count());
        });
    }
    return tabs;
}

QLabel* headline(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(headlineFont(label->font()));
    label->setWordWrap(true);
    return label;
}

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(boldFont(label->font()));
    return label;
}

QLabel* secondaryText(const QString& text, QWidget* parent)
{
    auto* label = new SecondaryLabel(parent);
    label->setText(text);
    return label;
}

QLabel* wordsInside(QAbstractScrollArea& table, QAnyStringView objectName)
{
    QLabel* words = named(secondaryText({}, table.viewport()), objectName);
    words->setAlignment(Qt::AlignCenter);
    words->setTextInteractionFlags(Qt::NoTextInteraction);
    words->setContentsMargins(spacing::inner, 0, spacing::inner, 0);
    columnOf(table.viewport(), {}, 0, { words });
    return words;
}

void setPlaceKept(QWidget& widget, bool isKept)
{
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(isKept);
    widget.setSizePolicy(policy);
}

// A layout that is done asks the one around it: those requests are answered, too.
void layOutNow(const QWidget& changed)
{
    if (changed.isVisible())
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

void bringIntoView(QWidget* widget, const QRect& part)
{
    QTimer::singleShot(0, widget, [widget, part] {
        for (QWidget* around = widget->parentWidget(); around; around = around->parentWidget()) {
            auto* area = qobject_cast<QScrollArea*>(around);
            if (!area)
                continue;
            if (part.isNull())
                return area->ensureWidgetVisible(widget, 0, 0);
            const QPoint middle = widget->mapTo(area->widget(), part.center());
            return area->ensureVisible(middle.x(), middle.y(), 0, part.height() / 2 + 1);
        }
    });
}

QSize withinScreen(const QWidget& window, const QSize& size)
{
    constexpr QSize frame(16, 48); // about that much
    return size.boundedTo(window.screen()->availableSize() - frame);
}

QLayout* formRow(const QString& label, QWidget* field)
{
    auto* form = new QFormLayout;
    form->addRow(fieldLabel(nullptr, label, field), field);
    return form;
}

QToolButton* expandButton(const QString& objectName, const QString& toolTip, QWidget* parent)
{
    auto* button = named(new ExpandButton(parent), objectName, toolTip, toolTip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    speakAsExpander(button);
    setExpandIcon(*button, false);
    return button;
}

void setExpandIcon(QToolButton& button, bool open)
{
    button.setChecked(open);
    button.setIcon(icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
}

static QList<QLabel*> namesIn(const QWidget& form)
{
    QList<QLabel*> names = form.findChildren<QLabel*>(Qt::FindDirectChildrenOnly);
    names.removeIf([](const QLabel* label) { return !label->buddy() || label->isHidden(); });
    return names;
}

int buddyWidth(const QWidget& form)
{
    int width = 0;
    for (const QLabel* label : namesIn(form))
        width = std::max(width, label->sizeHint().width());
    return width;
}

void setNameHeight(const QWidget& form, int height)
{
    for (QLabel* label : namesIn(form))
        label->setMinimumHeight(height);
}

void alignNames(std::initializer_list<QWidget*> forms)
{
    int width = 0;
    for (const QWidget* form : forms)
        width = std::max(width, buddyWidth(*form));
    for (const QWidget* form : forms) {
        for (QLabel* label : namesIn(*form))
            label->setMinimumWidth(width);
    }
}

void restoreSplitter(QSplitter& splitter)
{
    const QByteArray state = settings()->value(keyOf(splitter)).toByteArray();
    if (!state.isEmpty())
        splitter.restoreState(state);
    // Qt places its parts a pixel too far to the right there, and the edge of the first is cut.
    if (splitter.isRightToLeft() && splitter.orientation() == Qt::Horizontal)
        splitter.setContentsMargins(0, 0, 1, 0);
}

void rememberSplitter(const QSplitter& splitter)
{
    settings()->setValue(keyOf(splitter), splitter.saveState());
}

}
