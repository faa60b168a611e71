// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ShellSteps.h"

#include "core/export/AptPreparation.h"
#include "core/export/PatchProgram.h"
#include "core/request/TreeBackend.h"
#include "core/stages/GitRevision.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/VirtualEnvironment.h"

namespace torchmason {

namespace {

QString option(const HelperUse& use, const char* name)
{
    return quotedForSh(use.value(name));
}

QString line(const Command& command)
{
    return commandText(command, Platform::Linux) + QLatin1Char('\n');
}

QString stop(const QString& sentence)
{
    return QStringLiteral("stop ") + quotedForSh(sentence);
}

QString isOn(const HelperUse& use, const QString& flag)
{
    return QStringLiteral("is_on %1 %2").arg(option(use, "--build"), flag);
}

// The function's name, and its text.
const QPair<QString, QString> functions[] = {
    { QStringLiteral("is_on "),
        QStringLiteral("is_on() { # FOLDER FLAG: whether CMake's cache there says ON\n"
                       "  grep -aqsiE \"^$2:[A-Z]*=(1|ON|TRUE|YES|Y)\\$\" -- \"$1/CMakeCache.txt\"\n"
                       "}\n") },
    { QStringLiteral("remove_output "),
        QStringLiteral("remove_output() { # FOLDER FILE: what lies behind a link is not of this build\n"
                       "  local place\n"
                       "  place=$(realpath -- \"$(dirname -- \"$1/$2\")\" 2>/dev/null) || return 0\n"
                       "  case $place/ in \"$(realpath -- \"$1\")\"/*) rm -f -- \"$1/$2\" ;; esac\n"
                       "}\n") },
};

// Driven by hand, too: the driver may be missing where one only builds.
QString importTest(const HelperUse& use)
{
    Command python = use.command;
    python.program = use.value("--python");
    python.arguments = { QStringLiteral("-c"), importProgram() };
    return QStringLiteral("if ls \"$torch\"/torch/_C*.so >/dev/null 2>&1; then\n"
                          "  said=$( (cd \"$torch\" && %1) 2>&1 ) || case $said in\n"
                          "    *libcuda.so.1:*) said='torch needs the NVIDIA driver, which is not here' ;;\n"
                          "    *) stop \"$said\" ;;\n"
                          "  esac\n"
                          "  printf '%s\\n' \"$said\"\n"
                          "fi\n")
        .replace(QLatin1String("%1"), commandText(python, Platform::Linux));
}

QString unpackWheel(const HelperUse& use)
{
    return QStringLiteral("if [ -n \"${wheel:-}\" ]; then\n"
                          "  torch=%1/verify-wheel\n"
                          "  rm -rf -- \"$torch\"\n"
                          "  %2 -m zipfile -e \"$wheel\" \"$torch\"\n"
                          "fi\n")
        .arg(option(use, "--build"), option(use, "--python"));
}

}

QString shellComment(const QString& text)
{
    QString line = withScriptNames(text);
    line.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("# %1\n").arg(line);
}

QString shellFunctions(const QString& script)
{
    QString text;
    for (const auto& [name, function] : functions) {
        if (script.contains(name))
            text += function;
    }
    return text;
}

QString checkBackendForSh(const HelperUse& use)
{
    const bool isScikit = use.value("--expected") == treeBackendId(TreeBackend::ScikitBuildCore);
    const QString look
        = QStringLiteral("grep -qs scikit_build_core %1/pyproject.toml").arg(option(use, "--source"));
    return (isScikit ? look : QStringLiteral("! ") + look) + QStringLiteral(" || ")
        + stop(backendSentence(use)) + QLatin1Char('\n');
}

// Objects below the folder's own CMakeFiles stay.
QString cleanPartsForSh(const HelperUse& use)
{
    const QString build = use.value("--build");
    QString text = QStringLiteral("[ ! -L %1 ] || %2\n")
                       .arg(quotedForSh(build),
                           stop(QStringLiteral("%1 is a link: name the folder itself.").arg(build)));
    if (use.value("--level") == QLatin1String("stale")) {
        for (const QString& output : use.title.staleOutputs)
            text += QStringLiteral("remove_output %1 %2\n").arg(quotedForSh(build), quotedForSh(output));
        if (use.title.staleOutputs.isEmpty())
            text += checkFolderForSh(use);
    }
    return text
        + QStringLiteral("rm -f -- %1/CMakeCache.txt\n"
                         "[ ! -d %1/CMakeFiles ] || find %1/CMakeFiles -mindepth 1 -maxdepth 1 ! -name "
                         "'*.dir' -exec rm -rf -- {} +\n")
              .arg(quotedForSh(build));
}

QString checkFolderForSh(const HelperUse& use)
{
    QString text = shellComment(foreignFolderNote());
    for (const QString& flag : partsOff(use.step))
        text += QStringLiteral("[ ! -s %1/.ninja_log ] || ! %2 || %3\n")
                    .arg(option(use, "--build"), isOn(use, flag), stop(staleSentence(use, flag)));
    return text;
}

QString checkPartsForSh(const HelperUse& use)
{
    const bool isAccepted = use.value("--accept") == QLatin1String("yes");
    QString text;
    for (const PartCheck& check : partChecks(use.step, Platform::Linux)) {
        for (const QString& flag : check.with)
            text += QStringLiteral("! %1 || ").arg(isOn(use, flag));
        text += isOn(use, check.flag) + QStringLiteral(" || ")
            + (isAccepted ? QStringLiteral("echo ") + quotedForSh(goneSentence(check.flag))
                          : stop(goneSentence(check.flag)))
            + QLatin1Char('\n');
    }
    return text;
}

// A remote that is there already is the user's.
QString originForSh(const HelperUse& use)
{
    const auto remote = [&use](const QStringList& words) {
        return commandText(
            gitCommand(use.command, use.step, QStringList { QStringLiteral("remote") } + words),
            Platform::Linux);
    };
    const QString origin = QStringLiteral("origin");
    return remote({ QStringLiteral("get-url"), origin }) + QStringLiteral(" >/dev/null 2>&1 || ")
        + remote({ QStringLiteral("add"), origin, use.value("--url") }) + QLatin1Char('\n');
}

QString revisionForSh(const HelperUse& use)
{
    const QStringList words = revisionFetchWords(use.value("--url"), use.value("--revision"));
    return commandText(gitCommand(use.command, use.step, words), Platform::Linux) + QLatin1Char('\n');
}

// Not a pipe from git: its own failure must stop the script, too, and "!" would be exempt from set -e.
QString submodulesForSh(const HelperUse& use)
{
    const Command git = gitCommand(use.command, use.step, submoduleStatus());
    return QStringLiteral("submodules=$(%1)\n"
                          "if grep '^[-+U]' <<< \"$submodules\"; then\n"
                          "  %2\n"
                          "fi\n")
        .arg(commandText(git, Platform::Linux), stop(submoduleSentence()));
}

// A Python is needed for the build anyway.
QString patchForSh(const HelperUse& use)
{
    QString text;
    for (const SourcePatch& patch : use.title.patches)
        text += shellComment(patch.why);
    return text
        + QStringLiteral("%1 - %2 <<'TORCHMASON_PATCHES'\n%3TORCHMASON_PATCHES\n")
              .arg(quotedForSh(interpreterOr(use, "python3")), option(use, "--source"),
                  QString::fromLatin1(patchProgram(use.title.patches)));
}

// What the tree says comes last: it goes before what we know.
QString venvForSh(const HelperUse& use)
{
    const PythonEnvironment python = venvOf(use.step);
    QString text = line({ python.base, venvArguments(python), {}, {}, {} });
    const PythonEnvironment bare { python.folder, python.base, {}, python.wheels };
    const QVector<EnvironmentValue> variables = pipVariables(use, python, Platform::Linux);
    const auto pip = [&](const QStringList& words) {
        return line({ python.interpreter(Platform::Linux), pipArguments(bare) + words, {}, variables, {} });
    };
    if (const QString source = use.value("--source"); !source.isEmpty()) {
        const QString name = QStringLiteral("/requirements-build.txt");
        text += QStringLiteral("if [ -d %1/c10 ]; then\n  ").arg(quotedForSh(source))
            + pip(venvRequirements(use.step))
            + QStringLiteral("fi\nif [ -f %1 ]; then\n  grep -aviE '^ *(%2)' -- %1 > %3 || true\n  ")
                  .arg(quotedForSh(source + name), venvLeavesOut(use.step).join(QLatin1Char('|')),
                      quotedForSh(python.folder + name))
            + pip({ QStringLiteral("-r"), python.folder + name }) + QStringLiteral("fi\n");
    }
    if (!python.packages.isEmpty())
        text += pip(python.packages);
    return text;
}

// As the tree pins it; see core/stages/PinnedSource.
QString ncclForSh(const HelperUse& use)
{
    const QString source = option(use, "--source");
    QString files;
    for (const QString& name : ncclPinNames(use.value("--toolkit")))
        files += QStringLiteral(" %1/.ci/docker/ci_commit_pins/%2").arg(source, name);
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

// As the program does it: an environment is made in a free place only, and of what the wheel requires the
// rest stays as it is.
QString installForSh(const HelperUse& use)
{
    const PythonEnvironment made { use.value("--into"), use.value("--python"), {}, use.value("--wheels") };
    const QString wheel = use.value("--wheel");
    const QVector<EnvironmentValue> variables = pipVariables(use, made, Platform::Linux);
    const auto pip = [&](const QStringList& words) {
        const QString python = QStringLiteral("TORCHMASON_PYTHON");
        QString text
            = commandText({ python, pipArguments(made) + words, {}, variables, {} }, Platform::Linux);
        return text.replace(python, QLatin1String("\"$into\"")) + QLatin1Char(' ')
            + (wheel.isEmpty() ? QStringLiteral("\"$wheel\"") : quotedForSh(wheel)) + QLatin1Char('\n');
    };
    QString text = wheel.isEmpty()
        ? QStringLiteral("[ -n \"${wheel:-}\" ] || ") + stop(noWheelSentence()) + QLatin1Char('\n')
        : QString();
    text += QStringLiteral("into=%1\n"
                           "[ -n \"$(ls -A -- \"$into\" 2>/dev/null)\" ] || %2"
                           "for python in bin/python bin/python3; do\n"
                           "  [ -f \"$into\" ] || [ ! -x \"$into/$python\" ] || into=$into/$python\n"
                           "done\n"
                           "[ -f \"$into\" ] || %3\n")
                .arg(quotedForSh(made.folder), line({ made.base, venvArguments(made), {}, {}, {} }),
                    stop(noPythonSentence(use)));
    if (use.value("--dependencies") != QLatin1String("no"))
        text += pip({});
    return text + pip({ QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall") });
}

QString verifyForSh(const HelperUse& use)
{
    QString text = shellComment(loadNote());
    text += QStringLiteral("find %1 -name '*.so' -type f -print\n").arg(option(use, "--build"));
    if (use.value("--python").isEmpty())
        return text;
    text += QStringLiteral("torch=%1\n").arg(option(use, "--source"));
    const bool mayHaveWheel = !use.value("--attempt").isEmpty();
    return text + (mayHaveWheel ? unpackWheel(use) : QString()) + importTest(use)
        + (mayHaveWheel ? QStringLiteral("rm -rf -- %1/verify-wheel\n").arg(option(use, "--build"))
                        : QString());
}

// As the program does it: a tree that is there already stays. In file names the epoch of a version is left
// out.
QString unpackForSh(const HelperUse& use)
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
        .arg(option(use, "--source"), dsc);
}

QString aptForSh(const HelperUse& use)
{
    return aptPreparationForSh(use.value("--state"), use.value("--suite"));
}

}
