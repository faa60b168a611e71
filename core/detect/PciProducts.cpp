// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PciCards.h"

#include <QRegularExpression>

namespace torchmason {

PciProduct productFromPciIds(const QByteArray& ids, const QString& device)
{
    const qsizetype vendor = ids.indexOf("\n10de  ");
    if (vendor < 0)
        return {};
    const QByteArray begin = "\n\t" + device.toLatin1() + "  ";
    const qsizetype at = ids.indexOf(begin, vendor);
    // The next vendor's line begins with no tab.
    static const QRegularExpression nextVendor(QStringLiteral("\\n[0-9a-f]{4}  "));
    const qsizetype end = QString::fromLatin1(ids.mid(vendor + 1)).indexOf(nextVendor);
    if (at < 0 || (end >= 0 && at > vendor + 1 + end))
        return {};
    const qsizetype from = at + begin.size();
    const QString line = QString::fromUtf8(ids.mid(from, ids.indexOf('\n', from) - from)).trimmed();
    // GB205 [GeForce RTX 5070]
    static const QRegularExpression form(QStringLiteral(R"(^(\w+)\s*\[(.+)\]$)"));
    const auto match = form.match(line);
    if (!match.hasMatch())
        return { QStringLiteral("NVIDIA ") + line, line.section(QLatin1Char(' '), 0, 0) };
    return { QStringLiteral("NVIDIA ") + match.captured(2), match.captured(1) };
}

}
