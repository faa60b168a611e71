// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptSteps.h"

#include "core/export/AptPreparation.h"
#include "core/export/PatchProgram.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GitRevision.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/VirtualEnvironment.h"

#include <QMap>
#include <QRegularExpression>

#include <functional>

namespace torchmason {

namespace {

using Step = std::function<QString(const HelperUse&)>;

bool isBatch(const HelperUse& use)
{
    return use.lines.platform() == Platform::Windows;
}

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

// A value in such lines: quoted for bash, and for cmd.exe what may stand between quotes of the lines.
QString shownValue(const HelperUse& use, const QString& name)
{
    const QString place = use.lines.place(use.step.value(QStringLiteral("--") + name));
    return isBatch(use) ? place.mid(1).chopped(1) : place;
}

// Lines that name what the step says; @stop@ is the command that stops with the sentence.
Step lines(const char* why, const char* sh, const char* batch)
{
    return [=](const HelperUse& use) {
        const auto raw = [&](const QString& name) {
            QString value = use.step.value(QStringLiteral("--") + name);
            return isBatch(use) ? value.replace(QLatin1Char('/'), QLatin1Char('\\')) : value;
        };
        return filled(isBatch(use) ? batch : sh, [&](const QString& name) {
            return name == QLatin1String("stop") ? use.lines.stop(filled(why, raw)) : shownValue(use, name);
        });
    };
}

Step comment(const char* text)
{
    return [text](const HelperUse& use) { return use.lines.comment(QLatin1String(text)); };
}

QString unknown(const HelperUse& use)
{
    return use.lines.comment(QStringLiteral("Torchmason does this step itself, do it by hand: %1 %2")
                                 .arg(use.step.mode, use.step.arguments.join(QLatin1Char(' '))));
}

// Of one system alone.
Step onlyOn(Platform platform, const Step& step)
{
    return [=](const HelperUse& use) { return use.lines.platform() == platform ? step(use) : unknown(use); };
}

QString checkBackend(const HelperUse& use)
{
    return use.lines.comment(
        QStringLiteral("The tree has to make its wheel with %1.").arg(use.value("--expected")));
}

QString checkFolder(const HelperUse& use)
{
    const QString build = use.value("--build");
    const QStringList parts = partsOff(use.step);
    QString text = use.lines.comment(QStringLiteral(
                       "CMake itself refuses a folder that was made for another source or generator."))
        + use.lines.lookAt(build, parts);
    for (const QString& part : parts)
        text += use.lines.when(
            { use.lines.isOn(part), use.lines.exists(build + QStringLiteral("/.ninja_log")) },
            use.lines.stop(QStringLiteral("%1 was built with %2, which is OFF now: empty the folder first.")
                               .arg(build, part)));
    return text;
}

// Objects below the folder's own CMakeFiles stay.
QString cleanParts(const HelperUse& use)
{
    static const Step cleaning = lines("@build@ is a link: name the folder itself.",
        "[ ! -L @build@ ] || @stop@\n"
        "rm -f -- @build@/CMakeCache.txt\n"
        "[ ! -d @build@/CMakeFiles ] || find @build@/CMakeFiles -mindepth 1 -maxdepth 1 ! -name '*.dir' "
        "-exec "
        "rm -rf -- {} +\n",
        "if exist \"@build@\\CMakeCache.txt\" del /f /q \"@build@\\CMakeCache.txt\"\n"
        "if exist \"@build@\\CMakeCache.txt\" goto failed\n"
        "if exist \"@build@\\CMakeFiles\" del /f /q \"@build@\\CMakeFiles\\*\"\n"
        "if exist \"@build@\\CMakeFiles\" for /f \"delims=\" %%d in ('dir /b /ad \"@build@\\CMakeFiles\"') "
        "do "
        "if /i not \"%%~xd\"==\".dir\" rmdir /s /q \"@build@\\CMakeFiles\\%%d\"\n");
    const bool isStale = use.value("--level") == QLatin1String("stale");
    return (isStale ? checkFolder(use) : QString()) + cleaning(use);
}

QString checkParts(const HelperUse& use)
{
    const QVector<PartCheck> checks = partChecks(use.step, use.lines.platform());
    const bool isAccepted = use.value("--accept") == QLatin1String("yes");
    QStringList parts;
    for (const PartCheck& check : checks)
        parts << check.flag << check.with;
    parts.removeDuplicates();
    QString text = use.lines.lookAt(use.value("--build"), parts);
    for (const PartCheck& check : checks) {
        QStringList conditions;
        for (const QString& part : check.with)
            conditions << use.lines.isOn(part);
        conditions << use.lines.isNot(use.lines.isOn(check.flag));
        const QString gone
            = QStringLiteral("%1 was asked to be ON, but CMake switched it OFF; its messages above say why.")
                  .arg(check.flag);
        text += use.lines.when(conditions,
            !isAccepted        ? use.lines.stop(gone)
                : isBatch(use) ? QStringLiteral("echo ") + gone
                               : QStringLiteral("echo ") + quotedForSh(gone));
    }
    return text;
}

// A remote that is there already is the user's.
QString nameOrigin(const HelperUse& use)
{
    const auto remote = [&use](const QStringList& words) {
        return gitCommand(use.command, use.step, QStringList { QStringLiteral("remote") } + words);
    };
    const QString origin = QStringLiteral("origin");
    return use.lines.lineUnless(remote({ QStringLiteral("get-url"), origin }),
        remote({ QStringLiteral("add"), origin, use.value("--url") }));
}

QString fetchRevision(const HelperUse& use)
{
    return use.lines.line(
        gitCommand(use.command, use.step, revisionFetchWords(use.value("--url"), use.value("--revision"))));
}

// Not a pipe from git: its own failure must stop the script, too. findstr answers 1 where it finds none.
QString verifySubmodules(const HelperUse& use)
{
    const Command git = gitCommand(use.command, use.step,
        { QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") });
    const QString stop
        = use.lines.stop(QStringLiteral("These submodules are not at their recorded commits."));
    if (!isBatch(use))
        return QStringLiteral("submodules=$(%1)\nif grep '^[-+U]' <<< \"$submodules\"; then\n  %2\nfi\n")
            .arg(commandText(git, Platform::Linux), stop);
    const QString file = QStringLiteral("\"%TEMP%\\torchmason-submodules.txt\"");
    return use.lines.line(git, QStringLiteral(" > ") + file) + QStringLiteral("findstr /b /c:- /c:+ /c:U ")
        + file + QStringLiteral("\nif not %errorlevel%==1 ") + stop + QLatin1Char('\n');
}

// The Python of the build; `name` where the script does not set it.
QString interpreterOr(const HelperUse& use, const char* name)
{
    for (const ScriptVariable& variable : use.title.variables) {
        if (variable.name == ScriptName::Python)
            return QString(markOf(variable.name));
    }
    return QLatin1String(name);
}

QString patch(const HelperUse& use)
{
    QString text;
    for (const SourcePatch& patch : use.title.patches)
        text += use.lines.comment(patch.isDiff() ? patch.why : patch.file + QLatin1String(": ") + patch.why);
    return text
        + use.lines.runPython(interpreterOr(use, isBatch(use) ? "python" : "python3"), use.value("--source"),
            QString::fromLatin1(patchProgram(use.title.patches)));
}

// What pip needs of the build's environment (a proxy, an index of packages), without what it must not have.
QVector<EnvironmentValue> pipVariables(const HelperUse& use, const PythonEnvironment& python)
{
    QVector<EnvironmentValue> variables = use.command.environment;
    for (const EnvironmentValue& ours : pipEnvironment(python, use.lines.platform())) {
        variables.removeIf([&](const EnvironmentValue& value) { return value.name == ours.name; });
        variables.append(ours);
    }
    return variables;
}

// The tree's own requirements without what a build takes from elsewhere, as a file beside the environment's.
QString keptRequirements(const HelperUse& use, const QString& all, const QString& kept)
{
    const QStringList left = venvLeavesOut(use.step);
    return isBatch(use)
        ? QStringLiteral("findstr /v /i /b /c:%1 %2 > %3\n")
              .arg(left.join(QLatin1String(" /c:")), use.lines.place(all), use.lines.place(kept))
        : QStringLiteral("grep -aviE '^ *(%1)' -- %2 > %3 || true\n")
              .arg(left.join(QLatin1Char('|')), use.lines.place(all), use.lines.place(kept));
}

// What the tree says comes last: it goes before what we know.
QString prepareVenv(const HelperUse& use)
{
    const PythonEnvironment python = venvOf(use.step);
    const PythonEnvironment bare { python.folder, python.base, {}, python.wheels };
    QString text = use.lines.line({ python.base, venvArguments(python), {}, {}, {} });
    const auto pip = [&](const QStringList& words) {
        return use.lines.line({ python.interpreter(use.lines.platform()), pipArguments(bare) + words, {},
            pipVariables(use, python), {} });
    };
    if (const QString source = use.value("--source"); !source.isEmpty()) {
        const QString name = QStringLiteral("/requirements-build.txt");
        text += use.lines.section(use.lines.exists(source + QStringLiteral("/c10")),
            pip(venvRequirements(use.step)), QStringLiteral("without_c10"));
        text += use.lines.section(use.lines.exists(source + name),
            keptRequirements(use, source + name, python.folder + name)
                + pip({ QStringLiteral("-r"), python.folder + name }),
            QStringLiteral("required"));
    }
    if (!python.packages.isEmpty())
        text += pip(python.packages);
    return text;
}

// As the tree pins it; see core/stages/PinnedSource.
QString fetchNccl(const HelperUse& use)
{
    const QString source = use.lines.place(use.value("--source"));
    QString files;
    for (const QString& name : ncclPinNames(use.value("--toolkit")))
        files += QStringLiteral(" %1/.ci/docker/ci_commit_pins/%2").arg(source, quotedForSh(name));
    Command git = use.command;
    git.program = use.value("--git");
    git.arguments = { QStringLiteral("clone"), QStringLiteral("--depth"), QStringLiteral("1") };
    return QStringLiteral("nccl=$(head -qn 1 --%1 2>/dev/null | head -n 1 || true)\n"
                          "if [ -n \"$nccl\" ] && [ ! -f %2/third_party/nccl/Makefile ] && ! grep -qs "
                          "third_party/nccl %2/.gitmodules; then\n"
                          "  %3 --branch \"$nccl\" %4 %2/third_party/nccl\n"
                          "fi\n")
        .arg(files, source, commandText(git, Platform::Linux), ncclAddress());
}

// INTO becomes the interpreter of the environment. One is made in a free place only. A conda environment on
// Windows has python.exe at its root.
QString findPython(const HelperUse& use, const QString& makeVenv)
{
    const QString stop = use.lines.stop(
        QStringLiteral("%1 holds files but no Python, and no environment is made over them: write another "
                       "place into this script.")
            .arg(use.value("--into")));
    const QString into = use.lines.place(use.value("--into"));
    if (!isBatch(use))
        return QStringLiteral("INTO=%1\n"
                              "[ -n \"$(ls -A -- \"$INTO\" 2>/dev/null)\" ] || %2"
                              "for python in bin/python bin/python3; do\n"
                              "  [ -f \"$INTO\" ] || [ ! -x \"$INTO/$python\" ] || INTO=$INTO/$python\n"
                              "done\n"
                              "[ -f \"$INTO\" ] || %3\n")
            .arg(into, makeVenv, stop);
    const QString folder = into.mid(1).chopped(1);
    if (folder.endsWith(QLatin1String(".exe"), Qt::CaseInsensitive))
        return QStringLiteral("set \"INTO=%1\"\n").arg(folder);
    return QStringLiteral("set \"INTO=%1\\python.exe\"\n"
                          "if exist \"%1\\conda-meta\" if exist \"%INTO%\" goto there\n"
                          "set \"INTO=%1\\Scripts\\python.exe\"\n"
                          "if exist \"%INTO%\" goto there\n"
                          "if exist \"%1\" for /f \"delims=\" %%f in ('dir /b /a \"%1\"') do %2\n%3:there\n")
        .arg(folder, stop, makeVenv);
}

// Of what the wheel requires the rest stays as it is.
QString installWheel(const HelperUse& use)
{
    const PythonEnvironment made { use.value("--into"), use.value("--python"), {}, use.value("--wheels") };
    const QString wheel = use.value("--wheel");
    const auto pip = [&](const QStringList& words) {
        return use.lines.line({ QString(markOf(ScriptName::Into)),
            pipArguments(made) + words
                + QStringList { wheel.isEmpty() ? QString(markOf(ScriptName::Wheel)) : wheel },
            {}, pipVariables(use, made), {} });
    };
    static const Step look = lines("No wheel was packed before this step, so there is none to install.",
        "[ -n \"$WHEEL\" ] || @stop@\n", "if not defined WHEEL @stop@\n");
    return (wheel.isEmpty() ? look(use) : QString())
        + findPython(use, use.lines.line({ made.base, venvArguments(made), {}, {}, {} }))
        + (use.value("--dependencies") == QLatin1String("no") ? QString() : pip({}))
        + pip({ QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall") });
}

// Driven by hand, too: the driver may be missing where one only builds.
constexpr const char* importInSh = R"sh(torch=@source@
if [ -n "$WHEEL" ]; then
  torch=@build@/verify-wheel
  rm -rf -- "$torch"
  @python@ -m zipfile -e "$WHEEL" "$torch"
fi
if ls "$torch"/torch/_C*.so >/dev/null 2>&1; then
  said=$( (cd "$torch" && @import@) 2>&1 ) || case $said in
    *libcuda.so.1:*) said='torch needs the NVIDIA driver, which is not here' ;;
    *) stop "$said" ;;
  esac
  printf '%s\n' "$said"
fi
rm -rf -- @build@/verify-wheel
)sh";

constexpr const char* importInBatch = R"bat(set "TORCH=@source@"
if not defined WHEEL goto without_wheel
set "TORCH=@build@\verify-wheel"
if exist "%TORCH%" rmdir /s /q "%TORCH%"
"@python@" -m zipfile -e "%WHEEL%" "%TORCH%"
if not %errorlevel%==0 goto failed
:without_wheel
if not exist "%TORCH%\torch\_C*.pyd" goto looked
pushd "%TORCH%"
@import@popd
:looked
if exist "@build@\verify-wheel" rmdir /s /q "@build@\verify-wheel"
)bat";

QString verify(const HelperUse& use)
{
    const QString python = use.value("--python");
    if (python.isEmpty())
        return use.lines.comment(QStringLiteral("Torchmason loads the libraries that were built."));
    Command import = use.command;
    import.program = python;
    import.arguments = { QStringLiteral("-c"), importProgram() };
    return filled(isBatch(use) ? importInBatch : importInSh, [&](const QString& name) {
        if (name == QLatin1String("import"))
            return isBatch(use) ? use.lines.line(import) : commandText(import, Platform::Linux);
        return shownValue(use, name);
    });
}

// A tree that is there already stays. In file names the epoch of a version is left out.
QString unpackDebian(const HelperUse& use)
{
    const QString package = use.value("--package");
    const QString version = package.section(QLatin1Char('='), 1);
    const QString begin = use.value("--downloads") + QLatin1Char('/')
        + package.section(QLatin1Char('='), 0, 0) + QLatin1Char('_');
    const QString dsc = version.isEmpty()
        ? quotedForSh(begin) + QStringLiteral("*.dsc")
        : quotedForSh(begin + version.section(QLatin1Char(':'), -1) + QStringLiteral(".dsc"));
    return QStringLiteral("if [ ! -f %1/debian/changelog ]; then\n"
                          "  mkdir -p -- \"$(dirname -- %1)\"\n"
                          "  dpkg-source --no-check -x %2 %1\n"
                          "fi\n")
        .arg(use.lines.place(use.value("--source")), dsc);
}

QString prepareApt(const HelperUse& use)
{
    return aptPreparationForSh(use.value("--state"), use.value("--suite"));
}

// It stays in force to the end of the script. A prompt for 32 bits or of another Visual Studio is refused.
QString captureVcvars(const HelperUse& use)
{
    const QString folder = visualStudioFolder(use.value("--script"));
    const QString refused = use.lines.stop(
        QStringLiteral("This is another developer prompt: open the x64 Native Tools Command Prompt of %1.")
            .arg(folder));
    return QStringLiteral("if defined VSCMD_VER if /i not \"%VSCMD_ARG_TGT_ARCH%\"==\"x64\" ") + refused
        + QStringLiteral("\nif defined VSCMD_VER if /i not \"%VSINSTALLDIR%\"==")
        + use.lines.place(folder + QLatin1Char('/')) + QLatin1Char(' ') + refused
        + QStringLiteral("\nif not defined VSCMD_VER ")
        + QString(QStringLiteral("call ") + use.lines.place(use.value("--script")))
              .replace(QLatin1String("%%"), QLatin1String("%%%%")) // call reads them twice
        + QStringLiteral("\nif not %errorlevel%==0 goto failed\n");
}

const QMap<QString, Step>& table()
{
    static const Step nothing = comment("Nothing is to be done in a tree that no earlier attempt used.");
    static const QMap<QString, Step> all {
        { "check-source",
            lines("There is no source tree in @source@: put it there, or write its place at the top.",
                "[ -f @source@/CMakeLists.txt ] || @stop@\n",
                "if not exist \"@source@\\CMakeLists.txt\" @stop@\n") },
        { "prepare-build",
            lines("@build@ cannot be made.", "mkdir -p -- @build@\n",
                "if not exist \"@build@\" mkdir \"@build@\"\n"
                "if not exist \"@build@\" @stop@\n") },
        { "prepare-git",
            lines("@source@ cannot be made.", "mkdir -p -- @source@\n",
                "if not exist \"@source@\" mkdir \"@source@\"\n"
                "if not exist \"@source@\" @stop@\n") },
        // A script may run on any machine: it deletes nothing but a folder that CMake made.
        { "clean",
            lines("@build@ is not a build folder of CMake, so it is not emptied.",
                "rmdir -- @build@ 2>/dev/null || true # it may be empty\n"
                "if [ -e @build@ ] || [ -L @build@ ]; then\n"
                "  [ -f @build@/CMakeCache.txt ] && [ ! -e @build@/CMakeLists.txt ] && [ ! -L @build@ ] || "
                "@stop@\n"
                "  rm -rf -- @build@\n"
                "fi\n",
                "if exist \"@build@\" rmdir \"@build@\" 2>nul\n"
                "if exist \"@build@\" if not exist \"@build@\\CMakeCache.txt\" @stop@\n"
                "if exist \"@build@\\CMakeLists.txt\" @stop@\n"
                "if exist \"@build@\" rmdir /s /q \"@build@\"\n"
                "if exist \"@build@\" goto failed\n") },
        { "note-wheels", [](const HelperUse&) { return QString(); } },
        { "check-python",
            lines("Python does not start: write its place at the top.", "@python@ -c pass || @stop@\n",
                "\"@python@\" -c pass\nif not %errorlevel%==0 @stop@\n") },
        { "tell-wheels", // the newest one
            lines("No wheel was packed into @folder@.",
                "WHEEL=$(ls -t -- @folder@/*.whl 2>/dev/null | head -n 1 || true)\n"
                "[ -n \"$WHEEL\" ] || @stop@\n"
                "sha256sum -- \"$WHEEL\"\n",
                "set \"WHEEL=\"\n"
                "for /f \"delims=\" %%w in ('dir /b /a-d /o:d \"@folder@\\*.whl\"') do set "
                "\"WHEEL=@folder@\\%%w\"\n"
                "if not defined WHEEL @stop@\n"
                "certutil -hashfile \"%WHEEL%\" SHA256\n") },
        { "check-backend", checkBackend },
        { "clean-parts", cleanParts },
        { "check-build-folder", checkFolder },
        { "check-configuration", checkParts },
        { "fetch-revision", fetchRevision },
        { "name-origin", nameOrigin },
        { "verify-submodules", verifySubmodules },
        { "patch", patch },
        { "prepare-venv", prepareVenv },
        { "fetch-nccl", onlyOn(Platform::Linux, fetchNccl) },
        { "install-wheel", installWheel },
        { "take-install-back",
            lines("An install is undone by Torchmason alone, which knows what was there before.", "@stop@\n",
                "@stop@\n") },
        { "verify", verify },
        { "unpack-debian", onlyOn(Platform::Linux, unpackDebian) },
        { "prepare-apt", onlyOn(Platform::Linux, prepareApt) },
        { "capture-vcvars", onlyOn(Platform::Windows, captureVcvars) },
        { "unpack-tour",
            comment("The sample project comes with Torchmason, which unpacks it when it builds the tour.") },
        { "mend-submodules", nothing },
        { "put-back-patches", nothing },
    };
    return all;
}

}

QStringList modesWithLines()
{
    return table().keys();
}

QString linesOfStep(const HelperUse& use)
{
    return table().value(use.step.mode, unknown)(use);
}

}
