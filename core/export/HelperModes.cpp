// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperModes.h"

#include "core/base/SentencePart.h"
#include "core/export/HelperRuns.h"
#include "core/request/TreeBackend.h"
#include "core/stages/BuildFolderCleaner.h"
#include "core/stages/DebianSource.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/ProductCheck.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/TourProject.h"

#include <algorithm>
#include <cstdio>

namespace torchmason {

namespace {

constexpr int failedExit = 1;
constexpr int wrongUseExit = 2;

struct Mode {
    const char* name;
    QStringList needed; // options without which it is not run
    QStringList optional;
    Result<QString> (*run)(const HelperStep&);
};

// All helper modes. The stages of core/stages start them; what a script does instead stands in ScriptSteps.
const QVector<Mode>& modes()
{
    static const QVector<Mode> all {
        { "check-source", { "--source" }, {},
            [](const HelperStep& step) { return checkSourceTree(step.value("--source")); } },
        { "prepare-git", { "--source", "--url", "--git" }, {}, runPrepareGit },
        { "mend-submodules", { "--source", "--git" }, {},
            [](const HelperStep& step) {
                return mendSubmodules(step.value("--source"), step.value("--git"), tell);
            } },
        { "name-origin", { "--source", "--url", "--git" }, {},
            [](const HelperStep& step) {
                return nameOrigin(step.value("--source"), step.value("--url"), step.value("--git"));
            } },
        { "verify-submodules", { "--source", "--git" }, {},
            [](const HelperStep& step) {
                return verifySubmodules(step.value("--source"), step.value("--git"), tell);
            } },
        { "fetch-revision", { "--source", "--url", "--revision", "--git" }, {},
            [](const HelperStep& step) {
                return fetchRevision(step.value("--source"), step.value("--url"), step.value("--revision"),
                    step.value("--git"));
            } },
        { "fetch-nccl", { "--source", "--git" }, { "--toolkit" },
            [](const HelperStep& step) {
                return fetchNccl(step.value("--source"), step.value("--toolkit"), step.value("--git"), tell);
            } },
        { "prepare-apt", { "--state" }, { "--suite" },
            [](const HelperStep& step) {
                return prepareAptState(step.value("--state"), step.value("--suite"));
            } },
        { "unpack-debian", { "--downloads", "--package", "--source" }, { "--apt", "--state" },
            runUnpackDebian },
        { "unpack-tour", { "--source" }, {},
            [](const HelperStep& step) { return unpackTour(step.value("--source")); } },
        { "prepare-build", { "--build" }, { "--attempt" }, runPrepareBuild },
        { "check-backend", { "--source", "--expected" }, {},
            [](const HelperStep& step) {
                return checkBackend(step.value("--source"), step.value("--expected"));
            } },
        { "note-wheels", { "--folder" }, {},
            [](const HelperStep& step) { return noteWheels(step.value("--folder"), tell); } },
        { "check-python", { "--python" }, {},
            [](const HelperStep& step) { return checkPython(step.value("--python")); } },
        { "tell-wheels", { "--folder" }, {}, runTellWheels },
        { "check-build-folder", { "--build", "--source" },
            { "--generator", "--flag", "--version", "--variable" },
            [](const HelperStep& step) { return checkBuildFolder(folderWishes(step)); } },
        { "clean-parts", { "--build", "--source", "--level" },
            { "--generator", "--flag", "--version", "--variable" }, runCleanParts },
        { "check-configuration", { "--build" }, { "--flag", "--accept" }, runCheckConfiguration },
        { "clean", { "--build" }, { "--source" }, runClean },
        { "patch", { "--source", "--attempt" }, { "--do" }, runPatch },
        { "put-back-patches", { "--source", "--attempt" }, { "--git", "--revision" }, runPutBackPatches },
        { "prepare-venv", { "--folder", "--python" },
            { "--package", "--wheels", "--source", "--backend", "--numpy" }, runPrepareVenv },
        { "install-wheel", { "--into", "--attempt" }, { "--wheel", "--python", "--dependencies", "--wheels" },
            runInstallWheel },
        { "take-install-back", { "--of", "--attempt" }, { "--wheels" }, runTakeInstallBack },
        { "capture-vcvars", { "--script", "--attempt" }, {},
            [](const HelperStep& step) {
                return captureVcvars(step.value("--script"), step.value("--attempt"));
            } },
        { "verify", { "--build" }, { "--source", "--target", "--python", "--arch", "--attempt", "--wheels" },
            runVerify },
        { "load-library", { "--file" }, {},
            [](const HelperStep& step) { return loadLibrary(step.value("--file")); } },
    };
    return all;
}

const Mode* modeOf(const HelperStep& step)
{
    const auto found = std::find_if(modes().begin(), modes().end(),
        [&step](const Mode& mode) { return step.mode == QLatin1String(mode.name); });
    return found == modes().end() ? nullptr : &*found;
}

}

QString problemWith(const HelperStep& step)
{
    const Mode* mode = modeOf(step);
    if (!mode)
        return QStringLiteral("there is no such mode");
    if (step.arguments.size() % 2 != 0)
        return QStringLiteral("each option needs a value");
    for (const QString& name : mode->needed) {
        if (step.value(name).isEmpty())
            return QStringLiteral("the option %1 is missing").arg(name);
    }
    for (qsizetype at = 0; at < step.arguments.size(); at += 2) {
        const QString& name = step.arguments[at];
        if (!mode->needed.contains(name) && !mode->optional.contains(name))
            return QStringLiteral("there is no option %1").arg(name);
    }
    return {};
}

std::optional<int> runHelperMode(const QStringList& arguments)
{
    const HelperStep step { arguments.value(0), arguments.mid(1) };
    const Mode* mode = modeOf(step);
    if (!mode)
        return std::nullopt;
    const auto complain
        = [](const QString& line) { std::fputs((line + u'\n').toUtf8().constData(), stderr); };
    if (const QString problem = problemWith(step); !problem.isEmpty()) {
        complain(QStringLiteral("%1: %2.").arg(step.mode, problem));
        return wrongUseExit;
    }
    const auto result = mode->run(step);
    if (!result) {
        complain(inOneLine(result.error().message));
        return failedExit;
    }
    tell(*result);
    return 0;
}

QStringList helperModes()
{
    QStringList names;
    for (const Mode& mode : modes())
        names << QLatin1String(mode.name);
    return names;
}

}
