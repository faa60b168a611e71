// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FixLook.h"

#include "core/config/DetectionNeeds.h"
#include "core/fixes/FixPreparation.h"
#include "core/fixes/FixProposals.h"
#include "ui/models/Background.h"

namespace torchmason {

namespace {

QVector<Fix> fittedFixes(const AttemptRecord& record, const Finding& finding)
{
    const HostFacts facts = detectHost(detectionForRetry(record.request));
    QVector<Finding> findings { finding };
    completeFixes(findings, onceMore(record, facts).request, facts);
    return findings.first().fixes;
}

}

void FixLook::look(const AttemptRecord& record, const Finding& finding)
{
    const QString asked = QStringLiteral("%1 %2 %3").arg(record.number).arg(finding.line).arg(finding.rule);
    if (asked == m_asked)
        return;
    m_asked = asked;
    runInBackground(
        diskPool(), this, [record, finding] { return fittedFixes(record, finding); },
        [this, asked](const QVector<Fix>& fixes) {
            if (asked == m_asked)
                emit found(fixes);
        });
}

void FixLook::forget()
{
    m_asked.clear();
}

}
