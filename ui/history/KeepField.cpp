// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/KeepField.h"

#include "core/history/AttemptRemoval.h"
#include "ui/models/Settings.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>

namespace torchmason {

namespace {

const QString keepKey = QStringLiteral("attempts/keep"); // as keptAttempts() reads it
constexpr int usualKeep = 20;
constexpr int mostKeep = 100'000;

}

KeepField::KeepField(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    m_keeps = named(new QCheckBox(tr("&Keep the last"), this), name + u's',
        tr("Nothing is deleted by itself: this says which attempts tidying up offers to delete"));
    m_keep = named(new FocusWheelSpinBox(this), name, tr("How many attempts tidying up leaves"),
        tr("How many attempts tidying up leaves"));
    m_keep->setRange(1, mostKeep);
    m_keep->setSuffix(tr(" attempts"));
    read();
    connect(m_keeps, &QCheckBox::toggled, this, &KeepField::write);
    connect(m_keep, &QSpinBox::valueChanged, this, &KeepField::write);
    setFocusProxy(m_keeps);
    rowOf(this, {}, spacing::inner, { m_keeps, m_keep, Part::stretch() });
}

std::optional<int> KeepField::keep() const
{
    return m_keeps->isChecked() ? std::optional(m_keep->value()) : std::nullopt;
}

void KeepField::read()
{
    const QSignalBlocker quietBox(m_keeps);
    const QSignalBlocker quietNumber(m_keep);
    const auto kept = keptAttempts();
    m_keeps->setChecked(kept.has_value());
    m_keep->setValue(kept.value_or(usualKeep));
    m_keep->setEnabled(kept.has_value());
}

void KeepField::write()
{
    if (const auto kept = keep())
        settings()->setValue(keepKey, *kept);
    else
        settings()->remove(keepKey);
    m_keep->setEnabled(m_keeps->isChecked());
    emit changed();
}

}
