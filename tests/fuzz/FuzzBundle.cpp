// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleFormat.h"
#include "core/export/BundleImport.h"
#include "core/export/TarArchive.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/fuzz/JsonMutator.h"
#include "tests/fuzz/Require.h"

#include <QCryptographicHash>

using namespace torchmason;

namespace {

// {"bundle.json": {...}, "events.jsonl": "...", ...} as a bundle with right sizes and hashes, so that what is
// in its files is reached.
bool writeBundle(const QString& path, const QByteArray& text)
{
    const auto members = parseJson(text, path);
    if (!members || !members->is_object())
        return false;
    QFile file(path);
    fuzz::require(file.open(QIODevice::WriteOnly), "a bundle cannot be written");
    TarWriter tar(file.handle(), 0);
    Json list = Json::array();
    const auto add = [&tar](const std::string& name, QByteArrayView content) {
        fuzz::require(tar.begin(QString::fromStdString(name), content.size()).ok() && tar.write(content).ok(),
            "a member cannot be written");
    };
    for (const auto& [name, value] : members->items()) {
        const QByteArray content
            = value.is_string() ? QByteArray::fromStdString(value.get<std::string>()) : compactJson(value);
        if (name.empty() || name.size() > 99)
            return false;
        add(name, content);
        if (name != BundleFormat::headName().toStdString())
            list.push_back({ { "name", name }, { "bytes", content.size() },
                { "sha256",
                    QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex().toStdString() } });
    }
    add(BundleFormat::contentsName().toStdString(), compactJson({ { "files", list } }));
    fuzz::require(tar.finish().ok(), "a bundle cannot be ended");
    return true;
}

}

// A bundle of any bytes (a stream that is not packed is read as it is, so that the archive itself is
// reached), or one whose files are listed as they are. The first byte says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView content = fuzz::bytesOf(data, size).sliced(1);
    const QString path = fuzz::folder() + QStringLiteral("/some.torchmason");
    if (data[0] % 2 == 0)
        fuzz::put(QStringLiteral("some.torchmason"), content);
    else if (!writeBundle(path, content.toByteArray()))
        return 0;
    const QString attempts = fuzz::folder() + QStringLiteral("/attempts");
    const AttemptStore store(attempts);
    const auto imported = importBundle(path, store);
    fuzz::requireReason(imported);
    if (imported)
        fuzz::require(AttemptFiles::readRecord(imported->folder).ok(), "what was opened cannot be read");
    const QStringList beside
        = QDir(fuzz::folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    fuzz::require(beside.size() <= 2, "a bundle wrote beside the attempts");
    QDir(attempts).removeRecursively();
    return 0;
}
