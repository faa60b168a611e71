// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/PatternText.h"

#include "ui/text/Ui.h"

namespace torchmason {

namespace {

QString numbersText(const QVector<int>& attempts)
{
    QStringList numbers;
    for (const int number : attempts)
        numbers << QString::number(number);
    return numbers.join(QLatin1String(", "));
}

}

QString wholePatterns(const QVector<AttemptPattern>& patterns)
{
    QStringList lines;
    for (const AttemptPattern& pattern : patterns) {
        lines << (pattern.others.isEmpty()
                ? Ui::tr("Attempts: %1").arg(numbersText(pattern.attempts))
                : Ui::tr("Attempts: %1; compared with: %2")
                      .arg(numbersText(pattern.attempts), numbersText(pattern.others)));
        lines << pattern.values;
    }
    return lines.join(u'\n');
}

}
