// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"

#include "core/base/Json.h"

#include <QRegularExpression>
#include <QStringList>

namespace torchmason {

QString versionFromNvcc(const QString& output)
{
    static const QRegularExpression release(QStringLiteral(R"(release (\d+\.\d+), V(\d+(?:\.\d+)+))"));
    return release.match(output).captured(2);
}

QString versionFromCudaJson(const QByteArray& content)
{
    const auto document = parseJson(content, QStringLiteral("version.json"));
    if (!document)
        return {};
    JsonReader parts(*document, QStringLiteral("version.json"));
    JsonReader nvcc(parts.child("cuda_nvcc"), QStringLiteral("cuda_nvcc"));
    return nvcc.string("version", QString());
}

QString versionFromCudnnHeader(const QByteArray& header)
{
    const QString text = QString::fromLatin1(header);
    QStringList numbers;
    for (const char* name : { "MAJOR", "MINOR", "PATCHLEVEL" }) {
        // #define CUDNN_MAJOR 9
        const QRegularExpression line(
            QStringLiteral(R"(^\s*#\s*define\s+CUDNN_%1\s+(\d+))").arg(QLatin1String(name)),
            QRegularExpression::MultilineOption);
        const auto match = line.match(text);
        if (!match.hasMatch())
            return {};
        numbers << match.captured(1);
    }
    return numbers.join(QLatin1Char('.'));
}

}
