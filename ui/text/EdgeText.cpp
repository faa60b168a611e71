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

Milliseconds waitedBefore(const EdgeRecord& edge)
{
    return edge.heldBack.value_or(Milliseconds(0));
}

}
