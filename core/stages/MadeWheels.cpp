// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/MadeWheels.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 clockSlack = 2000; // milliseconds: file systems keep whole seconds, some even ones

Result<MadeWheel> measured(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return Error { QStringLiteral("Cannot read %1: %2.").arg(path, file.errorString()) };
    return MadeWheel { path, Bytes(file.size()), QString::fromLatin1(hash.result().toHex()) };
}

}

QString wheelLine(const MadeWheel& wheel)
{
    return QStringLiteral("wheel: %1 %2 %3").arg(wheel.size).arg(wheel.sha256, wheel.path);
}

std::optional<MadeWheel> wheelFromLine(const QByteArray& line)
{
    static const QRegularExpression form(QStringLiteral("^wheel: (\\d+) ([0-9a-f]{64}) (.+\\.whl)$"));
    const auto match = form.match(QString::fromUtf8(line.trimmed()));
    if (!match.hasMatch())
        return std::nullopt;
    return MadeWheel { match.captured(3), Bytes(match.captured(1).toULongLong()), match.captured(2) };
}

QVector<MadeWheel> wheelsInLog(const QString& path)
{
    QVector<MadeWheel> wheels;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return wheels;
    file.seek(std::max<qint64>(0, file.size() - 64 * 1024)); // they are the last lines
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (const auto wheel = wheelFromLine(line))
            wheels.append(*wheel);
    }
    return wheels;
}

Result<QString> tellWheels(
    const QString& folder, qint64 since, const std::function<void(const QString&)>& print)
{
    int told = 0;
    const auto found = QDir(folder).entryInfoList({ QStringLiteral("*.whl") }, QDir::Files, QDir::Time);
    for (const QFileInfo& file : found) {
        const bool isNew
            = since > 0 ? file.lastModified().toMSecsSinceEpoch() + clockSlack >= since : told == 0;
        if (!isNew)
            continue;
        const auto wheel = measured(file.absoluteFilePath());
        if (!wheel)
            return wheel.error();
        print(wheelLine(*wheel));
        ++told;
    }
    if (told == 0)
        return Error { QStringLiteral("No wheel was made in %1.").arg(folder) };
    return told == 1 ? QStringLiteral("One wheel was made.")
                     : QStringLiteral("%1 wheels were made.").arg(told);
}

}
