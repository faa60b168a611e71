// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/DetectionNeeds.h"

#include "core/base/PlatformPath.h"
#include "core/config/BuildChoice.h"
#include "core/config/PythonChoice.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

QStringList valuesOf(const QStringList& names, const QVector<FlagValue>& flags)
{
    QStringList values;
    for (const QString& name : names) {
        for (const FlagValue& flag : flags) {
            if (flag.name == name && !flag.value.isEmpty() && !flag.value.contains(QLatin1String("${")))
                values << flag.value;
        }
    }
    values.removeDuplicates();
    return values;
}

QStringList pythonsOf(const QVector<FlagValue>& flags)
{
    QStringList paths;
    for (const QString& named : valuesOf(pythonFlagNames(), flags))
        paths << wholePythonPath(named);
    return paths;
}

// The folders of the build, also as they are called without links.
QStringList foldersOf(const Profile& profile, const RequestWishes& wishes)
{
    QString source = wishes.sourceFolder;
    if (source.isEmpty())
        source = ownSourceFolder(profile, {});
    QString build = wishes.buildFolder;
    if (build.isEmpty())
        build = ownBuildFolder(profile, {}, source, profile.backend);
    QStringList folders;
    for (const QString& folder : { source, build }) {
        if (!folder.isEmpty())
            folders << QFileInfo(folder).absoluteFilePath() << QFileInfo(folder).canonicalFilePath();
    }
    folders.removeAll(QString());
    return folders;
}

// Programs on another computer, those of the tree, and those below the working folder, which may be one.
bool waitsForUser(const QString& program, const QStringList& folders)
{
    if (isOfNetwork(program))
        return true;
    const QString plain = QDir::fromNativeSeparators(program);
    if (!plain.contains(QLatin1Char('/')))
        return false; // PATH has it
    if (!isAbsoluteOn(Platform::Windows, plain) && !isAbsoluteOn(Platform::Linux, plain))
        return true;
    const QString real = QFileInfo(QFileInfo(plain).path()).canonicalFilePath();
    return std::any_of(folders.begin(), folders.end(), [&](const QString& folder) {
        return isInsideOn(hostPlatform(), plain, folder) || isInsideOn(hostPlatform(), real, folder);
    });
}

// A profile may be a stranger's, and what is looked for is started before anybody agreed to a build. Of what
// it names, such programs are started where the user names them himself.
QVector<FlagValue> fitToStart(const Profile& profile, const RequestWishes& wishes)
{
    QVector<FlagValue> flags = profile.configuration.flags;
    const QStringList names = pythonFlagNames() + compilerFlagNames();
    std::optional<QStringList> folders; // looked up where a program is named: they may lie on a slow disk
    flags.removeIf([&](const FlagValue& flag) {
        if (!names.contains(flag.name))
            return false;
        if (!folders)
            folders = foldersOf(profile, wishes);
        return waitsForUser(flag.value, *folders);
    });
    return flags;
}

}

QMap<QString, QString> chosenPrograms(const HostFacts& facts)
{
    QMap<QString, QString> programs;
    for (const ToolFacts& tool : facts.tools) {
        if (tool.source == chosenByUser())
            programs.insert(tool.name, tool.path);
    }
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (toolkit.source == chosenByUser())
            programs.insert(QStringLiteral("nvcc"), toolkit.nvcc);
    }
    for (const CompilerFacts& compiler : facts.compilers) {
        if (compiler.source == chosenByUser())
            programs.insert(QStringLiteral("cxx"), compiler.path);
    }
    for (const PythonFacts& python : facts.pythons) {
        if (python.source == chosenByUser())
            programs.insert(QStringLiteral("python"), python.path);
    }
    return programs;
}

DetectionWishes detectionFor(const Profile& profile, const RequestWishes& wishes)
{
    DetectionWishes look { wishes.programs, wishes.sourceFolder, wishes.buildFolder };
    const QVector<FlagValue> flags = fitToStart(profile, wishes) + wishes.configuration.flags;
    look.pythons = pythonsOf(flags);
    look.compilers = valuesOf(compilerFlagNames(), flags);
    return look;
}

DetectionWishes detectionForRetry(const BuildRequest& request, const RequestWishes& wishes)
{
    DetectionWishes look { {}, request.sourceFolder, request.buildFolder };
    if (const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts")))
        look.overrides = chosenPrograms(*facts);
    look.overrides.insert(wishes.programs);
    const Configuration before = withBasePython(request.configuration, request.python, hostPlatform());
    look.pythons = pythonsOf(before.flags + wishes.configuration.flags);
    if (!request.python.base.isEmpty() && !look.pythons.contains(request.python.base))
        look.pythons.prepend(request.python.base);
    look.compilers = valuesOf(compilerFlagNames(), request.configuration.flags + wishes.configuration.flags);
    return look;
}

}
