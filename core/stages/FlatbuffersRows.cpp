// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FlatbuffersRows.h"

#include "core/base/Platform.h"
#include "core/stages/StageMakers.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

const QString generatedFile = QStringLiteral("torch/csrc/jit/serialization/mobile_bytecode_generated.h");
const QString installedFile = QStringLiteral("/usr/include/flatbuffers/base.h");

QByteArray contentOf(const QString& path)
{
    constexpr qint64 enough = 1 << 20;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(enough) : QByteArray();
}

QString numbersAfter(const QByteArray& text, const char* between)
{
    QStringList numbers;
    for (const char* part : { "MAJOR", "MINOR", "REVISION" }) {
        const QRegularExpression form(QStringLiteral("FLATBUFFERS_VERSION_%1%2(\\d+)")
                                          .arg(QLatin1String(part), QLatin1String(between)));
        const auto match = form.match(QString::fromLatin1(text));
        if (!match.hasMatch())
            break;
        numbers << match.captured(1);
    }
    return numbers.join(QLatin1Char('.'));
}

}

QString askedFlatbuffers(const QByteArray& generatedHeader, bool majorOnly)
{
    const QString asked = numbersAfter(generatedHeader, "\\s*==\\s*");
    return majorOnly ? asked.section(QLatin1Char('.'), 0, 0) : asked;
}

QString installedFlatbuffers(const QByteArray& baseHeader)
{
    return numbersAfter(baseHeader, "\\s+");
}

QVector<CheckRow> flatbuffersRows(const BuildRequest& request)
{
    const bool usesSystems = isCMakeTrue(request.configuration.flagValue(QStringLiteral("USE_SYSTEM_LIBS")));
    if (hostPlatform() != Platform::Linux || !usesSystems)
        return {};
    const QString path = request.sourceFolder + QLatin1Char('/') + generatedFile;
    const bool isPatched = std::any_of(request.patches.begin(), request.patches.end(),
        [](const SourcePatch& patch) { return patch.file == generatedFile; });
    const QString asked = askedFlatbuffers(contentOf(path), isPatched);
    const QString installed = installedFlatbuffers(contentOf(installedFile));
    if (asked.isEmpty() || installed.isEmpty()
        || (installed + QLatin1Char('.')).startsWith(asked + QLatin1Char('.')))
        return {};
    CheckRow row = problemRow("flatbuffers-other-version", CheckState::Fail, QStringLiteral("flatbuffers"),
        QStringLiteral("The tree has a header made for flatbuffers %1, and this system has %2: files that "
                       "include it do not compile.")
            .arg(asked, installed));
    row.where = path;
    const QString folder = path.section(QLatin1Char('/'), 0, -2);
    row.fixText
        = QStringLiteral("Make the header again with this system's flatc (package flatbuffers-compiler).");
    row.fixCommand
        = QStringLiteral("flatc --cpp --gen-mutable --scoped-enums -o %1 %2")
              .arg(quotedForSh(folder), quotedForSh(folder + QStringLiteral("/mobile_bytecode.fbs")));
    return { row };
}

}
