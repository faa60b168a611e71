// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleImport.h"

#include "core/base/CannotRead.h"
#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/base/GzipFile.h"
#include "core/base/RegularFile.h"
#include "core/export/BundleDocuments.h"
#include "core/export/BundleFormat.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

Result<ImportedBundle> importBundle(
    const QString& path, const AttemptStore& store, bool acceptsLarge, const BundleLimits& limits)
{
    const QString name = QDir::toNativeSeparators(path);
    RegularFile file(path);
    if (!QFileInfo(path).isFile())
        return Error { Core::tr("There is no file %1.").arg(name) };
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(name, file);
    const auto draft = AttemptDraft::make(store);
    if (!draft)
        return draft.error();
    const QString folder = (*draft)->folder();
    const auto bundle = unpackBundle(file, folder, acceptsLarge, limits);
    if (!bundle)
        return bundle.error();
    const auto record = adaptDocuments(folder, *bundle, systemClock().wallMilliseconds());
    if (!record)
        return Error { Core::tr("%1 cannot be opened: %2").arg(name, record.error().message) };
    return (*draft)->adopt(*record);
}

bool looksLikeBundle(const QString& path)
{
    if (path.endsWith(BundleFormat::suffix(), Qt::CaseInsensitive))
        return true;
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return false;
    constexpr qsizetype magic = 257; // where a tar archive says that it is one
    const QByteArray begin = GzipFile(file.handle()).read(magic + 5);
    return begin.startsWith(BundleFormat::headName().toLatin1()) || begin.mid(magic) == "ustar";
}

}
