// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WishOptions.h"

#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/config/CacheWish.h"
#include "core/config/NearestName.h"
#include "core/estimate/EarlierBuild.h"
#include "core/gate/Admission.h"
#include "core/history/AttemptSettings.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/stages/StagePlan.h"

#include <QFile>
#include <QRegularExpression>

#include <cstdio>

namespace torchmason::cli {

namespace {

// "wheel, install and verify"
QString inWords(QStringList ids)
{
    const QString last = ids.takeLast();
    return ids.join(QLatin1String(", ")) + QLatin1String(" and ") + last;
}

// "NAME=VALUE" or "NAME:TYPE=VALUE" as cmake takes it after -D.
FlagValue flagFromText(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^([^:=\\s]+)(?::([A-Z]+))?=(.*)$"), QRegularExpression::DotMatchesEverythingOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        wrongUse(QStringLiteral("-D needs NAME=VALUE, not \"%1\"").arg(text));
    return FlagValue { match.captured(1), match.captured(3), match.captured(2), ValueOrigin::User };
}

QString variableName(const QString& name)
{
    if (!isVariableName(name))
        wrongUse(QStringLiteral("\"%1\" cannot be the name of an environment variable").arg(name));
    return name;
}

EnvironmentValue variableFromText(const QString& text)
{
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    if (equals < 1)
        wrongUse(QStringLiteral("--env needs NAME=VALUE, not \"%1\"").arg(text));
    return EnvironmentValue { variableName(text.left(equals)), text.mid(equals + 1), ValueOrigin::User };
}

void refuseBoth(const CommandLine& line, const char* one, const char* other)
{
    if (line.has(one) && line.has(other))
        wrongUse(QStringLiteral("--%1 and --%2 do not go together: leave one of them out")
                     .arg(QLatin1String(one), QLatin1String(other)));
}

void readConfiguration(const CommandLine& line, Configuration& configuration)
{
    for (const QString& text : line.values("D"))
        configuration.setFlag(flagFromText(text));
    for (const QString& text : line.values("env"))
        configuration.setEnvironment(variableFromText(text));
    for (const QString& name : line.values("U")) {
        if (!isVariableName(name))
            wrongUse(QStringLiteral("\"%1\" cannot be the name of a flag").arg(name));
        if (configuration.flag(name)) // which -D sets
            wrongUse(QStringLiteral("-U %1 and -D %1 do not go together: leave one of them out").arg(name));
        configuration.unsetFlag(name);
    }
    for (const QString& name : line.values("unset-env"))
        configuration.setEnvironment({ variableName(name), std::nullopt, ValueOrigin::User });
}

void readCache(const CommandLine& line, RequestWishes& wishes)
{
    wishes.cache = line.value("cache");
    wishes.cacheStorage = line.value("cache-storage");
    if (line.has("cache") && !cacheWishes().contains(wishes.cache))
        wrongUse(QStringLiteral("--cache needs one of %1, not \"%2\"")
                     .arg(cacheWishes().join(QLatin1String(", ")), wishes.cache));
    if (!wishes.cacheStorage.isEmpty() && wishes.cache.isEmpty())
        wrongUse(QStringLiteral("--cache-storage needs --cache ccache or --cache sccache"));
}

void readPython(const CommandLine& line, RequestWishes& wishes)
{
    refuseBoth(line, "venv", "no-venv");
    if (line.has("venv") || line.has("no-venv"))
        wishes.venv = line.has("venv");
    wishes.packages = line.values("package");
    if (wishes.venv == false && !wishes.packages.isEmpty())
        wrongUse(QStringLiteral("--package needs an environment of the build's own: leave --no-venv out"));
    wishes.wheels = line.value("wheels");
    wishes.install.environment = line.value("install-into");
    wishes.install.dependencies = !line.has("without-requirements");
    if (!wishes.install.dependencies && !wishes.install.isWanted())
        wrongUse(QStringLiteral("--without-requirements is about an install: name the environment, "
                                "--install-into ENV"));
    for (const QString& package : std::as_const(wishes.packages)) {
        if (!isPinnedPackage(package))
            wrongUse(QStringLiteral("--package needs NAME==VERSION, not \"%1\"").arg(package));
    }
}

void readPrograms(const CommandLine& line, RequestWishes& wishes)
{
    static const QStringList keys { QStringLiteral("nvcc"), QStringLiteral("cxx"), QStringLiteral("python"),
        QStringLiteral("cmake"), QStringLiteral("ninja"), QStringLiteral("git") };
    for (const QString& text : line.values("use")) {
        const qsizetype equals = text.indexOf(QLatin1Char('='));
        if (equals < 1 || equals + 1 == text.size() || !keys.contains(text.left(equals)))
            wrongUse(QStringLiteral("--use takes %1 with its path, as cxx=/usr/bin/g++-12, not \"%2\"")
                         .arg(keys.join(QLatin1String(", ")), text));
        wishes.programs.insert(text.left(equals), text.mid(equals + 1));
    }
}

// Before the machine is looked at. Whether this build has the stage is told by its plan.
void readStages(const CommandLine& line, RequestWishes& wishes)
{
    wishes.fromStage = line.value("from");
    wishes.untilStage = line.value("until");
    wishes.skippedStages = line.values("skip");
    for (const QString& id : QStringList { wishes.fromStage, wishes.untilStage } + wishes.skippedStages) {
        if (!id.isEmpty() && !stageKindFromId(id))
            wrongUse(
                QStringLiteral("There is no stage \"%1\"; the stages are %2").arg(id, inWords(allStages())));
    }
}

HostFacts factsFrom(const QString& name)
{
    if (name != QLatin1String("-"))
        return orFail(readFactsFile(name));
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        fail(QStringLiteral("Cannot read standard input: %1.").arg(input.errorString()));
    return orFail(factsFromText(input.readAll(), QStringLiteral("standard input")));
}

}

const Option profileOption { "profile", "ID", "one of `torchmason-cli profiles`" };
const Option likeOption { "like", "N",
    "the profile, flags and patches of attempt N, also of one from another machine; other options take "
    "precedence" };
const Option hostOption { "host", "FACTS.json", "another machine: what doctor --json printed there" };

QVector<Option> wishOptions()
{
    static const QByteArray from = QStringLiteral("begin here: %1 (%2 where the build has them)")
                                       .arg(allStages().join(QLatin1String(", ")), inWords(optionalStages()))
                                       .toUtf8();
    return {
        { "source", "DIR", "the source tree; default: where the profile puts it" },
        { "backend", "NAME", "wheel: build and pack a wheel; cmake: only the CMake build, no wheel" },
        { "build", "DIR",
            "the build folder; default: for a wheel, build in the source tree, else a folder in Torchmason's "
            "data folder" },
        { "D", "NAME=VALUE", "a CMake flag, over the profile's", Option::Often },
        { "env", "NAME=VALUE", "an environment variable of the build", Option::Often },
        { "U", "NAME", "do not pass this flag of the profile, and remove it from CMake's cache",
            Option::Often },
        { "unset-env", "NAME", "remove this environment variable for the build", Option::Often },
        { "use", "PROGRAM=PATH",
            "take this nvcc, cxx (C++ compiler), python, cmake, ninja or git instead of the one found",
            Option::Often },
        { "tag", "TAG", "the tag of PyTorch's repository, instead of the profile's" },
        { "target", "T", "what to build; default: as the profile says", Option::Often },
        { "jobs", "N", "compilers at the same time; default: computed from cores and RAM" },
        { "memory-limit", "BYTES",
            "the most memory for all compilers together; the memory gate enforces it" },
        { "gate", "", "compilers ask for memory before they start, even if all is compiled again for it" },
        { "no-gate", "",
            "compilers start without asking for memory; default: the gate wherever it costs nothing "
            "(Ninja)" },
        { "cache", "NAME", "compiler launcher: none, ccache, sccache, distcc, ccache+distcc" },
        { "cache-storage", "URL", "a cache that machines share: redis://PASSWORD@HOST, http://HOST/PATH" },
        { "venv", "", "make a virtual environment of the build's own, beside its build folder" },
        { "no-venv", "", "build with the Python that is there, whatever the profile says" },
        { "package", "NAME==VERSION", "a Python package for that environment, over the profile's",
            Option::Often },
        { "wheels", "DIR", "take Python packages from this folder alone, not from the network" },
        { "install-into", "ENV",
            "install the wheel there: a virtual or conda environment, or a new folder for one" },
        { "without-requirements", "", "install the wheel alone, without the packages that it requires" },
        { "from", "STAGE", from.constData() },
        { "until", "STAGE", "end after this stage" },
        { "skip", "STAGE", "leave this stage out", Option::Often },
    };
}

void noSuchProfile(const ProfileCatalogue& catalogue, const QString& id)
{
    QStringList ids;
    for (const Profile& profile : catalogue.profiles)
        ids << profile.id;
    const QString meant = nearestName(id, ids);
    wrongUse(QStringLiteral("There is no profile \"%1\"%2; `torchmason-cli profiles` lists them.")
                 .arg(id, meant.isEmpty() ? QString() : QStringLiteral(" (did you mean %1?)").arg(meant)));
}

Profile chosenProfile(const CommandLine& line)
{
    if (!line.has("profile"))
        wrongUse(
            QStringLiteral("--profile ID is needed (`torchmason-cli profiles` lists them), or --like N of "
                           "`torchmason-cli attempts`."));
    const QString id = line.value("profile");
    const ProfileCatalogue catalogue = loadProfiles();
    if (const BrokenProfile* broken = catalogue.brokenProfile(id); broken && !catalogue.profile(id))
        wrongUse(QStringLiteral("Cannot read the profile %1: %2").arg(id, broken->error));
    if (!catalogue.profile(id))
        noSuchProfile(catalogue, id);
    return *catalogue.profile(id);
}

std::optional<HostFacts> hostNamedBy(const CommandLine& line)
{
    const QString file = line.value("host");
    return file.isEmpty() ? std::nullopt : std::optional(factsFrom(file));
}

HostFacts detectWithBuilds(const DetectionWishes& wishes)
{
    HostFacts facts = detectHost(wishes);
    facts.builtFolders = builtFolders(earlierBuilds(AttemptStore(AppPaths::attemptsFolder())));
    return facts;
}

std::optional<int> jobsWished(const CommandLine& line)
{
    if (!line.has("jobs"))
        return std::nullopt;
    bool isNumber = false;
    const int jobs = line.value("jobs").toInt(&isNumber);
    if (!isNumber || jobs < 1 || jobs > 4096)
        wrongUse(QStringLiteral("--jobs needs a number from 1 to 4096, not \"%1\"").arg(line.value("jobs")));
    return jobs;
}

std::optional<Bytes> memoryLimitWished(const CommandLine& line)
{
    if (!line.has("memory-limit"))
        return std::nullopt;
    const auto limit = parseBytes(line.value("memory-limit"));
    if (!limit || *limit == 0)
        wrongUse(QStringLiteral("--memory-limit needs a size such as 17179869184 or 16G, not \"%1\"")
                     .arg(line.value("memory-limit")));
    if (*limit < leastMemoryLimit)
        wrongUse(QStringLiteral("--memory-limit is for all compilers together and needs %1 at least, not %2")
                     .arg(formatBytes(leastMemoryLimit), line.value("memory-limit")));
    return limit;
}

QStringList flagsGiven(const CommandLine& line)
{
    QStringList names;
    for (const QString& text : line.values("D"))
        names << flagFromText(text).name;
    return names;
}

void tellRepeatedFlags(const CommandLine& line, Console& console)
{
    QMap<QString, QString> seen;
    for (const QString& text : line.values("D")) {
        const FlagValue flag = flagFromText(text);
        if (seen.contains(flag.name) && seen.value(flag.name) != flag.value)
            console.complain(QStringLiteral("-D %1 is given twice; the last one counts: \"%2\", not \"%3\".")
                                 .arg(flag.name, flag.value, seen.value(flag.name)));
        seen.insert(flag.name, flag.value);
    }
}

RequestWishes readWishes(const CommandLine& line)
{
    RequestWishes wishes;
    wishes.sourceFolder = line.value("source");
    wishes.buildFolder = line.value("build");
    wishes.backend = line.value("backend");
    const QStringList backends { QString(), QStringLiteral("cmake"), QStringLiteral("wheel") };
    if (!backends.contains(wishes.backend))
        wrongUse(QStringLiteral("--backend is cmake or wheel, not \"%1\"").arg(wishes.backend));
    readConfiguration(line, wishes.configuration);
    wishes.tag = line.value("tag");
    readPrograms(line, wishes);
    wishes.targets = line.values("target");
    readStages(line, wishes);
    readCache(line, wishes);
    wishes.jobs = jobsWished(line);
    refuseBoth(line, "gate", "no-gate");
    if (line.has("gate"))
        wishes.gate = GateUse::On;
    if (line.has("no-gate"))
        wishes.gate = GateUse::Off;
    wishes.memoryLimit = memoryLimitWished(line);
    readPython(line, wishes);
    return wishes;
}

WishedBuild readWishedBuild(const CommandLine& line, Console& console)
{
    tellRepeatedFlags(line, console);
    const RequestWishes wishes = readWishes(line);
    if (!line.has("like"))
        return { chosenProfile(line), wishes };
    refuseBoth(line, "like", "profile");
    const AttemptSummary attempt = readableAttempt(line.value("like"));
    if (isOfLog(attempt.record))
        fail(QStringLiteral("Attempt %1 was read from a log, which does not hold all settings: nothing can "
                            "be built like it. `torchmason-cli attempts show %1` shows what is known.")
                 .arg(attempt.number));
    const AttemptSettings settings = settingsOfAttempt(attempt.record, loadProfiles());
    if (settings.profileIsMade)
        console.complain(
            QStringLiteral("There is no profile \"%2\" here: what attempt %1 recorded of it is used.")
                .arg(QString::number(attempt.number), settings.profile.id));
    for (const QString& sentence : settings.leftOut)
        console.complain(sentence);
    return { settings.profile, laidOver(settings.wishes, wishes) };
}

}
