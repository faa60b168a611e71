// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/ProfileText.h"

#include "core/base/Core.h"
#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/profile/Candidates.h"
#include "ui/text/Ui.h"

#include <QDir>
#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

QString systems(const QVector<Platform>& platforms)
{
    QStringList names;
    for (Platform platform : platforms)
        names.append(platform == Platform::Windows ? Ui::tr("Windows") : Ui::tr("Linux"));
    return names.join(QStringLiteral(", "));
}

QString diskText(const std::optional<Estimate>& disk, const ProfileNeeds& needs)
{
    if (!disk)
        return QStringLiteral("–");
    if (disk->isKnown())
        return (*disk->low > 0 ? Ui::tr("about %1. %2", "sizes and what they are for")
                               : Ui::tr("%1. %2", "up to a size, and what it is for"))
            .arg(spanText(*disk->low, *disk->high), disk->reason);
    return needs.disk ? Ui::tr("%1 free for the build").arg(formatBytes(*needs.disk)) : QString();
}

// What a source folder or a tag of the user's brings stands before what the profile was made for.
QString releaseText(const Profile& profile, const SourceSpec& taken)
{
    const QString& own = profile.source.version;
    const QString release = releaseOf(taken).isEmpty() ? taken.tag : releaseOf(taken);
    if (release.isEmpty() || own.isEmpty() || release == own)
        return own;
    return Ui::tr("%1 is built; the profile was made for %2", "releases").arg(release, own);
}

}

QString sourceText(const SourceSpec& source)
{
    switch (source.kind) {
    case SourceKind::ExistingTree:
        return Ui::tr("an existing folder");
    case SourceKind::Git:
        return source.tag.isEmpty() ? source.url : Ui::tr("%1 at %2").arg(source.url, source.tag);
    case SourceKind::DebianSource:
        return Ui::tr("Debian source package %1").arg(source.package);
    case SourceKind::Sample:
        return Ui::tr("the sample project that ships with this program");
    }
    return {};
}

QVector<ProfileFact> profileFacts(
    const Profile& profile, const std::optional<Estimate>& disk, const SourceSpec& taken)
{
    const ProfileNeeds& needs = profile.needs;
    const CompilerNeeds compilers = compilerNeeds(profile);
    const int flags = int(profile.configuration.flags.size());
    const int variables = int(profile.configuration.environment.size());
    QVector<ProfileFact> facts {
        { Ui::tr("System"), systems(profile.platforms) },
        { Ui::tr("Graphics card"),
            needs.computeCapabilities.isEmpty()
                ? Ui::tr("none needed")
                : Ui::tr("compute capability %1").arg(needs.computeCapabilities.join(QStringLiteral(", "))) },
        { Ui::tr("CUDA"), rangeText(needs.cudaMinimum, needs.cudaMaximum) },
        { Ui::tr("cuDNN"), needs.cudnn },
        { Ui::tr("PyTorch"), releaseText(profile, taken) },
        { Ui::tr("Source"), sourceText(profile.source) },
        { Ui::tr("Python"), rangeText(needs.pythonMinimum, needs.pythonMaximum) },
        { Ui::tr("Visual Studio"), compilers.visualStudio },
        { Ui::tr("Compiler"), compilers.gcc },
        { Ui::tr("Memory"), needs.memory ? Ui::tr("%1 or more").arg(formatBytes(*needs.memory)) : QString() },
        { Ui::tr("Disk"), diskText(disk, needs) },
        { Ui::tr("Sets"),
            Ui::tr("%1, %2", "3 flags, 1 variable")
                .arg(flags == 1 ? Ui::tr("1 flag") : Ui::tr("%n flags", nullptr, flags),
                    variables == 1 ? Ui::tr("1 variable") : Ui::tr("%n variables", nullptr, variables)) },
        { Ui::tr("Jobs"), jobsText(profile) },
        { Ui::tr("Targets"),
            profile.targets.isEmpty() ? Ui::tr("all") : profile.targets.join(QStringLiteral(", ")) },
        { Ui::tr("File"),
            profile.userOwned ? QDir::toNativeSeparators(profile.file) : Ui::tr("ships with the program") },
        { Ui::tr("Known from"), shownData(profile.references.join(u'\n')) },
    };
    facts.removeIf([](const ProfileFact& fact) { return fact.value.isEmpty(); });
    return facts;
}

QStringList profileReasons(const RankedProfile& ranked)
{
    QStringList reasons = ranked.reasons;
    if (ranked.profile.status == ProfileStatus::Historical) {
        reasons.prepend(shownData(ranked.profile.statusReason));
        for (const QString& fix : ranked.profile.fixes)
            reasons.append(Ui::tr("What would help: %1").arg(fix));
        reasons.removeDuplicates();
    }
    reasons.removeAll(QString());
    return reasons;
}

QString nameWithFit(const RankedProfile& ranked)
{
    const QString name = shownData(ranked.profile.name);
    return ranked.fit == ProfileFit::Fits
        ? name
        : Ui::tr("%1: %2", "CPU only: fits after fixes").arg(name, profileFitText(ranked.fit));
}

QString readinessText(const CheckVerdict& machine, const RankedProfile* ranked)
{
    if (!ranked || machine.failures > 0 || ranked->fit == ProfileFit::Fits)
        return verdictText(machine, ranked ? shownData(ranked->profile.name) : QString());
    return nameWithFit(*ranked);
}

QString bulletList(const QStringList& lines)
{
    return lines.size() < 2 ? lines.join(u'\n') : QStringLiteral("•  ") + lines.join(QStringLiteral("\n•  "));
}

QString profileLine(const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    QStringList parts;
    const auto add = [&parts](const QString& text, const QString& value) {
        if (!value.isEmpty())
            parts << text.arg(value);
    };
    if (needs.computeCapabilities.isEmpty())
        parts << Ui::tr("no GPU");
    add(Ui::tr("GPU %1"), needs.computeCapabilities.join(QStringLiteral(", ")));
    add(Ui::tr("CUDA %1"), rangeText(needs.cudaMinimum, needs.cudaMaximum));
    add(Ui::tr("PyTorch %1"), profile.source.version);
    add(Ui::tr("Python %1"), rangeText(needs.pythonMinimum, needs.pythonMaximum));
    return parts.join(QStringLiteral(" · "));
}

// "${cuda}/bin/nvcc": what stands for something of the machine is told in words.
static QString withoutPlaceholders(QString value)
{
    return value.replace(QLatin1String("${cuda}"), Ui::tr("the chosen CUDA toolkit"))
        .replace(QLatin1String("${python}"), Ui::tr("the chosen Python"))
        .replace(QLatin1String("${venv}"), Ui::tr("the virtual environment"))
        .replace(QLatin1String("${source}"), Ui::tr("the source folder"))
        .replace(QLatin1String("${build}"), Ui::tr("the build folder"))
        .replace(QLatin1String("${jobs}"), Ui::tr("the number of jobs"));
}

QString comparedValue(const std::optional<QString>& value)
{
    if (!value)
        return QStringLiteral("–");
    return value->isEmpty() ? Ui::tr("(empty)") : withoutPlaceholders(*value);
}

static bool reads(const Profile& profile, const OptionInfo& option)
{
    const bool isSample = profile.source.kind == SourceKind::Sample;
    return option.isRead(isSample)
        && (isSample || presenceOf(option, releaseOf(profile.source)) == OptionPresence::Present);
}

QString unsetValue(const QString& field, const Profile& profile)
{
    const QString name = field.startsWith(u'$') ? field.mid(1) : field;
    const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(name) : nullptr;
    const Configuration& says = profile.configuration;
    if (!option || says.flag(name) || says.variable(name) || !reads(profile, *option))
        return {};
    const bool isForHere = profile.platforms.contains(hostPlatform());
    return OptionCatalogue::defaultTextFor(*option, isForHere ? hostPlatform() : profile.platforms.value(0));
}

QString withoutFlood(const QString& text)
{
    constexpr qsizetype mostLines = 60;
    constexpr qsizetype mostSigns = 4000;
    QString shown = text.section(u'\n', 0, mostLines - 1).left(mostSigns);
    return shown.size() < text.size() ? shown + QStringLiteral(" …") : shown;
}

namespace {

constexpr int neighbours = 1;
constexpr int leastSigns = 12; // of a line

QString cutLine(const QString& line, int from, int signs)
{
    const QString mark(QChar(0x2026));
    QString part = line.mid(from, signs);
    if (from > 0)
        part.replace(0, 1, mark);
    if (line.size() > from + signs)
        part.replace(signs - 1, 1, mark);
    return part;
}

}

QString fileExcerpt(const QByteArray& text, int line, int column, int room)
{
    QList<QByteArray> lines = text.split('\n');
    if (line < 1 || line > lines.size())
        return {};
    const int first = std::max(1, line - neighbours);
    const int last = std::min(int(lines.size()), line + neighbours);
    const int width = int(QString::number(last).size());
    // The part of long lines that holds the place, the same of all of them.
    const int signs = std::max(leastSigns, room - width - 3);
    const int from = column < signs ? 0 : column - signs / 2;
    QStringList shown;
    for (int number = first; number <= last; ++number) {
        const QString whole = QString::fromUtf8(lines[number - 1]).replace(u'\t', u' ').remove(u'\r');
        if (number != line && whole.trimmed().isEmpty())
            continue;
        shown << QStringLiteral("%1 %2 %3")
                     .arg(number == line ? QChar(u'>') : QChar(u' '))
                     .arg(number, width)
                     .arg(cutLine(whole, from, signs));
        if (number == line && column > 0)
            shown << QString(width + 3 + std::max(0, column - 1 - from), u' ') + u'^';
    }
    return shown.join(u'\n');
}

}
