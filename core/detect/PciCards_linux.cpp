// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PciCards.h"

#include <QFileInfo>

namespace torchmason {

namespace {

// Files of a device hold one number: "0x10de".
QByteArray numberIn(const ProbeContext& context, const QString& file)
{
    const QByteArray text = context.readFile(file).value_or(QByteArray()).trimmed().toLower();
    return text.startsWith("0x") ? text.mid(2) : text;
}

QString driverOf(const ProbeContext& context, const QString& device)
{
    const QString link = device + QStringLiteral("/driver");
    return context.exists(link) ? QFileInfo(context.realPath(link)).fileName() : QStringLiteral("none");
}

}

QVector<PciCard> nvidiaPciCards(const ProbeContext& context)
{
    QVector<PciCard> cards;
    for (const QString& device :
        context.folders(QStringLiteral("/sys/bus/pci/devices"), { QStringLiteral("*") })) {
        // Class 03 are displays: 0300 has an output for a monitor, 0302 is a data centre's card.
        if (numberIn(context, device + QStringLiteral("/vendor")) != "10de"
            || !numberIn(context, device + QStringLiteral("/class")).startsWith("03"))
            continue;
        cards.append({ QFileInfo(device).fileName(),
            QString::fromLatin1(numberIn(context, device + QStringLiteral("/device"))), {},
            driverOf(context, device) });
    }
    return cards;
}

QStringList usualNvidiaSmiPlaces(const ProbeContext&)
{
    // Windows puts its own into every Linux of WSL, but not every shell there has it on PATH.
    return { QStringLiteral("/usr/lib/wsl/lib/nvidia-smi"), QStringLiteral("/usr/bin/nvidia-smi") };
}

}
