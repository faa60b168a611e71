// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/HeavyFiles.h"

#include "core/base/Json.h"

// Q_INIT_RESOURCE must stand outside namespaces.
static void loadGateResources()
{
    Q_INIT_RESOURCE(torchmason_gate);
}

namespace torchmason {

namespace {

QVector<HeavyFile> readHeavyFiles()
{
    loadGateResources();
    const auto document = readJsonFile(QStringLiteral(":/torchmason/gate/heavy.json"));
    Q_ASSERT(document.ok());
    QVector<HeavyFile> files;
    for (const Json& entry : (*document)["known"])
        files.append({ QString::fromStdString(entry["part"].get<std::string>()),
            QString::fromStdString(entry.value("language", std::string())),
            entry["mebibytes"].get<Bytes>() * mebibyte,
            QString::fromStdString(entry.value("source", std::string())) });
    return files;
}

}

const QVector<HeavyFile>& heavyFiles()
{
    static const QVector<HeavyFile> once = readHeavyFiles();
    return once;
}

const HeavyFile* heavyFile(const QString& part)
{
    for (const HeavyFile& file : heavyFiles()) {
        if (file.part == part)
            return &file;
    }
    return nullptr;
}

}
