// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/EdgeText.h"

namespace torchmason {

QString stepName(const QString& output)
{
    QString name = output.section(u'/', -1);
    for (const char* suffix : { ".o", ".obj" }) {
        if (name.endsWith(QLatin1String(suffix)) && name.count(u'.') > 1)
            name.chop(qsizetype(qstrlen(suffix)));
    }
    return name;
}

QString stepClock(qint64 elapsed)
{
    const QString clock = formatClock(Milliseconds(elapsed));
    return clock.startsWith(u"00:") ? clock.section(u':', 1) : clock; // by what it was rounded to
}

Milliseconds waitedBefore(const EdgeRecord& edge)
{
    return edge.heldBack.value_or(Milliseconds(0));
}

}
