// SPDX-License-Identifier: GPL-3.0-or-later
// Going to lines and times in LogPanel.
#include "core/base/Units.h"
#include "core/store/AttemptLines.h"
#include "ui/logview/AskBar.h"
#include "ui/logview/Editor.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/text/TipText.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QToolTip>

#include <algorithm>

namespace torchmason {

void LogPanel::setSamples(const QVector<Sample>& samples)
{
    m_times.read(samples, m_stages);
    m_timesAction->setEnabled(!m_times.isEmpty());
    showTimes();
}

void LogPanel::showTimes()
{
    if (!m_timesAction->isChecked() || m_times.isEmpty())
        return m_view->setTimeColumn({});
    m_view->setTimeColumn([this](const StagePlace& byte) {
        const auto moment = m_times.at(byte.stage, byte.value);
        return moment ? QDateTime::fromMSecsSinceEpoch(moment->time).toString(QStringLiteral("HH:mm:ss"))
                      : QString();
    });
}

void LogPanel::showBookmarks()
{
    QMap<qint64, QString> notes;
    for (const LogBookmark& bookmark : m_bookmarks.all()) {
        if (const auto line = layout().lineOf(bookmark.stage, bookmark.line - 1))
            notes.insert(*line, bookmark.note);
    }
    m_view->setBookmarks(notes);
}

// Of the current line, as bookmarks count it; a heading has that of its first line.
LogPanel::Place LogPanel::bookmarkPlace() const
{
    const StagePlace place = layout().placeOfLine(m_view->currentLine());
    return { place.stage, std::max<qint64>(0, place.value) + 1 };
}

// As the list of stages calls it.
QString LogPanel::titleOfStage(const QString& stage) const
{
    const int index = m_stageBox->findData(stage);
    return index < 0 ? stage : m_stageBox->itemText(index);
}

void LogPanel::toggleBookmark()
{
    if (m_view->rowCount() == 0)
        return;
    const auto [stage, line] = bookmarkPlace();
    m_bookmarks.toggle(stage, line);
    if (m_bookmarks.at(stage, line))
        note(tr("Line %1 of %2 has a bookmark now; Ctrl+Shift+F2 adds a note to it.")
                 .arg(QString::number(line), titleOfStage(stage)));
    else if (!m_bookmarks.all().isEmpty())
        note({});
}

void LogPanel::askForNote()
{
    if (m_view->rowCount() == 0)
        return;
    const auto [stage, line] = bookmarkPlace();
    const auto bookmark = m_bookmarks.at(stage, line);
    note({}); // what was said of another one
    AskBar::Question question;
    question.label = tr("Note for line %1 of %2").arg(QString::number(line), titleOfStage(stage));
    question.help = tr("The bookmark keeps it, in this attempt's folder; Return saves it, Esc leaves it as "
                       "it was");
    question.text = bookmark ? bookmark->note : QString();
    question.take = [this, stage = stage, line = line](const QString& typed) {
        note({}); // what was said of the bookmark is done
        m_bookmarks.setNote(stage, line, typed);
        return true;
    };
    m_askBar->ask(question);
}

void LogPanel::goToBookmark(bool forward)
{
    QVector<Place> places;
    for (const LogBookmark& bookmark : m_bookmarks.all()) {
        if (m_stageBox->findData(bookmark.stage) >= 0)
            places.append({ bookmark.stage, bookmark.line });
    }
    const auto place = placeBeside(places, forward);
    if (!place)
        return note(tr("This attempt has no bookmarks; Ctrl+F2 sets one."));
    showLine(place->first, place->second);
    note(m_bookmarks.at(place->first, place->second)->note);
}

void LogPanel::nextBookmark()
{
    goToBookmark(true);
}

void LogPanel::previousBookmark()
{
    goToBookmark(false);
}

void LogPanel::findLinkFolders(const AttemptRecord& record)
{
    m_linkFolders.clear();
    const QStringList both { record.request.buildFolder, record.request.sourceFolder };
    for (const StageResult& stage : record.stages)
        m_linkFolders[stage.id] = both;
    for (const Stage& stage : record.plan.stages) {
        for (const Command& command : stage.commands)
            m_linkFolders[stage.id].prepend(command.workingFolder);
        m_linkFolders[stage.id].removeDuplicates();
    }
}

void LogPanel::openFile(const QString& path, int line)
{
    m_editorQuery.ask(
        {},
        [command = editorCommand(), path, line](
            const std::stop_token&) { return editorFor(command, path, line); },
        [this, path](const Result<EditorProgram>& editor) {
            const Result<void> opened = editor ? openInEditor(*editor, path) : editor.error();
            noteWhereAsked(opened ? QString() : opened.error().message);
        });
}

// What was pressed may be a button far above the log, where nobody looks for a note.
void LogPanel::noteWhereAsked(const QString& sentence)
{
    const QWidget* asked = QApplication::focusWidget();
    const bool isElsewhere = asked && asked->window() == window() && !isAncestorOf(asked);
    note(isElsewhere ? QString() : sentence);
    if (isElsewhere && !sentence.isEmpty())
        QToolTip::showText(asked->mapToGlobal(asked->rect().bottomLeft()), tipText(sentence));
}

void LogPanel::askWhereToGo()
{
    AskBar::Question question;
    question.label = m_times.isEmpty() ? tr("Go to line") : tr("Go to line or time");
    question.help = m_times.isEmpty()
        ? tr("The number of a line")
        : tr("The number of a line; 12:34 or 1:12:34 since the attempt began; @14:05 a time on the clock");
    question.text = QString::number(bookmarkPlace().second);
    question.hint = [this](const QString& typed) { return meaningOf(typed); };
    question.take = [this](const QString& typed) { return goTo(typed); };
    m_askBar->ask(question);
}

// Of the stage in which the current line is.
qint64 LogPanel::linesOfStage() const
{
    const LogLayout::Section* section = layout().sectionOf(stage());
    return section ? section->size.lines : 0;
}

// Whole, and in fewer words.
QStringList LogPanel::meaningOf(const QString& typed) const
{
    const auto goal = logGoal(typed);
    if (!goal)
        return typed.isEmpty() ? QStringList()
            : m_times.isEmpty()
            ? QStringList { tr("Type the number of a line.") }
            : QStringList { tr("Type a line (1204), a time since the beginning (12:34), or a "
                               "time on the clock (@14:05)."),
                  tr("Type 1204, 12:34 or @14:05.") };
    if (goal->kind == LogGoal::Kind::Line) {
        const qint64 last = linesOfStage();
        return goal->value > last ? QStringList { tr("The last line is %1.").arg(last) }
            : m_times.isEmpty()   ? QStringList()
                                : QStringList { tr("or 0:12:34 since the beginning, or @14:05 on the clock"),
                                      tr("or 0:12:34, or @14:05"), tr("or 0:12:34") };
    }
    const auto place = placeOf(*goal, m_times);
    if (!place)
        return { m_times.isEmpty() ? tr("This attempt has no recorded times.")
                                   : tr("Nothing was written to a log at that time.") };
    const auto moment = m_times.at(place->stage, place->offset);
    const QString title = titleOfStage(place->stage);
    if (!moment)
        return { title };
    const QString elapsed = formatClock(Milliseconds(moment->elapsed));
    const QString clock = QDateTime::fromMSecsSinceEpoch(moment->time).toString(QStringLiteral("HH:mm:ss"));
    return { tr("%1, %2 since the beginning, %3 on the clock").arg(title, elapsed, clock),
        tr("%1, %2, @%3").arg(title, elapsed, clock) };
}

bool LogPanel::goTo(const QString& typed)
{
    const auto goal = logGoal(typed);
    if (!goal || !m_document)
        return false;
    if (goal->kind == LogGoal::Kind::Line) {
        showLine(stage(), std::clamp<qint64>(goal->value, 1, std::max<qint64>(1, linesOfStage())));
        return true;
    }
    const auto place = placeOf(*goal, m_times);
    if (place)
        showOffset(place->stage, place->offset);
    return place.has_value();
}

}
