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

// A product name never holds a comma, but we count from the end to be safe.
std::optional<GpuFacts> gpuFromLine(const QString& line, bool withCapability)
{
    QStringList fields = line.split(QLatin1Char(','));
    if (fields.size() < (withCapability ? 4 : 3))
        return std::nullopt;
    GpuFacts gpu;
    gpu.source = QStringLiteral("nvidia-smi");
    if (withCapability)
        gpu.computeCapability = known(fields.takeLast());
    gpu.driver = known(fields.takeLast());
    const QString memory = known(fields.takeLast());
    gpu.name = fields.join(QLatin1Char(',')).trimmed();
    bool isNumber = false;
    const Bytes megabytes = memory.toULongLong(&isNumber);
    if (isNumber)
        gpu.memory = megabytes * mebibyte;
    const bool plausible = !gpu.name.isEmpty() && (isNumber || memory.isEmpty())
        && (gpu.driver.isEmpty() || looksLikeVersion(gpu.driver))
        && (gpu.computeCapability.isEmpty() || looksLikeVersion(gpu.computeCapability));
    return plausible ? std::optional(gpu) : std::nullopt;
}

}

QStringList nvidiaSmiArguments(bool withCapability)
{
    return { withCapability ? QStringLiteral("--query-gpu=name,memory.total,driver_version,compute_cap")
                            : QStringLiteral("--query-gpu=name,memory.total,driver_version"),
        QStringLiteral("--format=csv,noheader,nounits") };
}

Result<QVector<GpuFacts>> gpusFromNvidiaSmi(QByteArrayView output, bool withCapability)
{
    QVector<GpuFacts> gpus;
    const QString text = plainToolText(output);
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        if (const auto gpu = gpuFromLine(line.trimmed(), withCapability))
            gpus.append(*gpu);
    }
    if (gpus.isEmpty()) {
        const QString first = text.trimmed().section(QLatin1Char('\n'), 0, 0).left(120);
        return Error { first.isEmpty() ? QStringLiteral("nvidia-smi printed nothing.")
                                       : QStringLiteral("nvidia-smi printed \"%1\".").arg(first) };
    }
    return gpus;
}

QString modelFromNvidiaProc(const QByteArray& information)
{
    for (const QByteArray& line : information.split('\n')) {
        if (line.startsWith("Model:"))
            return QString::fromUtf8(line.mid(6).simplified());
    }
    return {};
}

QString driverFromNvidiaProc(const QByteArray& version)
{
    // NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.256.02  Thu May  2 14:37:44 UTC 2024
    static const QRegularExpression number(
        QStringLiteral(R"(Kernel Module[^\n]*?\s(\d{3,}\.\d+(?:\.\d+)?))"));
    return number.match(QString::fromUtf8(version)).captured(1);
}

}
