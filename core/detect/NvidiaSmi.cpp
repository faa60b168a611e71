// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/NvidiaSmi.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

QString known(const QString& field)
{
    const QString text = field.trimmed();
    return text.startsWith(QLatin1Char('[')) ? QString() : text; // "[N/A]", "[Not Supported]"
}

bool looksLikeVersion(const QString& text)
{
    static const QRegularExpression version(QStringLiteral(R"(^\d+(\.\d+)+$)"));
    return version.match(text).hasMatch();
}

// The address stands first, the rest is counted from the end: a product name may hold a comma.
std::optional<GpuFacts> gpuFromLine(const QString& line, bool withCapability)
{
    QStringList fields = line.split(QLatin1Char(','));
    if (fields.size() < (withCapability ? 5 : 4))
        return std::nullopt;
    GpuFacts gpu;
    gpu.source = QStringLiteral("nvidia-smi");
    const QString address = known(fields.takeFirst());
    gpu.pci = pciAddress(address);
    if (withCapability)
        gpu.computeCapability = known(fields.takeLast());
    gpu.driver = known(fields.takeLast());
    const QString memory = known(fields.takeLast());
    gpu.name = known(fields.join(QLatin1Char(',')));
    bool isNumber = false;
    const Bytes megabytes = memory.toULongLong(&isNumber);
    if (isNumber)
        gpu.memory = megabytes * mebibyte;
    const bool plausible = !gpu.name.isEmpty() && gpu.pci.isEmpty() == address.isEmpty()
        && (isNumber || memory.isEmpty()) && (gpu.driver.isEmpty() || looksLikeVersion(gpu.driver))
        && (gpu.computeCapability.isEmpty() || looksLikeVersion(gpu.computeCapability));
    return plausible ? std::optional(gpu) : std::nullopt;
}

}

QStringList nvidiaSmiArguments(bool withCapability)
{
    return { withCapability
            ? QStringLiteral("--query-gpu=pci.bus_id,name,memory.total,driver_version,compute_cap")
            : QStringLiteral("--query-gpu=pci.bus_id,name,memory.total,driver_version"),
        QStringLiteral("--format=csv,noheader,nounits") };
}

bool NvidiaSmiReading::refusesField() const
{
    return !strangeLines.filter(QStringLiteral("not a valid field")).isEmpty();
}

NvidiaSmiReading readNvidiaSmi(QByteArrayView output, bool withCapability)
{
    NvidiaSmiReading reading;
    for (const QString& whole : plainToolText(output).split(QLatin1Char('\n'))) {
        const QString line = whole.trimmed();
        if (line.isEmpty())
            continue;
        if (const auto gpu = gpuFromLine(line, withCapability))
            reading.gpus.append(*gpu);
        else
            reading.strangeLines << line;
    }
    return reading;
}

QString pciAddress(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral(R"(^([0-9A-Fa-f]{4,8}):([0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])$)"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return {};
    const uint domain = match.captured(1).toUInt(nullptr, 16);
    return QStringLiteral("%1:%2").arg(domain, 4, 16, QLatin1Char('0')).arg(match.captured(2).toLower());
}

}
