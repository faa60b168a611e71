// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ArchList.h"

#include "core/knowledge/VersionText.h"

#include <QRegularExpression>
#include <QStringList>

namespace torchmason {

namespace {

struct NamedArchitecture {
    const char* name;
    QStringList binaries;
    QString ptx; // what +PTX behind the name adds; empty: PTX of all binaries
};

// As in PyTorch's cmake/Modules_CUDA_fix/upstream/FindCUDA/select_compute_arch.cmake, letter case included.
// A name alone never brings PTX.
const QVector<NamedArchitecture>& namedArchitectures()
{
    const auto text = [](const char* words) { return QString::fromLatin1(words).split(QLatin1Char(' ')); };
    static const QVector<NamedArchitecture> names {
        { "Kepler", text("3.5"), {} },
        { "Kepler+Tesla", text("3.7"), {} },
        { "Maxwell", text("5.0 5.2"), QStringLiteral("5.2") },
        { "Maxwell+Tegra", text("5.3"), {} },
        { "Pascal", text("6.0 6.1"), QStringLiteral("6.1") },
        { "Volta", text("7.0"), {} },
        { "Volta+Tegra", text("7.2"), {} },
        { "Turing", text("7.5"), {} },
        { "Ampere", text("8.0 8.6"), {} },
        { "Ampere+Tegra", text("8.7"), {} },
        { "Ada", text("8.9"), {} },
        { "Hopper", text("9.0"), {} },
        { "Blackwell", text("10.0"), {} },
    };
    return names;
}

QVector<ArchEntry> entriesOfName(QString word)
{
    const QString suffix = QStringLiteral("+PTX");
    const bool ptx = word.endsWith(suffix);
    if (ptx)
        word.chop(suffix.size());
    QVector<ArchEntry> entries;
    for (const NamedArchitecture& named : namedArchitectures()) {
        if (word != QLatin1String(named.name))
            continue;
        for (const QString& binary : named.binaries)
            entries.append({ binary, ptx && (named.ptx.isEmpty() || named.ptx == binary) });
    }
    return entries;
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
        const QVector<ArchEntry> named = entriesOfName(word);
        list.entries += named;
        if (!named.isEmpty())
            continue;
        if (!isAutomaticWord(word.toLower()) && list.unknown.isEmpty())
            list.unknown = word;
    }
    return list;
}

QString archListText(const QVector<ArchEntry>& entries, const QString& separator)
{
    QStringList words;
    for (const ArchEntry& entry : entries)
        words << entry.capability + (entry.ptx ? QStringLiteral("+PTX") : QString());
    return words.join(separator);
}

QStringList capabilitiesOf(const QVector<ArchEntry>& entries)
{
    QStringList capabilities;
    for (const ArchEntry& entry : entries) {
        if (!capabilities.contains(entry.capability))
            capabilities << entry.capability;
    }
    return capabilities;
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
