// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/FixList.h"

#include "core/attempt/FixApplication.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLayoutItem>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

bool canApply(const Fix& fix, BuildRequest request)
{
    return applyFix(fix, request).ok();
}

QString wordsOf(const Fix& fix, int number)
{
    const QString title = QStringLiteral("%1. <b>%2</b>").arg(number).arg(fix.title.toHtmlEscaped());
    return fix.detail.isEmpty() ? title : title + QStringLiteral("<br>") + fix.detail.toHtmlEscaped();
}

}

FixList::FixList(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(spacing::small);
}

// Rows are made anew only where the fixes are others: the one that has the focus must not vanish.
void FixList::setFixes(const QVector<Fix>& fixes, const BuildRequest& request)
{
    const auto same = [](const Fix& one, const Fix& other) {
        return one.id == other.id && one.title == other.title && one.detail == other.detail
            && one.action == other.action;
    };
    if (std::equal(fixes.begin(), fixes.end(), m_fixes.begin(), m_fixes.end(), same))
        return;
    m_fixes = fixes;
    m_buttons.clear();
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_layout->addWidget(
        new QLabel(fixes.size() > 1 ? tr("What helps, the surest first:") : tr("What helps:"), this));
    for (const Fix& fix : fixes)
        m_layout->addWidget(createRow(fix, int(m_layout->count()), request));
    setRetryPossible(m_possible);
}

QWidget* FixList::createRow(const Fix& fix, int number, const BuildRequest& request)
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(spacing::group);
    auto* words = new QLabel(wordsOf(fix, number), row);
    words->setObjectName(QStringLiteral("fixWords-") + fix.id);
    words->setTextFormat(Qt::RichText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    line->addWidget(words, 1);
    if (!canApply(fix, request))
        return row;
    auto* apply = new QPushButton(icon(QStringLiteral("retry")), tr("Apply and try again"), row);
    apply->setObjectName(QStringLiteral("fix-") + fix.id);
    apply->setAccessibleName(tr("Apply and try again: %1").arg(fix.title));
    apply->setToolTip(tr("Starts a new attempt with this change; everything else stays as it was"));
    connect(apply, &QPushButton::clicked, this, [this, fix] { emit fixRequested(fix); });
    line->addWidget(apply, 0, Qt::AlignTop);
    m_buttons.append(apply);
    return row;
}

void FixList::setRetryPossible(bool possible)
{
    m_possible = possible;
    for (QWidget* button : std::as_const(m_buttons))
        button->setVisible(possible);
}

}
