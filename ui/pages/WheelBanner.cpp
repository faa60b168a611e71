// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/WheelBanner.h"

#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Parts.h"

#include <QPushButton>

namespace torchmason {

WheelBanner::WheelBanner(QWidget* parent)
    : QFrame(parent)
    , m_banner(new Banner(this))
    , m_command(new CopyBox(this))
{
    setObjectName(QStringLiteral("wheelBanner"));
    m_banner->setObjectName(QStringLiteral("wheelAdvice"));
    m_command->setObjectName(QStringLiteral("wheelCommand"));
    m_command->setSubject(tr("Command that installs the wheel"));
    m_command->setMaximumLines(3);
    QPushButton* close = m_banner->addButton(
        tr("Hide"), QStringLiteral("wheelClose"), tr("Hide this until the answer changes"));
    close->setFlat(true);
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    columnOf(this, {}, spacing::small, { m_banner, m_command });
    hide();
}

void WheelBanner::setAdvice(const WheelAdvice& advice)
{
    QString text = wheelHeadline(advice) + QLatin1Char(' ')
        + (advice.buildReasons.isEmpty() ? tr("With it there is nothing to build.")
                                         : advice.buildReasons.join(QLatin1Char(' ')));
    m_banner->setMessage(Tone::Neutral, text);
    m_banner->setToolTip(
        advice.reasons.join(QLatin1Char('\n')) + QLatin1Char('\n') + tr("Known from: %1").arg(advice.source));
    m_command->setText(advice.command);
    if (m_shown != advice.command)
        setVisible(advice.isWheel());
    m_shown = advice.command;
}

}
