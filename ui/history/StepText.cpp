// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/StepText.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/text/Ui.h"

#include <QStringList>

namespace torchmason {

namespace {

// The titles come from rules, of which some are others'.
QStringList fixWords(const LineageStep& step)
{
    QStringList words;
    for (const FindingAnswer& answer : step.fixes) {
        const QString fix = sentencePart(withoutControls(answer.fix));
        words << (answer.takenBack ? Ui::tr("undone: %1") : Ui::tr("applied: %1")).arg(fix);
    }
    if (!words.isEmpty() && step.result != FixResult::Unknown)
        words << (step.result == FixResult::Helped ? Ui::tr("helped") : Ui::tr("did not help"));
    return words;
}

}

QString stepWords(const LineageStep& step)
{
    if (step.fixes.isEmpty() && step.base > 0)
        return Ui::tr("continues %1").arg(step.base);
    return fixWords(step).join(QStringLiteral("; "));
}

QString stepSentence(const LineageStep& step)
{
    QStringList parts { Ui::tr("attempt %1").arg(step.number) };
    if (step.base > 0)
        parts << Ui::tr("continues attempt %1").arg(step.base);
    return (parts + fixWords(step)).join(QStringLiteral(", "));
}

}
