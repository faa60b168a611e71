// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/SampleLines.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/store/AttemptFiles.h"

#include <QDir>
#include <QLocale>

namespace torchmason {

Result<void> eachSample(
    const QString& attemptFolder, const std::function<void(const Sample&)>& take, int most)
{
    constexpr qint64 longestLine = 1024 * 1024; // a machine of many cores that runs many steps
    RegularFile file(AttemptFiles::samples(attemptFolder));
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(QDir::toNativeSeparators(file.fileName()), file);
    for (int lines = 0; !file.atEnd(); ++lines) {
        if (lines == most)
            return Error { Core::tr("%1 has more than %2 lines, and at most so many are read.")
                               .arg(QDir::toNativeSeparators(file.fileName()), QLocale().toString(most)) };
        const Json document = jsonLine(file.readLine(longestLine));
        if (!document.is_object())
            continue;
        if (const auto sample = sampleFromJson(document))
            take(*sample);
    }
    return {};
}

}
