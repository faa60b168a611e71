// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/GitDiff.h"

#include "core/base/Core.h"
#include "core/base/ProgramStart.h"
#include "core/base/TextDecoding.h"
#include "core/patch/SourceFile.h"
#include "core/patch/TextLines.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace torchmason {

namespace {

constexpr int limit = 60000; // milliseconds

// "error: patch failed: setup.py:3" -> "patch failed: setup.py:3"
QString firstProblem(const QByteArray& trouble)
{
    QString line = plainToolText(trouble.left(trouble.indexOf('\n'))).trimmed();
    for (const char* word : { "error: ", "fatal: " }) {
        if (line.startsWith(QLatin1String(word)))
            line.remove(0, 7);
    }
    return line;
}

// Without the user's settings: his attributes alone can change the line ends of what is applied.
QProcessEnvironment gitEnvironment(const QString& folder)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : environment.keys()) {
        if (name.startsWith(QLatin1String("GIT_"), Qt::CaseInsensitive)
            && !name.startsWith(QLatin1String("GIT_EXEC")))
            environment.remove(name);
    }
    const QString nowhere = folder + QStringLiteral("/.git/none"); // no patch changes anything below .git
    for (const char* name : { "HOME", "XDG_CONFIG_HOME" })
        environment.insert(QLatin1String(name), nowhere);
    for (const char* name : { "GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM" })
        environment.insert(QLatin1String(name), QStringLiteral("1"));
    // Inside of a repository git would pass over files that are not in it.
    environment.insert(QStringLiteral("GIT_CEILING_DIRECTORIES"), QFileInfo(folder).path());
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    return environment;
}

// What git prints. `good`: the highest exit code that is none of a failure.
Result<QByteArray> git(const QString& folder, const QStringList& words, const QByteArray& input, int good = 0)
{
    if (folder.isEmpty()) // of a QTemporaryDir that could not be made
        return Error { Core::tr("Cannot write in %1").arg(QDir::tempPath()) };
    QProcess process;
    process.setProcessEnvironment(gitEnvironment(folder));
    process.setWorkingDirectory(folder);
    QStringList all;
    for (const char* setting :
        { "core.autocrlf=false", "core.quotePath=false", "core.longpaths=true", "apply.ignoreWhitespace=no" })
        all << QStringLiteral("-c") << QLatin1String(setting);
    if (const auto started = startProgram(process, QStringLiteral("git"), all + words, QIODevice::ReadWrite);
        !started)
        return started.error();
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(limit))
        return Error { Core::tr("git did not end") };
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() > good)
        return Error { firstProblem(process.readAllStandardError()) };
    return process.readAllStandardOutput();
}

// Names in diffs begin with a/ and b/ as git writes them, or with neither.
QString stripWord(const QByteArray& diff)
{
    static const QRegularExpression prefixed(
        QStringLiteral(R"(^(--- "?a/|\+\+\+ "?b/|diff --git "?a/))"), QRegularExpression::MultilineOption);
    return prefixed.match(QString::fromLatin1(diff)).hasMatch() ? QStringLiteral("-p1")
                                                                : QStringLiteral("-p0");
}

QStringList applyWords(const QByteArray& diff, const QStringList& words)
{
    return QStringList { QStringLiteral("apply"), QStringLiteral("--whitespace=nowarn"), stripWord(diff) }
    + words + QStringList { QStringLiteral("-") };
}

Result<FileChange> applyAsItIs(
    const QByteArray& diff, const QString& file, const FileContent& content, DiffWay way)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return Error { Core::tr("Cannot write in %1").arg(QDir::tempPath()) };
    const auto place = placeInTree(folder.path(), file);
    if (!place)
        return place.error();
    const QString path = *place;
    if (const auto written = writeSourceFile(path, content, false); !written)
        return written.error();
    QString pattern = file; // taken literally
    pattern.replace(QRegularExpression(QStringLiteral(R"(([\\*?\[]))")), QStringLiteral("\\\\1"));
    QStringList words { QStringLiteral("--include=") + pattern };
    if (way == DiffWay::Back)
        words << QStringLiteral("--reverse");
    if (const auto done = git(folder.path(), applyWords(diff, words), diff); !done)
        return done.error();
    const auto changed = readSourceFile(path);
    if (!changed)
        return changed.error();
    const bool executable = QFileInfo(path).permission(QFileDevice::ExeOwner);
    return FileChange { *changed, !content && executable };
}

// The mark belongs to the file, not to its first line: diffs hold it or not.
QByteArray withoutMark(QByteArray text)
{
    return text.startsWith(byteOrderMark) ? text.mid(qstrlen(byteOrderMark)) : text;
}

QByteArray withoutMarkInLines(QByteArray diff)
{
    for (const char* kind : { "\n ", "\n-", "\n+" })
        diff.replace(QByteArray(kind) + byteOrderMark, kind);
    return diff;
}

bool hasOneKindOfEnd(const QByteArray& text)
{
    const qsizetype returns = text.count("\r\n");
    return returns == 0 || returns == text.count('\n');
}

// Line ends as they are, or of one kind.
Result<FileChange> applyWithEnds(
    const QByteArray& diff, const QString& file, const FileContent& content, DiffWay way)
{
    const auto done = applyAsItIs(diff, file, content, way);
    const QByteArray text = content.value_or(QByteArray());
    if (done || !hasOneKindOfEnd(text) || !(text.contains('\r') || diff.contains('\r')))
        return done;
    const QByteArray end = usualEnd(text);
    const FileContent plain = content ? FileContent(withEnds(text, "\n")) : content;
    auto changed = applyAsItIs(withEnds(diff, "\n"), file, plain, way);
    if (changed && changed->content)
        changed.value().content = withEnds(*changed->content, end);
    return changed;
}

}

Result<QStringList> filesOfDiff(const QByteArray& diff)
{
    const QTemporaryDir folder;
    const auto summary = git(folder.path(), applyWords(diff, { QStringLiteral("--summary") }), diff);
    if (!summary)
        return summary.error();
    for (const QByteArray& line : summary->split('\n')) {
        const bool isPlain = line.startsWith(" create ") || line.startsWith(" delete ");
        if (line.trimmed().isEmpty() || (isPlain && !line.contains(" mode 12") && !line.contains(" mode 16")))
            continue;
        return Error { Core::tr(
            "it makes or changes more than the text of files, which is not supported (%1)")
                           .arg(plainToolText(line).trimmed()) };
    }
    const auto counts
        = git(folder.path(), applyWords(diff, { QStringLiteral("--numstat"), QStringLiteral("-z") }), diff);
    if (!counts)
        return counts.error();
    QStringList files; // from "1<tab>0<tab>name<zero>"
    for (const QByteArray& entry : counts->split('\0')) {
        if (entry.startsWith('-'))
            return Error { Core::tr("changes of binary files are not supported") };
        const qsizetype tab = entry.lastIndexOf('\t');
        if (tab >= 0)
            files << QString::fromUtf8(entry.mid(tab + 1));
    }
    files.removeDuplicates();
    if (files.isEmpty())
        return Error { Core::tr("it holds no change of a file") };
    return files;
}

Result<FileChange> applyDiff(
    const QByteArray& diff, const QString& file, const FileContent& content, DiffWay way)
{
    const auto done = applyWithEnds(diff, file, content, way);
    if (done || !content)
        return done;
    const QByteArray text = withoutMark(*content);
    const QByteArray lines = withoutMarkInLines(diff);
    if (text == *content && lines == diff)
        return done;
    auto changed = applyWithEnds(lines, file, text, way);
    if (changed && changed->content && text != *content)
        changed.value().content = byteOrderMark + *changed->content;
    return changed ? changed : done;
}

Result<QByteArray> diffBetween(const QVector<ContentPair>& files)
{
    const QTemporaryDir folder;
    for (const char* side : { "a", "b" }) {
        if (!folder.isValid() || !QDir(folder.path()).mkdir(QLatin1String(side)))
            return Error { Core::tr("Cannot write in %1").arg(QDir::tempPath()) };
    }
    for (const ContentPair& pair : files) {
        for (const auto& [side, content] : { std::pair { "a/", &pair.before }, { "b/", &pair.after } }) {
            const QString path = folder.filePath(QLatin1String(side) + pair.file);
            if (const auto written = writeSourceFile(path, *content, false); !written)
                return written.error();
        }
    }
    QStringList words;
    for (const char* word : { "diff", "--no-index", "--no-prefix", "--no-color", "--no-ext-diff",
             "--no-textconv", "--no-renames", "--text", "-U3", "--inter-hunk-context=0", "a", "b" })
        words << QLatin1String(word);
    return git(folder.path(), words, {}, 1); // 1: there are differences
}

}
