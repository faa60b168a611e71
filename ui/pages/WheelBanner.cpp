// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/WheelBanner.h"

#include "ui/text/TipText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Parts.h"

#include <QToolButton>

#include <limits>

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
    m_command->setMaximumLines(std::numeric_limits<int>::max()); // the page around it scrolls
    m_banner->setClosable(true);
    auto* close = m_banner->findChild<QToolButton*>(QStringLiteral("bannerClose"));
    nameWidget(*close, "wheelClose", tr("Hide this until the answer changes"), tr("Hide the official wheel"));
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        m_banner->show(); // it has hidden itself, and is there again with the next answer
    });
    columnOf(this, {}, spacing::small, { m_banner, m_command });
    hide();
}

void WheelBanner::setAdvice(const WheelAdvice& advice)
{
    QString text = wheelHeadline(advice) + QLatin1Char(' ')
        + (advice.buildReasons.isEmpty() ? tr("With it there is nothing to build.")
                                         : advice.buildReasons.join(QLatin1Char(' ')));
    m_banner->setMessage(Tone::Neutral, text);
    m_banner->setToolTip(tipText(advice.reasons.join(QLatin1Char('\n')) + QLatin1Char('\n')
        + tr("Known from: %1").arg(advice.source)));
    m_command->setText(advice.command);
    if (m_shown != advice.command)
        setVisible(advice.isWheel());
    m_shown = advice.command;
}

}
