// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleImport.h"
#include "core/store/AttemptStore.h"
#include "tests/fuzz/Require.h"

using namespace torchmason;

// A bundle of any bytes; a stream that is not packed is read as it is, so that the archive itself is reached.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::put(QStringLiteral("some.torchmason"), fuzz::bytesOf(data, size));
    const QString attempts = fuzz::folder() + QStringLiteral("/attempts");
    const AttemptStore store(attempts);
    const auto imported = importBundle(fuzz::folder() + QStringLiteral("/some.torchmason"), store);
    fuzz::requireReason(imported);
    const QStringList beside
        = QDir(fuzz::folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    fuzz::require(beside.size() <= 2, "a bundle wrote beside the attempts");
    QDir(attempts).removeRecursively();
    return 0;
}
