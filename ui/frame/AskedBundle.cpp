// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/AskedBundle.h"

#include "core/export/BundleFormat.h"
#include "ui/models/PatientDisk.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

Result<QString> askedBundle(const QStringList& words, PatientDisk& disk)
{
    if (words.size() > 1)
        return Error { QStringLiteral("Only one bundle can be opened at a time.") };
    const QString word = words.value(0);
    if (word.isEmpty())
        return QString();
    if (!word.endsWith(BundleFormat::suffix(), Qt::CaseInsensitive))
        return Error {
            QStringLiteral("%1 is not a bundle: their names end in %2.").arg(word, BundleFormat::suffix())
        };
    // Qt looks at the current folder before it names it.
    const auto path = QDir::isAbsolutePath(word)
        ? std::optional(QDir::cleanPath(word))
        : disk.ask([word] { return QFileInfo(word).absoluteFilePath(); });
    if (!path)
        return Error { QStringLiteral("The disk with the current folder does not respond.") };
    const bool isThere = disk.ask([path = *path] { return QFileInfo(path).isFile(); }).value_or(true);
    return isThere ? Result<QString>(*path) : Error { QStringLiteral("There is no file %1.").arg(word) };
}

}
