// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogLink.h"

#include "core/base/PlatformPath.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

std::optional<LogLink> logLink(const QString& shown, std::optional<int> column)
{
    static const QRegularExpression places(
        // File "torch/x.py", line 12
        QStringLiteral(
            "\\bFile \"([^\"]{1,1000})\", line (\\d{1,7})"
            // c10/x.cpp:12:3: error, CMake Error at cmake/x.cmake:12 (message), C:\src\x.cpp(12,3): error
            "|((?:\\b[A-Za-z]:[/\\\\])?[^\\s:;,=\"'`<>|()\\[\\]{}*?]{1,1000})"
            "(?::(\\d{1,7})\\b|\\((\\d{1,7})(?:,\\d+)?\\))"));
    auto matches = places.globalMatch(shown);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const bool isPython = match.hasCaptured(1);
        const QString file = match.captured(isPython ? 1 : 3);
        const QString number = isPython ? match.captured(2) : match.captured(4) + match.captured(5);
        const bool isHere = !column || (*column >= match.capturedStart() && *column <= match.capturedEnd());
        if (isHere && file.contains(QLatin1Char('.')) && !isOfNetwork(file) && number.toInt() > 0)
            return LogLink { int(match.capturedStart()), int(match.capturedLength()), file, number.toInt() };
    }
    return std::nullopt;
}

QString localFile(const QString& file, const QStringList& folders)
{
    QStringList places;
    if (QDir::isAbsolutePath(file)) {
        places.append(file);
    } else {
        for (const QString& folder : folders) {
            if (QDir::isAbsolutePath(folder))
                places.append(folder + QLatin1Char('/') + file);
        }
    }
    for (const QString& place : std::as_const(places)) {
        if (!isOfNetwork(place) && QFileInfo(place).isFile())
            return QDir::cleanPath(QDir::fromNativeSeparators(place));
    }
    return {};
}

}
