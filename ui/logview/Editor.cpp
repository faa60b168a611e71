// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/Editor.h"

#include "core/base/Platform.h"
#include "core/base/ProgramStart.h"
#include "ui/models/Settings.h"
#include "ui/text/Ui.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QUrl>

#include <algorithm>

namespace torchmason {

namespace {

const QString settingName = QStringLiteral("editor/command");

QString quoted(const QString& argument)
{
    if (!argument.isEmpty() && !argument.contains(QLatin1Char(' ')) && !argument.contains(QLatin1Char('"')))
        return argument;
    return QLatin1Char('"') + QString(argument).replace(QLatin1Char('"'), QLatin1String("\"\"\""))
        + QLatin1Char('"');
}

QString notStarted(const QString& editor)
{
    return Ui::tr("The editor %1 could not be started; choose another one under Settings > Editor.")
        .arg(editor);
}

bool isBatchFile(const QString& program)
{
    const QString ending = QFileInfo(program).suffix().toLower();
    return ending == QLatin1String("cmd") || ending == QLatin1String("bat");
}

QString batchFileText(const QString& program)
{
    return Ui::tr("%1 is a batch file; choose the editor's own program (.exe) under Settings > Editor.")
        .arg(program);
}

}

QStringList editorCommand()
{
    return settings()->value(settingName).toStringList();
}

void setEditorCommand(const QStringList& command)
{
    settings()->setValue(settingName, command);
}

QString editorText(const QStringList& command)
{
    QStringList parts;
    std::transform(command.begin(), command.end(), std::back_inserter(parts), quoted);
    return parts.join(QLatin1Char(' '));
}

QStringList editorFromText(const QString& text)
{
    return QProcess::splitCommand(text);
}

QStringList editorStart(const QStringList& command, const QString& file, int line)
{
    QStringList start = command;
    bool hasFile = false;
    for (qsizetype i = 1; i < start.size(); ++i) {
        hasFile = hasFile || start[i].contains(QLatin1String("{file}"));
        start[i].replace(QLatin1String("{line}"), QString::number(line));
        start[i].replace(QLatin1String("{file}"), QDir::toNativeSeparators(file));
    }
    if (!hasFile)
        start.append(QDir::toNativeSeparators(file));
    return start;
}

// A log of others decides which file is meant, so programs and scripts are never left to the desktop.
bool isPlainSource(const QString& file)
{
    static const QStringList endings { "c", "cc", "cpp", "cxx", "cu", "cuh", "h", "hh", "hpp", "hxx", "inc",
        "inl", "ipp", "tcc", "txt", "cmake", "in", "md", "log", "yaml", "yml", "json" };
    const QFileInfo info(file);
    const QString real = info.canonicalFilePath();
    return endings.contains(QFileInfo(real).suffix().toLower()) && info.isFile()
        && (hostPlatform() == Platform::Windows || !info.isExecutable());
}

QString editorProblem(const QStringList& command)
{
    const QString program = command.isEmpty() ? QString() : findProgram(command.first(), foldersOfPath());
    if (isBatchFile(program))
        return batchFileText(program);
    return command.isEmpty() || !program.isEmpty()
        ? QString()
        : Ui::tr(
            "The program %1 was not found. Install it, or choose another editor, to open files that a log "
            "names.")
              .arg(command.first());
}

Result<EditorProgram> editorFor(const QStringList& command, const QString& file, int line)
{
    if (command.isEmpty()) {
        if (!isPlainSource(file))
            return Error { Ui::tr("%1 may be a program; choose an editor under Settings > Editor to open it.")
                               .arg(QDir::toNativeSeparators(file)) };
        return EditorProgram {};
    }
    const QStringList start = editorStart(command, file, line);
    const QString program = findProgram(start.first(), foldersOfPath());
    if (isBatchFile(program))
        return Error { batchFileText(program) };
    if (program.isEmpty())
        return Error { notStarted(start.first()) };
    return EditorProgram { program, start.mid(1) };
}

Result<void> openInEditor(const EditorProgram& editor, const QString& file)
{
    if (editor.path.isEmpty()) {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
            return Error { Ui::tr(
                "The desktop has no program for %1; choose an editor under Settings > Editor.")
                               .arg(QDir::toNativeSeparators(file)) };
        return {};
    }
    // The editor outlives the window, so it is nobody's child.
    if (!QProcess::startDetached(editor.path, editor.arguments))
        return Error { notStarted(editor.path) };
    return {};
}

}
