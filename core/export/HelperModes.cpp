// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperModes.h"

#include "core/base/SentencePart.h"
#include "core/export/BatchSteps.h"
#include "core/export/BatchText.h"
#include "core/export/HelperRuns.h"
#include "core/export/ShellSteps.h"
#include "core/request/TreeBackend.h"
#include "core/stages/DebianSource.h"
#include "core/stages/BuildFolderCleaner.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/ProductCheck.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/TourProject.h"

#include <QRegularExpression>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace torchmason {

namespace {

constexpr int failedExit = 1;
constexpr int wrongUseExit = 2;

using Lines = std::function<QString(const HelperUse&)>;

struct Row {
    Lines sh;
    Lines batch;
};

// @build@ becomes what the step says behind --build.
QString filled(const char* text, const std::function<QString(const QString&)>& valueOf)
{
    static const QRegularExpression slot(QStringLiteral("@([a-z]+)@"));
    const QString all = QString::fromUtf8(text);
    QString result;
    qsizetype from = 0;
    for (auto found = slot.globalMatch(all); found.hasNext();) {
        const auto match = found.next();
        result += all.mid(from, match.capturedStart() - from) + valueOf(match.captured(1));
        from = match.capturedEnd();
    }
    return result + all.mid(from);
}

// Lines that name what the step says; @why@ is the sentence with which they stop.
Row lines(const char* why, const char* sh, const char* batch)
{
    const auto raw = [](const HelperUse& use, const QString& name) {
        return use.step.value(QStringLiteral("--") + name);
    };
    const auto inSh = [=](const HelperUse& use) {
        return filled(sh, [&](const QString& name) {
            return quotedForSh(name != QLatin1String("why")
                    ? raw(use, name)
                    : filled(why, [&](const QString& part) { return raw(use, part); }));
        });
    };
    const auto inBatch = [=](const HelperUse& use) {
        const auto path = [&](const QString& name) { return batchPath(raw(use, name)); };
        return filled(batch, [&](const QString& name) {
            return name == QLatin1String("why") ? QStringLiteral("set \"WHY=%1\"").arg(filled(why, path))
                                                : path(name);
        });
    };
    return { inSh, inBatch };
}

Row comment(const char* text)
{
    const QString words = QString::fromLatin1(text);
    return { [words](const HelperUse&) { return shellComment(words); },
        [words](const HelperUse&) { return batchComment(words); } };
}

QString unknownStep(const HelperUse& use)
{
    return QStringLiteral("Torchmason does this step itself, do it by hand: %1 %2")
        .arg(use.step.mode, use.step.arguments.join(QLatin1Char(' ')));
}

Row unknown()
{
    return { [](const HelperUse& use) { return shellComment(unknownStep(use)); },
        [](const HelperUse& use) { return batchComment(unknownStep(use)); } };
}

struct Mode {
    const char* name;
    QStringList needed; // options without which it is not run
    QStringList optional;
    Result<QString> (*run)(const HelperStep&);
    Row script;
};

// All helper modes: what each does, and what a script does instead. The stages of core/stages start them.
const QVector<Mode>& modes()
{
    static const Row nothing = comment("Nothing is to be done in a tree that no earlier attempt used.");
    static const QVector<Mode> all {
        { "check-source", { "--source" }, {},
            [](const HelperStep& step) { return checkSourceTree(step.value("--source")); },
            lines("There is no source tree in @source@: put it there, or write its place at the top.",
                "[ -f @source@/CMakeLists.txt ] || stop @why@\n",
                "if not exist \"@source@\\CMakeLists.txt\" (@why@ & goto failed)\n") },
        { "prepare-git", { "--source", "--url", "--git" }, {}, runPrepareGit,
            lines("@source@ cannot be made.", "mkdir -p -- @source@\n",
                "if not exist \"@source@\" mkdir \"@source@\"\n"
                "if not exist \"@source@\" (@why@ & goto failed)\n") },
        { "mend-submodules", { "--source", "--git" }, {},
            [](const HelperStep& step) {
                return mendSubmodules(step.value("--source"), step.value("--git"), tell);
            },
            nothing },
        { "name-origin", { "--source", "--url", "--git" }, {},
            [](const HelperStep& step) {
                return nameOrigin(step.value("--source"), step.value("--url"), step.value("--git"));
            },
            { originForSh, originForBatch } },
        { "verify-submodules", { "--source", "--git" }, {},
            [](const HelperStep& step) {
                return verifySubmodules(step.value("--source"), step.value("--git"));
            },
            { submodulesForSh, submodulesForBatch } },
        { "fetch-revision", { "--source", "--url", "--revision", "--git" }, {},
            [](const HelperStep& step) {
                return fetchRevision(step.value("--source"), step.value("--url"), step.value("--revision"),
                    step.value("--git"));
            },
            { revisionForSh, revisionForBatch } },
        { "fetch-nccl", { "--source", "--git" }, { "--toolkit" },
            [](const HelperStep& step) {
                return fetchNccl(step.value("--source"), step.value("--toolkit"), step.value("--git"), tell);
            },
            { ncclForSh, unknown().batch } },
        { "prepare-apt", { "--state" }, { "--suite" },
            [](const HelperStep& step) {
                return prepareAptState(step.value("--state"), step.value("--suite"));
            },
            { aptForSh, unknown().batch } },
        { "unpack-debian", { "--downloads", "--package", "--source" }, { "--apt", "--state" },
            runUnpackDebian, { unpackForSh, unknown().batch } },
        { "unpack-tour", { "--source" }, {},
            [](const HelperStep& step) { return unpackTour(step.value("--source")); },
            comment("The sample project comes with Torchmason, which unpacks it when it builds the tour.") },
        { "prepare-build", { "--build" }, {},
            [](const HelperStep& step) { return prepareBuildFolder(step.value("--build")); },
            lines("@build@ cannot be made.", "mkdir -p -- @build@\n",
                "if not exist \"@build@\" mkdir \"@build@\"\n"
                "if not exist \"@build@\" (@why@ & goto failed)\n") },
        { "check-backend", { "--source", "--expected" }, {},
            [](const HelperStep& step) {
                return checkBackend(step.value("--source"), step.value("--expected"));
            },
            { checkBackendForSh, checkBackendForBatch } },
        { "note-wheels", { "--folder" }, {},
            [](const HelperStep& step) { return noteWheels(step.value("--folder"), tell); },
            lines("", "wheels_before=$(stat -c '%s %y %n' -- @folder@/*.whl 2>/dev/null || true)\n", "") },
        { "check-python", { "--python" }, {},
            [](const HelperStep& step) { return checkPython(step.value("--python")); },
            lines("Python does not start: write its place at the top.", "@python@ -c pass || stop @why@\n",
                "\"@python@\" -c pass\nif errorlevel 1 (@why@ & goto failed)\n") },
        { "tell-wheels", { "--folder" }, {}, runTellWheels,
            lines("No wheel was packed into @folder@.",
                "wheel=\n"
                "for file in @folder@/*.whl; do\n"
                "  [ ! -f \"$file\" ] || grep -qxF -- \"$(stat -c '%s %y %n' -- \"$file\")\" <<< "
                "\"$wheels_before\" || wheel=$file\n"
                "done\n"
                "[ -n \"$wheel\" ] || stop @why@\n"
                "sha256sum -- \"$wheel\"\n",
                "set \"WHEEL=\"\n"
                "for /f \"delims=\" %%w in ('dir /b /a-d /o:d \"@folder@\\*.whl\"') do set "
                "\"WHEEL=@folder@\\%%w\"\n"
                "if not defined WHEEL (@why@ & goto failed)\n"
                "certutil -hashfile \"%WHEEL%\" SHA256\n") },
        { "check-build-folder", { "--build", "--source" },
            { "--generator", "--flag", "--version", "--variable" },
            [](const HelperStep& step) { return checkBuildFolder(folderWishes(step)); },
            { checkFolderForSh, checkFolderForBatch } },
        { "clean-parts", { "--build", "--source", "--level" },
            { "--generator", "--flag", "--version", "--variable" }, runCleanParts,
            { cleanPartsForSh, cleanPartsForBatch } },
        { "check-configuration", { "--build" }, { "--flag", "--accept" }, runCheckConfiguration,
            { checkPartsForSh, checkPartsForBatch } },
        // A script deletes only a folder that CMake made.
        { "clean", { "--build" }, { "--source" }, runClean,
            lines("@build@ is not a build folder of CMake, so it is not emptied.",
                "rmdir -- @build@ 2>/dev/null || true # it may be empty\n"
                "if [ -e @build@ ] || [ -L @build@ ]; then\n"
                "  [ -f @build@/CMakeCache.txt ] && [ ! -e @build@/CMakeLists.txt ] && [ ! -L @build@ ] || "
                "stop @why@\n"
                "  rm -rf -- @build@\n"
                "fi\n",
                "if exist \"@build@\" rmdir \"@build@\" 2>nul\n"
                "if exist \"@build@\" if not exist \"@build@\\CMakeCache.txt\" (@why@ & goto failed)\n"
                "if exist \"@build@\\CMakeLists.txt\" (@why@ & goto failed)\n"
                "if exist \"@build@\" rmdir /s /q \"@build@\"\n"
                "if exist \"@build@\" goto failed\n") },
        { "patch", { "--source", "--attempt" }, { "--do" }, runPatch, { patchForSh, patchForBatch } },
        { "put-back-patches", { "--source", "--git", "--attempt" }, {}, runPutBackPatches, nothing },
        { "prepare-venv", { "--folder", "--python" },
            { "--package", "--wheels", "--source", "--backend", "--numpy" }, runPrepareVenv,
            { venvForSh, venvForBatch } },
        { "install-wheel", { "--into", "--attempt" }, { "--wheel", "--python", "--dependencies", "--wheels" },
            runInstallWheel, { installForSh, installForBatch } },
        { "take-install-back", { "--of", "--attempt" }, { "--wheels" }, runTakeInstallBack,
            lines("An install is taken back by Torchmason alone, which knows what was there before.",
                "stop @why@\n", "@why@ & goto failed\n") },
        { "capture-vcvars", { "--script", "--attempt" }, {},
            [](const HelperStep& step) {
                return captureVcvars(step.value("--script"), step.value("--attempt"));
            },
            { unknown().sh, vcvarsForBatch } },
        { "verify", { "--build" }, { "--source", "--target", "--python", "--arch", "--attempt", "--wheels" },
            runVerify, { verifyForSh, verifyForBatch } },
        { "load-library", { "--file" }, {},
            [](const HelperStep& step) { return loadLibrary(step.value("--file")); }, unknown() },
    };
    return all;
}

const Mode* modeOf(const HelperStep& step)
{
    const auto found = std::find_if(modes().begin(), modes().end(),
        [&step](const Mode& mode) { return step.mode == QLatin1String(mode.name); });
    return found == modes().end() ? nullptr : &*found;
}

Row scriptOf(const HelperUse& use)
{
    const Mode* mode = modeOf(use.step);
    return mode ? mode->script : unknown();
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

QString helperLinesForSh(const HelperUse& use)
{
    return scriptOf(use).sh(use);
}

QString helperLinesForBatch(const HelperUse& use)
{
    return scriptOf(use).batch(use);
}

}
