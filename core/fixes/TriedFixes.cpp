// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/TriedFixes.h"

#include <algorithm>

namespace torchmason {

bool isAbout(const FindingAnswer& answer, const Finding& finding)
{
    return answer.rule == finding.rule && (answer.subject.isEmpty() || answer.subject == finding.subject);
}

QVector<TriedFix> triedFixes(const BuildRequest& request, int number, const Finding& finding)
{
    QVector<TriedFix> tried;
    for (qsizetype index = 0; index < request.answers.size(); ++index) {
        const FindingAnswer& answer = request.answers[index];
        if (!isAbout(answer, finding))
            continue;
        const bool isLast = index + 1 == request.answers.size();
        const int until = isLast ? number : request.answers[index + 1].attempt;
        tried.append({ answer.fix, answer.takenBack ? 0 : until });
    }
    return tried;
}

QVector<TriedFix> everTriedFixes(
    const AttemptRecord& record, const Finding& finding, const QVector<Fix>& fitted)
{
    QVector<TriedFix> tried = triedFixes(record.request, record.number, finding);
    for (const Fix& fix : fitted) {
        if (fix.triedIn > record.number)
            tried.append({ fix.title, fix.triedIn });
    }
    return tried;
}

Confidence confidenceAfter(const QVector<TriedFix>& tried, Confidence confidence)
{
    return tried.isEmpty() ? confidence : std::min(confidence, Confidence::Medium);
}

}
