// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperLines.h"

#include "core/export/BatchSteps.h"
#include "core/export/BatchText.h"
#include "core/export/ShellSteps.h"
#include "core/stages/VirtualEnvironment.h"

#include <QMap>
#include <QRegularExpression>

#include <functional>

namespace torchmason {

namespace {

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

const QMap<QString, Row>& table()
{
    static const Row nothing = comment("Nothing is to be done in a tree that no earlier attempt used.");
    static const QMap<QString, Row> all {
        { "check-source",
            lines("There is no source tree in @source@: put it there, or write its place at the top.",
                "[ -f @source@/CMakeLists.txt ] || stop @why@\n",
                "if not exist \"@source@\\CMakeLists.txt\" (@why@ & goto failed)\n") },
        { "prepare-build",
            lines("@build@ cannot be made.", "mkdir -p -- @build@\n",
                "if not exist \"@build@\" mkdir \"@build@\"\n"
                "if not exist \"@build@\" (@why@ & goto failed)\n") },
        { "prepare-git",
            lines("@source@ cannot be made.", "mkdir -p -- @source@\n",
                "if not exist \"@source@\" mkdir \"@source@\"\n"
                "if not exist \"@source@\" (@why@ & goto failed)\n") },
        // A script that somebody else runs deletes nothing but a folder that CMake made.
        { "clean",
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
        { "note-wheels",
            lines("", "wheels_before=$(stat -c '%s %y %n' -- @folder@/*.whl 2>/dev/null || true)\n", "") },
        { "check-python",
            lines("Python does not start: write its place at the top.", "@python@ -c pass || stop @why@\n",
                "\"@python@\" -c pass\nif errorlevel 1 (@why@ & goto failed)\n") },
        { "tell-wheels",
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
        { "check-backend", { checkBackendForSh, checkBackendForBatch } },
        { "clean-parts", { cleanPartsForSh, cleanPartsForBatch } },
        { "check-build-folder", { checkFolderForSh, checkFolderForBatch } },
        { "check-configuration", { checkPartsForSh, checkPartsForBatch } },
        { "fetch-revision", { revisionForSh, revisionForBatch } },
        { "name-origin", { originForSh, originForBatch } },
        { "verify-submodules", { submodulesForSh, submodulesForBatch } },
        { "patch", { patchForSh, patchForBatch } },
        { "prepare-venv", { venvForSh, venvForBatch } },
        { "fetch-nccl", { ncclForSh, unknown().batch } },
        { "install-wheel", { installForSh, installForBatch } },
        { "take-install-back",
            lines("An install is taken back by Torchmason alone, which knows what was there before.",
                "stop @why@\n", "@why@ & goto failed\n") },
        { "verify", { verifyForSh, verifyForBatch } },
        { "unpack-debian", { unpackForSh, unknown().batch } },
        { "prepare-apt", { aptForSh, unknown().batch } },
        { "capture-vcvars", { unknown().sh, vcvarsForBatch } },
        { "unpack-tour",
            comment("The sample project comes with Torchmason, which unpacks it when it builds the tour.") },
        { "mend-submodules", nothing },
        { "put-back-patches", nothing },
    };
    return all;
}

}

QString backendSentence(const HelperUse& use)
{
    return QStringLiteral("The tree in %1 does not make its wheel with %2 any more.")
        .arg(use.value("--source"), use.value("--expected"));
}

QString foreignFolderNote()
{
    return QStringLiteral("CMake itself refuses a folder that was made for another source or generator.");
}

QString loadNote()
{
    return QStringLiteral("Torchmason also loads each of these.");
}

QString staleSentence(const HelperUse& use, const QString& flag)
{
    return QStringLiteral("%1 was built with %2, which is OFF now: empty the folder first.")
        .arg(use.value("--build"), flag);
}

QString goneSentence(const QString& flag)
{
    return QStringLiteral("%1 was asked to be ON, but CMake switched it OFF; its messages above say why.")
        .arg(flag);
}

QString noPythonSentence(const HelperUse& use)
{
    return QStringLiteral("%1 holds files but no Python, and no environment is made over them: write "
                          "another place into this script.")
        .arg(use.value("--into"));
}

QString noWheelSentence()
{
    return QStringLiteral("No wheel was packed before this step, so there is none to install.");
}

QVector<EnvironmentValue> pipVariables(
    const HelperUse& use, const PythonEnvironment& python, Platform platform)
{
    QVector<EnvironmentValue> variables = use.command.environment;
    for (const EnvironmentValue& ours : pipEnvironment(python, platform)) {
        variables.removeIf([&](const EnvironmentValue& value) { return value.name == ours.name; });
        variables.append(ours);
    }
    return variables;
}

QString interpreterOr(const HelperUse& use, const char* name)
{
    for (const ScriptVariable& variable : use.title.variables) {
        if (variable.name == ScriptName::Python)
            return markOf(variable.name);
    }
    return QLatin1String(name);
}

QString submoduleSentence()
{
    return QStringLiteral("These submodules are not at their recorded commits.");
}

QStringList submoduleStatus()
{
    return { QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") };
}

QString helperLinesForSh(const HelperUse& use)
{
    return table().value(use.step.mode, unknown()).sh(use);
}

QString helperLinesForBatch(const HelperUse& use)
{
    return table().value(use.step.mode, unknown()).batch(use);
}

}
