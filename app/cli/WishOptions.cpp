// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WishOptions.h"

#include "core/config/CacheWish.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/stages/StagePlan.h"

#include <QRegularExpression>

namespace torchmason::cli {

namespace {

// "wheel, install and verify"
QString inWords(QStringList ids)
{
    const QString last = ids.takeLast();
    return ids.join(QLatin1String(", ")) + QLatin1String(" and ") + last;
}

Result<EnvironmentValue> variableFromText(const QString& text)
{
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    if (equals < 1)
        return Error { QStringLiteral("--env needs NAME=VALUE, not \"%1\"").arg(text) };
    const QString name = text.left(equals);
    if (!isVariableName(name))
        return Error { QStringLiteral("\"%1\" cannot be the name of an environment variable").arg(name) };
    return EnvironmentValue { name, text.mid(equals + 1), ValueOrigin::User };
}

Result<void> readCache(const CommandLine& line, RequestWishes& wishes)
{
    wishes.cache = line.value(QStringLiteral("cache"));
    wishes.cacheStorage = line.value(QStringLiteral("cache-storage"));
    if (line.has(QStringLiteral("cache")) && !cacheWishes().contains(wishes.cache))
        return Error { QStringLiteral("--cache needs one of %1, not \"%2\"")
                           .arg(cacheWishes().join(QLatin1String(", ")), wishes.cache) };
    if (!wishes.cacheStorage.isEmpty() && wishes.cache.isEmpty())
        return Error { QStringLiteral("--cache-storage needs --cache ccache or --cache sccache") };
    return {};
}

Result<void> readPython(const CommandLine& line, RequestWishes& wishes)
{
    if (line.has(QStringLiteral("venv")) && line.has(QStringLiteral("no-venv")))
        return Error { QStringLiteral("--venv and --no-venv do not go together: leave one of them out") };
    if (line.has(QStringLiteral("venv")) || line.has(QStringLiteral("no-venv")))
        wishes.venv = line.has(QStringLiteral("venv"));
    wishes.packages = line.values(QStringLiteral("package"));
    if (wishes.venv == false && !wishes.packages.isEmpty())
        return Error { QStringLiteral(
            "--package needs an environment of the build's own: leave --no-venv out") };
    wishes.wheels = line.value(QStringLiteral("wheels"));
    wishes.install.environment = line.value(QStringLiteral("install-into"));
    wishes.install.dependencies = !line.has(QStringLiteral("without-requirements"));
    if (!wishes.install.dependencies && !wishes.install.isWanted())
        return Error { QStringLiteral("--without-requirements is about an install: name the environment, "
                                      "--install-into ENV") };
    for (const QString& package : std::as_const(wishes.packages)) {
        if (!isPinnedPackage(package))
            return Error { QStringLiteral("--package needs NAME==VERSION, not \"%1\"").arg(package) };
    }
    return {};
}

Result<void> readPrograms(const CommandLine& line, RequestWishes& wishes)
{
    static const QStringList keys { QStringLiteral("nvcc"), QStringLiteral("cxx"), QStringLiteral("python"),
        QStringLiteral("cmake"), QStringLiteral("ninja"), QStringLiteral("git") };
    for (const QString& text : line.values(QStringLiteral("use"))) {
        const qsizetype equals = text.indexOf(QLatin1Char('='));
        if (equals < 1 || equals + 1 == text.size() || !keys.contains(text.left(equals)))
            return Error { QStringLiteral("--use needs one of %1 with its path, as nvcc=PATH, not \"%2\"")
                               .arg(keys.join(QLatin1String(", ")), text) };
        wishes.programs.insert(text.left(equals), text.mid(equals + 1));
    }
    return {};
}

Result<void> readWithout(const CommandLine& line, RequestWishes& wishes)
{
    for (const QString& name : line.values(QStringLiteral("U"))) {
        if (!isVariableName(name))
            return Error { QStringLiteral("\"%1\" cannot be the name of a flag").arg(name) };
        if (!wishes.configuration.flag(name)) // which -D sets
            wishes.configuration.unsetFlag(name);
    }
    for (const QString& name : line.values(QStringLiteral("unset-env"))) {
        if (!isVariableName(name))
            return Error { QStringLiteral("\"%1\" cannot be the name of an environment variable").arg(name) };
        wishes.configuration.setEnvironment({ name, std::nullopt, ValueOrigin::User });
    }
    return {};
}

Result<void> readNumbers(const CommandLine& line, RequestWishes& wishes)
{
    if (line.has(QStringLiteral("jobs"))) {
        const auto jobs = jobsFromText(line.value(QStringLiteral("jobs")));
        if (!jobs)
            return jobs.error();
        wishes.jobs = *jobs;
    }
    if (line.has(QStringLiteral("gate")) && line.has(QStringLiteral("no-gate")))
        return Error { QStringLiteral("--gate and --no-gate do not go together: leave one of them out") };
    if (line.has(QStringLiteral("gate")))
        wishes.gate = GateUse::On;
    if (line.has(QStringLiteral("no-gate")))
        wishes.gate = GateUse::Off;
    if (line.has(QStringLiteral("memory-limit"))) {
        const auto limit = memoryLimitFromText(line.value(QStringLiteral("memory-limit")));
        if (!limit)
            return limit.error();
        wishes.memoryLimit = *limit;
    }
    return {};
}

}

void declareProfileOption(CommandLine& line)
{
    line.option(
        QStringLiteral("profile"), QStringLiteral("ID"), QStringLiteral("one of `torchmason-cli profiles`"));
}

void declareWishes(CommandLine& line)
{
    const auto add = [&line](const char* name, const char* value, const char* help) {
        line.option(QLatin1String(name), QLatin1String(value), QLatin1String(help));
    };
    add("source", "DIR", "the source tree; default: where the profile puts it");
    add("backend", "NAME", "wheel: pack a wheel, too, as the tree does it; cmake: what CMake builds");
    add("build", "DIR", "the build folder; default: below the program's own folder");
    line.repeatedOption(QStringLiteral("D"), QStringLiteral("NAME=VALUE"),
        QStringLiteral("a CMake flag, over the profile's"));
    line.repeatedOption(QStringLiteral("env"), QStringLiteral("NAME=VALUE"),
        QStringLiteral("an environment variable of the build"));
    line.repeatedOption(QStringLiteral("U"), QStringLiteral("NAME"),
        QStringLiteral("do not pass this flag of the profile, and forget it in CMake's cache"));
    line.repeatedOption(QStringLiteral("unset-env"), QStringLiteral("NAME"),
        QStringLiteral("an environment variable that the build does not see"));
    line.repeatedOption(QStringLiteral("use"), QStringLiteral("PROGRAM=PATH"),
        QStringLiteral("take this nvcc, cxx, python, cmake, ninja or git instead of the one found"));
    add("tag", "TAG", "the tag of PyTorch's repository, instead of the profile's");
    line.repeatedOption(QStringLiteral("target"), QStringLiteral("T"),
        QStringLiteral("what to build; default: as the profile says"));
    add("jobs", "N", "compilers at the same time; default: computed from cores and RAM");
    add("memory-limit", "BYTES", "of all compilers together; kept by the memory gate");
    add("gate", "", "compilers ask for memory before they start, even if all is compiled anew for it");
    add("no-gate", "", "compilers start unasked; default: the gate wherever it costs nothing (Ninja)");
    add("cache", "NAME", "before the compilers: none, ccache, sccache, distcc, ccache+distcc");
    add("cache-storage", "URL", "a cache that machines share: redis://PASSWORD@HOST, http://HOST/PATH");
    add("venv", "", "make a virtual environment of the build's own, beside its build folder");
    add("no-venv", "", "build with the Python that is there, whatever the profile says");
    line.repeatedOption(QStringLiteral("package"), QStringLiteral("NAME==VERSION"),
        QStringLiteral("a Python package for that environment, over the profile's"));
    add("wheels", "DIR", "take Python packages from this folder alone, not from the network");
    add("install-into", "ENV",
        "install the wheel there: a virtual or conda environment, or a new folder for one");
    add("without-requirements", "", "install the wheel alone, without the packages that it requires");
    line.option(QStringLiteral("from"), QStringLiteral("STAGE"),
        QStringLiteral("begin here: %1 (%2 where the build has them)")
            .arg(allStages().join(QLatin1String(", ")), inWords(optionalStages())));
    add("until", "STAGE", "end after this stage");
    line.repeatedOption(
        QStringLiteral("skip"), QStringLiteral("STAGE"), QStringLiteral("leave this stage out"));
}

Result<Profile> chosenProfile(const CommandLine& line)
{
    if (!line.has(QStringLiteral("profile")))
        return Error { QStringLiteral("--profile ID is needed; `torchmason-cli profiles` lists them.") };
    const QString id = line.value(QStringLiteral("profile"));
    const ProfileCatalogue catalogue = loadProfiles();
    if (const Profile* profile = catalogue.profile(id))
        return *profile;
    if (const BrokenProfile* broken = catalogue.brokenProfile(id))
        return Error { QStringLiteral("the profile %1 cannot be read: %2").arg(id, broken->error) };
    return Error {
        QStringLiteral("there is no profile \"%1\"; `torchmason-cli profiles` lists them.").arg(id)
    };
}

Result<int> jobsFromText(const QString& text)
{
    bool isNumber = false;
    const int jobs = text.toInt(&isNumber);
    if (!isNumber || jobs < 1 || jobs > 4096)
        return Error { QStringLiteral("--jobs needs a number from 1 to 4096, not \"%1\"").arg(text) };
    return jobs;
}

Result<Bytes> memoryLimitFromText(const QString& text)
{
    const auto limit = parseBytes(text);
    if (!limit || *limit == 0)
        return Error {
            QStringLiteral("--memory-limit needs a size such as 17179869184 or 16G, not \"%1\"").arg(text)
        };
    return *limit;
}

Result<FlagValue> flagFromText(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^([^:=\\s]+)(?::([A-Z]+))?=(.*)$"), QRegularExpression::DotMatchesEverythingOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return Error { QStringLiteral("-D needs NAME=VALUE, not \"%1\"").arg(text) };
    return FlagValue { match.captured(1), match.captured(3), match.captured(2), ValueOrigin::User };
}

// Before the machine is looked at. Whether this build has the stage is told by its plan.
Result<void> readStages(const CommandLine& line, RequestWishes& wishes)
{
    wishes.fromStage = line.value(QStringLiteral("from"));
    wishes.untilStage = line.value(QStringLiteral("until"));
    wishes.skippedStages = line.values(QStringLiteral("skip"));
    for (const QString& id : QStringList { wishes.fromStage, wishes.untilStage } + wishes.skippedStages) {
        if (!id.isEmpty() && !stageKindFromId(id))
            return Error {
                QStringLiteral("there is no stage \"%1\"; the stages are %2").arg(id, inWords(allStages()))
            };
    }
    return {};
}

Result<RequestWishes> readWishes(const CommandLine& line)
{
    RequestWishes wishes;
    wishes.sourceFolder = line.value(QStringLiteral("source"));
    wishes.buildFolder = line.value(QStringLiteral("build"));
    wishes.backend = line.value(QStringLiteral("backend"));
    const QStringList backends { QString(), QStringLiteral("cmake"), QStringLiteral("wheel") };
    if (!backends.contains(wishes.backend))
        return Error { QStringLiteral("--backend is cmake or wheel, not \"%1\"").arg(wishes.backend) };
    for (const QString& text : line.values(QStringLiteral("D"))) {
        const auto flag = flagFromText(text);
        if (!flag)
            return flag.error();
        wishes.configuration.setFlag(*flag);
    }
    for (const QString& text : line.values(QStringLiteral("env"))) {
        const auto variable = variableFromText(text);
        if (!variable)
            return variable.error();
        wishes.configuration.setEnvironment(*variable);
    }
    wishes.tag = line.value(QStringLiteral("tag"));
    if (const auto without = readWithout(line, wishes); !without)
        return without.error();
    if (const auto programs = readPrograms(line, wishes); !programs)
        return programs.error();
    wishes.targets = line.values(QStringLiteral("target"));
    if (const auto stages = readStages(line, wishes); !stages)
        return stages.error();
    if (const auto cache = readCache(line, wishes); !cache)
        return cache.error();
    if (const auto numbers = readNumbers(line, wishes); !numbers)
        return numbers.error();
    if (const auto python = readPython(line, wishes); !python)
        return python.error();
    return wishes;
}

}
