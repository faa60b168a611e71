// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ArchList.h"

#include "core/knowledge/VersionText.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

namespace torchmason {

namespace {

// As in PyTorch's cmake/Modules_CUDA_fix/upstream/FindCUDA/select_compute_arch.cmake.
const QHash<QString, QString>& namedArchitectures()
{
    static const QHash<QString, QString> names {
        { QStringLiteral("kepler"), QStringLiteral("3.5") },
        { QStringLiteral("kepler+tesla"), QStringLiteral("3.7") },
        { QStringLiteral("maxwell"), QStringLiteral("5.0;5.2+PTX") },
        { QStringLiteral("pascal"), QStringLiteral("6.0;6.1+PTX") },
        { QStringLiteral("volta"), QStringLiteral("7.0+PTX") },
        { QStringLiteral("turing"), QStringLiteral("7.5+PTX") },
        { QStringLiteral("ampere"), QStringLiteral("8.0;8.6+PTX") },
        { QStringLiteral("ada"), QStringLiteral("8.9+PTX") },
        { QStringLiteral("hopper"), QStringLiteral("9.0+PTX") },
        { QStringLiteral("blackwell"), QStringLiteral("10.0;12.0+PTX") },
    };
    return names;
}

bool isAutomaticWord(const QString& word)
{
    return word == QLatin1String("auto") || word == QLatin1String("common") || word == QLatin1String("all");
}

}

ArchList parseArchList(const QString& text)
{
    static const QRegularExpression separator(QStringLiteral(R"([\s;,]+)"));
    static const QRegularExpression number(QStringLiteral(R"(^(\d+\.\d[af]?)(?:\(\d+\.\d\))?(\+PTX)?$)"));
    ArchList list;
    for (const QString& word : text.split(separator, Qt::SkipEmptyParts)) {
        const auto match = number.match(word);
        if (match.hasMatch()) {
            list.entries.append({ match.captured(1), match.capturedLength(2) > 0 });
            continue;
        }
        const QString meaning = namedArchitectures().value(word.toLower());
        if (!meaning.isEmpty())
            list.entries += parseArchList(meaning).entries;
        else if (!isAutomaticWord(word.toLower()) && list.unknown.isEmpty())
            list.unknown = word;
    }
    return list;
}

ArchCoverage coverageOf(const QVector<ArchEntry>& entries, const QString& capability)
{
    ArchCoverage best = ArchCoverage::None;
    for (const ArchEntry& entry : entries) {
        // "9.0a" runs on exactly 9.0 and on nothing else.
        const bool specific = entry.capability.endsWith(QLatin1Char('a'));
        const int difference = compareVersions(entry.capability, capability);
        const bool sameMajor = majorOf(entry.capability) == majorOf(capability);
        if (difference == 0 || (!specific && sameMajor && difference < 0))
            return ArchCoverage::Native;
        if (entry.ptx && !specific && difference < 0)
            best = ArchCoverage::Ptx;
    }
    return best;
}

QStringList notCompiledBy(const QVector<ArchEntry>& entries, const QStringList& toolkitCapabilities)
{
    QStringList missing;
    for (const ArchEntry& entry : entries) {
        if (!toolkitCapabilities.contains(entry.capability) && !missing.contains(entry.capability))
            missing << entry.capability;
    }
    return missing;
}

}
