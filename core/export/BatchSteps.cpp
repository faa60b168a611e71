// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BatchSteps.h"

#include "core/export/BatchText.h"
#include "core/export/PatchProgram.h"
#include "core/request/TreeBackend.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GitRevision.h"
#include "core/stages/VirtualEnvironment.h"

namespace torchmason {

namespace {

QString quoted(const QString& path)
{
    return QLatin1Char('"') + batchPath(path) + QLatin1Char('"');
}

QString option(const HelperUse& use, const char* name)
{
    return quoted(use.value(name));
}

// "(set "WHY=..." & goto failed)" behind a condition.
QString stop(const QString& sentence)
{
    return QStringLiteral("(set \"WHY=%1\" & goto failed)\n").arg(batchWords(sentence));
}

QString run(const HelperUse& use, const Command& command)
{
    return batchCommand(command, use.title.variables) + QLatin1Char('\n') + batchStopOnError();
}

QString scoped(const HelperUse& use, const QString& lines, const QVector<EnvironmentValue>& environment)
{
    return QStringLiteral("setlocal\n") + batchEnvironment(environment, use.title.variables) + lines
        + QStringLiteral("endlocal\n");
}

// IS_USE_CUDA becomes ON where the folder's cache says so, in whichever of CMake's words.
QString lookAtParts(const HelperUse& use, QStringList parts)
{
    parts.removeDuplicates();
    QString text;
    for (const QString& part : std::as_const(parts))
        text += QStringLiteral(
            "set \"IS_@=\"\n"
            "if exist #cache for /f \"usebackq tokens=1-3 delims=:=\" %%a in (#cache) do if "
            "\"%%a\"==\"@\" set \"IS_@=%%c\"\n"
            "for %%v in (1 TRUE YES Y) do if /i \"%IS_@%\"==\"%%v\" set \"IS_@=ON\"\n")
                    .replace(QLatin1Char('@'), part);
    return text.replace(
        QLatin1String("#cache"), quoted(use.value("--build") + QStringLiteral("/CMakeCache.txt")));
}

QString ifOn(const QString& part)
{
    return QStringLiteral("if /i \"%IS_@%\"==\"ON\" ").replace(QLatin1Char('@'), part);
}

}

const QString& batchStopOnError()
{
    static const QString line = QStringLiteral("if not %errorlevel%==0 goto failed\n");
    return line;
}

QString batchEnvironment(
    const QVector<EnvironmentValue>& environment, const QVector<ScriptVariable>& variables)
{
    QString text;
    for (const EnvironmentValue& value : environment)
        text += batchAssignment(value.name + QLatin1Char('=') + value.value.value_or(QString()),
            value.inFront ? QStringLiteral(";%%1%").arg(value.name) : QString(), variables);
    return text;
}

QString checkBackendForBatch(const HelperUse& use)
{
    const bool isScikit = use.value("--expected") == treeBackendId(TreeBackend::ScikitBuildCore);
    return QStringLiteral("findstr /c:scikit_build_core %1 >nul 2>&1\n")
               .arg(quoted(use.value("--source") + QStringLiteral("/pyproject.toml")))
        + (isScikit ? QStringLiteral("if not %errorlevel%==0 ") : QStringLiteral("if %errorlevel%==0 "))
        + stop(backendSentence(use));
}

QString cleanPartsForBatch(const HelperUse& use)
{
    const QString build = use.value("--build");
    QString text;
    if (use.value("--level") == QLatin1String("stale")) {
        for (const QString& output : use.title.staleOutputs)
            text += QStringLiteral("if exist %1 del /f /q %1\n")
                        .arg(quoted(build + QLatin1Char('/') + output));
        if (use.title.staleOutputs.isEmpty())
            text += checkFolderForBatch(use);
    }
    const QString cache = quoted(build + QStringLiteral("/CMakeCache.txt"));
    const QString files = quoted(build + QStringLiteral("/CMakeFiles"));
    const QString inside = quoted(build + QStringLiteral("/CMakeFiles/*"));
    return text
        + QStringLiteral(
            "if exist %1 del /f /q %1\n"
            "if exist %1 goto failed\n"
            "if exist %2 del /f /q %3\n"
            "if exist %2 for /f \"delims=\" %%d in ('dir /b /ad %2') do if /i not \"%%~xd\"==\".dir\" "
            "rmdir /s /q \"%4\\%%d\"\n")
              .arg(cache, files, inside, batchPath(build + QStringLiteral("/CMakeFiles")));
}

QString checkFolderForBatch(const HelperUse& use)
{
    const QStringList parts = partsOff(use.step);
    QString text = batchComment(foreignFolderNote()) + lookAtParts(use, parts);
    for (const QString& part : parts)
        text += ifOn(part)
            + QStringLiteral("if exist %1 ").arg(quoted(use.value("--build") + QStringLiteral("/.ninja_log")))
            + stop(staleSentence(use, part));
    return text;
}

QString checkPartsForBatch(const HelperUse& use)
{
    const QVector<PartCheck> checks = partChecks(use.step, Platform::Windows);
    const bool isAccepted = use.value("--accept") == QLatin1String("yes");
    QStringList parts;
    for (const PartCheck& check : checks)
        parts << check.flag << check.with;
    QString text = lookAtParts(use, parts);
    for (const PartCheck& check : checks) {
        for (const QString& part : check.with)
            text += ifOn(part);
        text += QStringLiteral("if /i not \"%IS_@%\"==\"ON\" ").replace(QLatin1Char('@'), check.flag)
            + (isAccepted ? QStringLiteral("echo ") + goneSentence(check.flag) + QLatin1Char('\n')
                          : stop(goneSentence(check.flag)));
    }
    return text;
}

// A remote that is there already is the user's.
QString originForBatch(const HelperUse& use)
{
    const auto remote = [&use](const QStringList& words) {
        return batchCommand(
            gitCommand(use.command, use.step, QStringList { QStringLiteral("remote") } + words),
            use.title.variables);
    };
    const QString origin = QStringLiteral("origin");
    return scoped(use,
        remote({ QStringLiteral("get-url"), origin }) + QStringLiteral(" >nul 2>&1\nif not %errorlevel%==0 ")
            + remote({ QStringLiteral("add"), origin, use.value("--url") }) + QLatin1Char('\n')
            + batchStopOnError(),
        use.command.environment);
}

QString revisionForBatch(const HelperUse& use)
{
    const QStringList words = revisionFetchWords(use.value("--url"), use.value("--revision"));
    return scoped(use,
        batchCommand(gitCommand(use.command, use.step, words), use.title.variables) + QLatin1Char('\n')
            + batchStopOnError(),
        use.command.environment);
}

// findstr answers 1 where it finds none.
QString submodulesForBatch(const HelperUse& use)
{
    const QString file = QStringLiteral("\"%TEMP%\\torchmason-submodules.txt\"");
    const QString git
        = batchCommand(gitCommand(use.command, use.step, submoduleStatus()), use.title.variables);
    return scoped(use,
        git + QStringLiteral(" > ") + file + QLatin1Char('\n') + batchStopOnError()
            + QStringLiteral("findstr /b /c:- /c:+ /c:U ") + file + QLatin1Char('\n')
            + QStringLiteral("if not %errorlevel%==1 ") + stop(submoduleSentence()),
        use.command.environment);
}

// A Python is needed for the build anyway. Its program is written in base64, which cmd.exe leaves alone, and
// certutil, which every Windows has, turns it back.
QString patchForBatch(const HelperUse& use)
{
    constexpr qsizetype width = 100;
    QString text;
    for (const SourcePatch& patch : use.title.patches)
        text += batchComment(patch.isDiff() ? patch.why : patch.file + QLatin1String(": ") + patch.why);
    const QString encoded = QString::fromLatin1(patchProgram(use.title.patches).toBase64());
    text += QStringLiteral("type nul > \"%TEMP%\\torchmason-patches.txt\"\n");
    for (qsizetype at = 0; at < encoded.size(); at += width)
        text += QStringLiteral(">> \"%TEMP%\\torchmason-patches.txt\" echo %1\n").arg(encoded.mid(at, width));
    text += QStringLiteral("certutil -f -decode \"%TEMP%\\torchmason-patches.txt\" "
                           "\"%TEMP%\\torchmason-patches.py\" >nul\n")
        + batchStopOnError();
    return text + batchCommand({ interpreterOr(use, "python"), {}, {}, {}, {} }, use.title.variables)
        + QStringLiteral(" \"%TEMP%\\torchmason-patches.py\" %1\n").arg(option(use, "--source"))
        + batchStopOnError();
}

QString venvForBatch(const HelperUse& use)
{
    const PythonEnvironment python = venvOf(use.step);
    QString text = run(use, { python.base, venvArguments(python), {}, {}, {} });
    const PythonEnvironment bare { python.folder, python.base, {}, python.wheels };
    const QVector<EnvironmentValue> variables = pipVariables(use, python, Platform::Windows);
    const auto pip = [&](const QStringList& words) {
        return run(use, { python.interpreter(Platform::Windows), pipArguments(bare) + words, {}, {}, {} });
    };
    if (const QString source = use.value("--source"); !source.isEmpty()) {
        const QString name = QStringLiteral("/requirements-build.txt");
        text += scoped(use,
            QStringLiteral("if not exist %1 goto without_c10\n").arg(quoted(source + QStringLiteral("/c10")))
                + pip(venvRequirements(use.step))
                + QStringLiteral(":without_c10\nif not exist %1 goto required\n"
                                 "findstr /v /i /b /c:%2 %1 > %3\n")
                      .arg(quoted(source + name), venvLeavesOut(use.step).join(QLatin1String(" /c:")),
                          quoted(python.folder + name))
                + pip({ QStringLiteral("-r"), python.folder + name }) + QStringLiteral(":required\n"),
            variables);
    }
    if (!python.packages.isEmpty())
        text += scoped(use, pip(python.packages), variables);
    return text;
}

// As the program does it: an environment is made in a free place only, and of what the wheel requires the
// rest stays as it is. A conda environment has python.exe at its root.
QString installForBatch(const HelperUse& use)
{
    const PythonEnvironment made { use.value("--into"), use.value("--python"), {}, use.value("--wheels") };
    const QString into = batchPath(made.folder);
    const QString wheel = use.value("--wheel");
    const auto pip = [&](const QStringList& words) {
        const QString python = QStringLiteral("TORCHMASON_PYTHON");
        QString text = batchCommand({ python, pipArguments(made) + words, {}, {}, {} }, use.title.variables);
        return text.replace(python, QLatin1String("\"%INTO%\"")) + QStringLiteral(" \"%WHEEL%\"\n")
            + batchStopOnError();
    };
    QString text = wheel.isEmpty() ? QStringLiteral("if not defined WHEEL ") + stop(noWheelSentence())
                                   : QStringLiteral("set \"WHEEL=%1\"\n").arg(batchPath(wheel));
    if (made.folder.endsWith(QLatin1String(".exe"), Qt::CaseInsensitive))
        text += QStringLiteral("set \"INTO=%1\"\n").arg(into);
    else
        text += QStringLiteral(
            "set \"INTO=%1\\python.exe\"\n"
            "if exist \"%1\\conda-meta\" if exist \"%INTO%\" goto there\n"
            "set \"INTO=%1\\Scripts\\python.exe\"\n"
            "if exist \"%INTO%\" goto there\n"
            "if exist \"%1\" for /f \"delims=\" %%f in ('dir /b /a \"%1\"') do %2%3:there\n")
                    .arg(into, stop(noPythonSentence(use)),
                        run(use, { made.base, venvArguments(made), {}, {}, {} }));
    const bool isAlone = use.value("--dependencies") == QLatin1String("no");
    return text
        + scoped(use,
            (isAlone ? QString() : pip({}))
                + pip({ QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall") }),
            pipVariables(use, made, Platform::Windows));
}

QString verifyForBatch(const HelperUse& use)
{
    QString text = batchComment(loadNote());
    text += QStringLiteral("dir /s /b %1\n").arg(quoted(use.value("--build") + QStringLiteral("/*.dll")));
    const QString python = use.value("--python");
    if (python.isEmpty())
        return text;
    const QString unpacked = use.value("--build") + QStringLiteral("/verify-wheel");
    QString look = QStringLiteral("set \"TORCH=%1\"\n").arg(batchPath(use.value("--source")));
    if (!use.value("--attempt").isEmpty())
        look += QStringLiteral("if not defined WHEEL goto without_wheel\n"
                               "set \"TORCH=%1\"\n"
                               "if exist \"%TORCH%\" rmdir /s /q \"%TORCH%\"\n"
                               "%2 -m zipfile -e \"%WHEEL%\" \"%TORCH%\"\n%3:without_wheel\n")
                    .arg(batchPath(unpacked), batchCommand({ python, {}, {}, {}, {} }, use.title.variables),
                        batchStopOnError());
    look += QStringLiteral("if not exist \"%TORCH%\\torch\\_C*.pyd\" goto looked\ncd /d \"%TORCH%\"\n")
        + run(use, { python, { QStringLiteral("-c"), importProgram() }, {}, {}, {} })
        + QStringLiteral(":looked\n");
    return text + scoped(use, look, use.command.environment)
        + (use.value("--attempt").isEmpty()
                ? QString()
                : QStringLiteral("if exist %1 rmdir /s /q %1\n").arg(quoted(unpacked)));
}

// It stays in force to the end of the script. A prompt for 32 bits or of another Visual Studio is refused.
QString vcvarsForBatch(const HelperUse& use)
{
    const QString folder = visualStudioFolder(use.value("--script"));
    const QString refused = stop(
        QStringLiteral("This is another developer prompt: open the x64 Native Tools Command Prompt of %1.")
            .arg(folder));
    return QStringLiteral("if defined VSCMD_VER if /i not \"%VSCMD_ARG_TGT_ARCH%\"==\"x64\" ") + refused
        + QStringLiteral("if defined VSCMD_VER if /i not \"%VSINSTALLDIR%\"==")
        + quoted(folder + QLatin1Char('/')) + QLatin1Char(' ') + refused
        + QStringLiteral("if not defined VSCMD_VER call %1\n").arg(option(use, "--script"))
        + batchStopOnError();
}

}
