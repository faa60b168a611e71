// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/ProfileText.h"

#include <QCoreApplication>
#include <QDir>

namespace torchmason {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("ProfileText", text);
}

QString range(const QString& minimum, const QString& maximum)
{
    if (minimum.isEmpty() && maximum.isEmpty())
        return {};
    if (maximum.isEmpty())
        return say("%1 or newer").arg(minimum);
    if (minimum.isEmpty())
        return say("up to %1").arg(maximum);
    return minimum == maximum ? minimum : say("%1 to %2").arg(minimum, maximum);
}

QString systems(const QVector<Platform>& platforms)
{
    QStringList names;
    for (Platform platform : platforms)
        names.append(platform == Platform::Windows ? say("Windows") : say("Linux"));
    return names.join(QStringLiteral(", "));
}

}

QString sourceText(const SourceSpec& source)
{
    switch (source.kind) {
    case SourceKind::ExistingTree:
        return say("a folder that is there already");
    case SourceKind::Git:
        return source.tag.isEmpty() ? source.url : say("%1 at %2").arg(source.url, source.tag);
    case SourceKind::DebianSource:
        return say("Debian source package %1").arg(source.package);
    case SourceKind::Sample:
        return say("the sample project that ships with this program");
    }
    return {};
}

QVector<ProfileFact> profileFacts(const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    const int flags = int(profile.configuration.flags.size());
    const int variables = int(profile.configuration.environment.size());
    QVector<ProfileFact> facts {
        { say("System"), systems(profile.platforms) },
        { say("Graphics card"),
            needs.computeCapabilities.isEmpty()
                ? say("none needed")
                : say("compute capability %1").arg(needs.computeCapabilities.join(QStringLiteral(", "))) },
        { say("CUDA"), range(needs.cudaMinimum, needs.cudaMaximum) },
        { say("cuDNN"), needs.cudnn },
        { say("PyTorch"), profile.source.version },
        { say("Source"), sourceText(profile.source) },
        { say("Python"), range(needs.pythonMinimum, needs.pythonMaximum) },
        { say("Visual Studio"), needs.visualStudio },
        { say("gcc"), range({}, needs.gccMaximum) },
        { say("Memory"), needs.memory ? say("%1 or more").arg(formatBytes(*needs.memory)) : QString() },
        { say("Disk"), needs.disk ? say("%1 free").arg(formatBytes(*needs.disk)) : QString() },
        { say("Sets"),
            (flags == 1 ? say("1 flag") : say("%1 flags").arg(flags)) + QStringLiteral(", ")
                + (variables == 1 ? say("1 variable") : say("%1 variables").arg(variables)) },
        { say("Jobs"), profile.jobs ? QString::number(*profile.jobs) : say("as many as the memory allows") },
        { say("Targets"),
            profile.targets.isEmpty() ? say("all") : profile.targets.join(QStringLiteral(", ")) },
        { say("File"),
            profile.userOwned ? QDir::toNativeSeparators(profile.file) : say("ships with the program") },
        { say("Known from"), profile.references.join(u'\n') },
    };
    facts.removeIf([](const ProfileFact& fact) { return fact.value.isEmpty(); });
    return facts;
}

QStringList profileReasons(const RankedProfile& ranked)
{
    QStringList reasons = ranked.reasons;
    if (ranked.profile.status == ProfileStatus::Historical) {
        reasons.prepend(ranked.profile.statusReason);
        for (const QString& fix : ranked.profile.fixes)
            reasons.append(say("What would help: %1").arg(fix));
        reasons.removeDuplicates();
    }
    reasons.removeAll(QString());
    return reasons;
}

QString bulletList(const QStringList& lines)
{
    return lines.size() < 2 ? lines.join(u'\n') : QStringLiteral("•  ") + lines.join(QStringLiteral("\n•  "));
}

QString profileLine(const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    QStringList parts;
    const auto add = [&parts](const char* text, const QString& value) {
        if (!value.isEmpty())
            parts << say(text).arg(value);
    };
    if (needs.computeCapabilities.isEmpty())
        parts << say("no GPU");
    add("GPU %1", needs.computeCapabilities.join(QStringLiteral(", ")));
    add("CUDA %1", range(needs.cudaMinimum, needs.cudaMaximum));
    add("PyTorch %1", profile.source.version);
    add("Python %1", range(needs.pythonMinimum, needs.pythonMaximum));
    return parts.join(QStringLiteral(" · "));
}

QString comparedValue(const std::optional<QString>& value)
{
    if (!value)
        return QStringLiteral("–");
    return value->isEmpty() ? say("(empty)") : *value;
}

QString inFewLines(const QString& text)
{
    constexpr qsizetype mostLines = 6;
    constexpr qsizetype mostSigns = 300;
    QString shown = text.section(u'\n', 0, mostLines - 1).left(mostSigns);
    return shown.size() < text.size() ? shown + QStringLiteral(" …") : shown;
}

}
