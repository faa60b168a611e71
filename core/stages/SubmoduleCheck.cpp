// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SubmoduleCheck.h"

#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr int maximumNamed = 8; // problems that an error message lists

struct StatusLine {
    QChar mark;
    QString path;
};

std::optional<StatusLine> parseLine(const QString& line)
{
    // +4a1b2c3d third_party/fmt (9.1.0-12-g4a1b2c3d)
    static const QRegularExpression form(QStringLiteral(R"(^([ +U-])[0-9a-f]{7,64} (.+?)(?: \([^()]*\))?$)"));
    const auto match = form.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    return StatusLine { match.captured(1).at(0), match.captured(2) };
}

// A submodule with nothing but git's link file counts as missing.
bool isPopulated(const QString& folder)
{
    QStringList names = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    names.removeAll(QStringLiteral(".git"));
    return !names.isEmpty();
}

Error describe(const QString& sourceFolder, const QStringList& problems)
{
    QString list = problems.mid(0, maximumNamed).join(QLatin1String("; "));
    if (problems.size() > maximumNamed)
        list += QStringLiteral("; and %1 more").arg(problems.size() - maximumNamed);
    return { QStringLiteral(
        "The submodules are not complete: %1. Fetch again, or run: git -C %2 submodule update --init "
        "--recursive")
                 .arg(list, sourceFolder) };
}

}

SubmoduleState parseSubmoduleStatus(const QByteArray& output)
{
    SubmoduleState state;
    for (const QByteArray& raw : output.split('\n')) {
        const auto line = parseLine(decodeToolText(raw).remove(QLatin1Char('\r')));
        if (!line)
            continue;
        ++state.count;
        if (line->mark != QLatin1Char('-'))
            state.there << line->path;
        if (line->mark == QLatin1Char('-'))
            state.problems << QStringLiteral("%1 is not there").arg(line->path);
        else if (line->mark == QLatin1Char('+'))
            state.problems << QStringLiteral("%1 is at another commit than the tree records").arg(line->path);
        else if (line->mark == QLatin1Char('U'))
            state.problems << QStringLiteral("%1 has merge conflicts").arg(line->path);
    }
    return state;
}

Result<QString> verifySubmodules(const QString& sourceFolder, const QString& git)
{
    QProcess process;
    // Non-ASCII paths come as they are instead of quoted.
    const auto started = startProgram(process, git,
        { QStringLiteral("-C"), sourceFolder, QStringLiteral("-c"), QStringLiteral("core.quotePath=false"),
            QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") });
    if (!started)
        return started.error();
    process.waitForFinished(-1);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error { QStringLiteral("Git cannot tell about the submodules of %1: %2.")
                           .arg(sourceFolder, sentencePart(plainToolText(process.readAllStandardError()))) };

    SubmoduleState state = parseSubmoduleStatus(process.readAllStandardOutput());
    for (const QString& path : std::as_const(state.there)) {
        if (!isPopulated(sourceFolder + QLatin1Char('/') + path))
            state.problems << QStringLiteral("%1 is empty").arg(path);
    }
    if (!state.problems.isEmpty())
        return describe(sourceFolder, state.problems);
    return QStringLiteral("All %1 submodules are at their recorded commits.").arg(state.count);
}

}
