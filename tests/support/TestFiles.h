// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Patience.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

// Files that tests make and look at.
namespace torchmason {

// Makes the folders on the way; fails the test where it cannot.
inline void write(
    const QString& path, const QByteArray& content = "x", QIODevice::OpenMode mode = QIODevice::Truncate)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | mode));
    QCOMPARE(file.write(content), qint64(content.size()));
}

// Empty where there is no such file.
inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// All files below the folder, one after the other.
inline QByteArray contentBelow(const QString& folder)
{
    QByteArray all;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        all += contentOf(files.next()) + '\n';
    return all;
}

}
