// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PinnedSource.h"

#include "core/base/RegularFile.h"
#include "core/profile/Candidates.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/GitTree.h"
#include "core/stages/VirtualEnvironment.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

namespace {

QString folderIn(const QString& sourceFolder)
{
    return sourceFolder + QStringLiteral("/third_party/nccl");
}

bool isOff(const Configuration& configuration, const char* name)
{
    const EnvironmentValue* variable = configuration.variable(QLatin1String(name));
    const QString inherited
        = variable ? variable->value.value_or(QStringLiteral("ON")) : QStringLiteral("ON");
    return !isCMakeTrue(configuration.flagValue(QLatin1String(name), inherited));
}

// Up to 2.6: third_party/nccl/nccl.
bool isSubmodule(const QString& sourceFolder)
{
    RegularFile file(sourceFolder + QStringLiteral("/.gitmodules"));
    return file.open(QIODevice::ReadOnly) && file.read(1 << 20).contains("third_party/nccl");
}

QString tagIn(const QString& path)
{
    static const QRegularExpression form(QStringLiteral(R"(^v?\d+(\.\d+)+-\d+$)"));
    RegularFile file(path);
    const QString line
        = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine(200)).trimmed() : QString();
    return form.match(line).hasMatch() ? line : QString();
}

}

bool compilesNccl(const Configuration& configuration)
{
    return usesCuda(configuration) && !isOff(configuration, "USE_DISTRIBUTED")
        && !isOff(configuration, "USE_NCCL")
        && !isCMakeTrue(configuration.flagValue(QStringLiteral("USE_SYSTEM_NCCL")));
}

QString ncclAddress()
{
    return QStringLiteral("https://github.com/NVIDIA/nccl");
}

// nccl-cu126.txt before nccl-cu12.txt before nccl.txt, as far as a release has them.
QStringList ncclPinNames(const QString& toolkit)
{
    const QString major = toolkit.section(QLatin1Char('.'), 0, 0);
    const QStringList names {
        QStringLiteral("nccl-cu%1%2.txt").arg(major, toolkit.section(QLatin1Char('.'), 1, 1)),
        QStringLiteral("nccl-cu%1.txt").arg(major), QStringLiteral("nccl.txt"),
        QStringLiteral("nccl-cu12.txt")
    };
    return toolkit.isEmpty() ? names.mid(2) : names;
}

std::optional<PinnedSource> pinnedNccl(const QString& sourceFolder, const QString& toolkit)
{
    if (isSubmodule(sourceFolder))
        return std::nullopt;
    for (const QString& name : ncclPinNames(toolkit)) {
        const QString tag = tagIn(sourceFolder + QStringLiteral("/.ci/docker/ci_commit_pins/") + name);
        if (!tag.isEmpty())
            return PinnedSource { tag, folderIn(sourceFolder) };
    }
    return std::nullopt;
}

bool hasNccl(const QString& sourceFolder)
{
    const QString folder = folderIn(sourceFolder);
    return QFileInfo(folder + QStringLiteral("/Makefile")).isFile()
        || QFileInfo(folder + QStringLiteral("/nccl/Makefile")).isFile();
}

Result<QString> fetchNccl(
    const QString& sourceFolder, const QString& toolkit, const QString& git, const Print& print)
{
    const auto pin = pinnedNccl(sourceFolder, toolkit);
    if (!pin)
        return QStringLiteral("The tree pins no NCCL of its own.");
    const bool isClone = QFileInfo::exists(pin->folder + QStringLiteral("/.git"));
    const auto at = [&](const char* what) {
        return askGit(git, pin->folder,
            { QStringLiteral("rev-parse"), QStringLiteral("--verify"), QLatin1String(what) })
            .text;
    };
    if (hasNccl(sourceFolder) && !isClone)
        return QStringLiteral("%1 is there, and no clone of git: it is taken as it is.").arg(pin->folder);
    if (!isClone) {
        if (isLink(pin->folder))
            return Error { QStringLiteral("%1 is a link, so NCCL %2 is not cloned over it; remove it.")
                               .arg(pin->folder, pin->tag) };
        if (QFileInfo::exists(pin->folder)) // what a broken clone left, or the place of an old submodule
            if (const auto emptied = emptyFolder(pin->folder); !emptied)
                return emptied.error();
        if (const auto made
            = runInTheOpen(git, { QStringLiteral("init"), QStringLiteral("--quiet"), pin->folder }, {}, print,
                QStringLiteral("Git cannot make %1.").arg(pin->folder));
            !made)
            return made.error();
    }
    const QString reference = QStringLiteral("refs/tags/") + pin->tag;
    if (!at("HEAD^{commit}").isEmpty()
        && at("HEAD^{commit}") == at((reference + "^{commit}").toUtf8().constData()))
        return QStringLiteral("NCCL %1 is there already.").arg(pin->tag);
    const auto fetched = runInTheOpen(git,
        { QStringLiteral("-C"), pin->folder, QStringLiteral("fetch"), QStringLiteral("--progress"),
            QStringLiteral("--depth"), QStringLiteral("1"), ncclAddress(),
            QStringLiteral("+%1:%1").arg(reference) },
        {}, print,
        QStringLiteral(
            "NCCL %1, which this release pins, could not be fetched from %2. Without a network, bring it "
            "into %3, or build with USE_SYSTEM_NCCL=ON or USE_NCCL=OFF.")
            .arg(pin->tag, ncclAddress(), pin->folder));
    if (!fetched)
        return fetched.error();
    const auto checkedOut = runInTheOpen(git,
        { QStringLiteral("-C"), pin->folder, QStringLiteral("checkout"), QStringLiteral("--detach"),
            reference },
        {}, print,
        QStringLiteral("Git cannot check out NCCL %1 in %2; files there were changed.")
            .arg(pin->tag, pin->folder));
    if (!checkedOut)
        return checkedOut.error();
    return QStringLiteral("NCCL %1 is in %2.").arg(pin->tag, pin->folder);
}

}
