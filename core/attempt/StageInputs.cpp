// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/StageInputs.h"

#include "core/attempt/RunnerClient.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/config/PythonChoice.h"
#include "core/request/TreeBackend.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

// The folder with HEAD of a tree. In a worktree or a submodule .git is a file that names it; the path may be
// relative to the tree.
QString gitFolderOf(const QString& tree)
{
    const QString git = tree + QStringLiteral("/.git");
    static const QString pointer = QStringLiteral("gitdir: ");
    const QString line = QFileInfo(git).isFile() ? readFirstLine(git) : QString();
    return line.startsWith(pointer) ? QDir(tree).absoluteFilePath(line.mid(pointer.size())) : git;
}

// Where the references are: a worktree shares those of the repository that it belongs to.
QString referencesOf(const QString& git)
{
    const QString common = readFirstLine(git + QStringLiteral("/commondir"));
    return common.isEmpty() ? git : QDir(git).absoluteFilePath(common);
}

// What a reference points to: in a file of its own, or packed with others.
QString commitOf(const QString& git, const QString& reference)
{
    const QString loose = readFirstLine(git + QLatin1Char('/') + reference);
    if (!loose.isEmpty())
        return loose;
    RegularFile packed(git + QStringLiteral("/packed-refs"));
    if (!packed.open(QIODevice::ReadOnly))
        return {};
    while (!packed.atEnd()) {
        const QString line = QString::fromUtf8(packed.readLine(4096)).trimmed();
        if (line.endsWith(QLatin1Char(' ') + reference))
            return line.section(QLatin1Char(' '), 0, 0);
    }
    return {};
}

// The commit of a git tree, without asking git; else the version that the tree names.
QString sourceState(const QString& folder)
{
    const QString git = gitFolderOf(folder);
    const QString head = readFirstLine(git + QStringLiteral("/HEAD"));
    static const QString pointer = QStringLiteral("ref: ");
    const QString commit
        = head.startsWith(pointer) ? commitOf(referencesOf(git), head.mid(pointer.size())) : head;
    if (!commit.isEmpty())
        return commit;
    const QString version = readFirstLine(folder + QStringLiteral("/version.txt"));
    const QString package = readFirstLine(folder + QStringLiteral("/debian/changelog"));
    return (version + QLatin1Char(' ') + package).trimmed();
}

void put(QMap<QString, QString>& inputs, const QString& name, const QString& value)
{
    if (!value.isEmpty())
        inputs.insert(name, value);
}

// A packed wheel is installed without the folder that it was built in.
bool needsConfiguration(const BuildRequest& request)
{
    const auto from = stageKindFromId(request.fromStage);
    return from && comesBefore(StageKind::Configure, *from)
        && !(request.install.isWanted() && beginsAfterPacking(request));
}

}

QMap<QString, QString> stageInputs(const BuildRequest& request)
{
    QMap<QString, QString> inputs;
    put(inputs, QStringLiteral("source"), sourceState(request.sourceFolder));
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    if (!facts)
        return inputs;
    for (const ToolFacts& tool : facts->tools) {
        if (tool.name == QLatin1String("cmake") || tool.name == QLatin1String("ninja"))
            put(inputs, tool.name, tool.version);
    }
    for (const CompilerFacts& compiler : facts->compilers) {
        if (compiler.isDefault)
            put(inputs, QStringLiteral("c++ compiler"), compilerName(compiler));
    }
    const PythonFacts* python
        = request.python.base.isEmpty() ? facts->defaultPython() : pythonOf(*facts, request);
    if (python)
        put(inputs, QStringLiteral("python"), python->version);
    if (const CudaToolkitFacts* toolkit = facts->winningToolkit())
        put(inputs, QStringLiteral("nvcc"), toolkit->version);
    return inputs;
}

QStringList changedInputs(const QMap<QString, QString>& before, const QMap<QString, QString>& now)
{
    QStringList changes;
    for (auto input = before.begin(); input != before.end(); ++input) {
        const QString value = now.value(input.key());
        if (!value.isEmpty() && value != input.value())
            changes << Core::tr("%1 is %2 now and was %3").arg(input.key(), value, input.value());
    }
    return changes;
}

QString startWhereNothingIsConfigured(BuildRequest& request)
{
    const QString cache = request.buildFolder + QStringLiteral("/CMakeCache.txt");
    if (!needsConfiguration(request) || QFileInfo::exists(cache))
        return {};
    configureAgain(request);
    return Core::tr("%1 is not there").arg(cache);
}

QStringList startWhereInputsChanged(const AttemptRecord& record, BuildRequest& request)
{
    QMap<QString, QString> before;
    for (const StageResult& stage : record.stages) {
        if (stage.state == StageState::Succeeded && before.isEmpty())
            before = stage.inputs;
    }
    QStringList changes = changedInputs(before, stageInputs(request));
    if (!changes.isEmpty())
        configureAgain(request); // also what was accepted was of another machine or tree
    else if (const QString missing = startWhereNothingIsConfigured(request); !missing.isEmpty())
        changes << missing;
    return changes;
}

Repetition repetitionOf(const AttemptRecord& record, const HostFacts& facts)
{
    Repetition repetition { requestToContinue(record), {} };
    BuildRequest& request = repetition.request;
    request.hostFacts = toJson(facts);
    repetition.changes = startWhereInputsChanged(record, request);
    request.backend = settledBackend(request.backend, request.sourceFolder);
    return repetition;
}

}
