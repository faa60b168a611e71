// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogPanel.h"

#include "core/store/AttemptLines.h"
#include "ui/logview/AskBar.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogNote.h"
#include "ui/logview/LogView.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/SearchField.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent)
{
    createWidgets();
    createActions();
    createOptions();
    layOut();
    connectAll();
    setNotice({});
    showSearchState();
}

LogPanel::~LogPanel()
{
    m_view->setDocument(nullptr);
}

void LogPanel::setFolder(const QString& folder)
{
    m_folder = folder;
    m_top->setCurrentWidget(m_tools); // what is asked for belongs to the attempt before
    m_stages.clear();
    m_planned.clear();
    m_foldedStages.clear();
    m_judgedStages.clear();
    setSamples({});
    m_bookmarks.open(folder);
    m_findings.clear();
    m_stageBox->clear();
    setPlaceKept(*m_followButton, false);
    m_wantedLine.reset();
    m_wantedOffset.reset();
    m_showBox->setCurrentIndex(ShowAll);
    m_searchField->clear();
    m_expressionButton->setChecked(false);
    m_searchDelay.stop();
    open({});
}

void LogPanel::setStages(const AttemptRecord& record)
{
    const QSignalBlocker blocker(m_stageBox);
    m_planned = record.plan.stages;
    m_attemptState = record.state;
    applyFindings();
    m_stages.clear();
    for (const StageResult& stage : record.stages) {
        if (stage.logFile.isEmpty() || !stage.hasBegun())
            continue;
        m_stages.append(stage);
        if (m_stageBox->findData(stage.id) < 0)
            m_stageBox->addItem(headingOf(stage.id).title, stage.id);
    }
    if (m_stages.size() > 1 && m_stageBox->findData(QString()) < 0)
        m_stageBox->insertItem(0, allStages(), QString());
    judgeStages(record);
    findLinkFolders(record);
    const bool isOver = hasEnded(record.state);
    m_followButton->setVisible(!isOver && !record.imported); // else there is no newest line to come
    if (!isOver)
        setPlaceKept(*m_followButton, true); // its neighbours stay when the build ends
    fitBar();
    if (m_stages.isEmpty())
        return setNotice(isOver ? tr("No stage of this attempt wrote a log.")
                                : tr("The log appears here as soon as the first stage writes one."));
    if (!m_document || m_choice.isEmpty())
        open({});
    m_stageBox->setCurrentIndex(m_stageBox->findData(m_stages.size() > 1 ? m_choice : m_stages.first().id));
    if (m_view->rowCount() == 0)
        setNotice(m_documentNotice);
    m_view->viewport()->update(); // headings tell states
}

// One stage alone needs no heading.
QVector<LogPart> LogPanel::partsFor(const QString& choice) const
{
    QVector<LogPart> parts;
    for (const StageResult& stage : m_stages) {
        if (!choice.isEmpty() && stage.id != choice)
            continue;
        const QString title = QString(headingOf(stage.id).title).replace(QLatin1Char('\n'), QLatin1Char(' '));
        parts.append({ stage.id, m_folder + QLatin1Char('/') + stage.logFile, title.toUtf8() });
    }
    if (parts.size() == 1)
        parts.first().heading.clear();
    return parts;
}

void LogPanel::open(const QString& choice)
{
    const QVector<LogPart> parts = partsFor(choice);
    if (m_document && choice == m_choice && !parts.isEmpty())
        return m_document->setParts(parts);
    m_choice = choice;
    m_stepSearch.start({}, {});
    note({});
    m_view->setDocument(nullptr);
    m_document.reset();
    if (parts.isEmpty()) {
        setNotice(tr("The attempt is being read.")); // setStages() knows more
    } else {
        m_document = std::make_unique<LogDocument>(parts);
        connect(m_document.get(), &LogDocument::changed, this, &LogPanel::takeChange);
        connect(m_document.get(), &LogDocument::problemChanged, this, &LogPanel::setNotice);
        m_view->setDocument(m_document.get());
        setNotice({});
    }
    const QSignalBlocker blocker(m_stageBox);
    m_stageBox->setCurrentIndex(m_stageBox->findData(choice));
    applyFindings();
    showBookmarks();
    startSearch();
    startFilter();
    readSteps();
}

// Shows this stage, alone where one was shown alone.
void LogPanel::openFor(const QString& stage)
{
    if (!m_choice.isEmpty() && m_choice != stage && m_stageBox->findData(stage) >= 0)
        open(stage);
}

StagePlace LogPanel::here() const
{
    if (m_wantedLine)
        return *m_wantedLine;
    return layout().placeOfLine(m_view->isFollowing() ? m_view->followedLine() : m_view->currentLine());
}

QString LogPanel::stage() const
{
    return m_choice.isEmpty() ? here().stage : m_choice;
}

void LogPanel::takeChange()
{
    m_view->takeChange([this] {
        for (LogSearch* search : { &m_search, &m_problems, &m_stepSearch, &m_stepHeads, &m_failures })
            search->setLayout(layout());
        updateFolds();
        applyFindings();
        showBookmarks();
        applyFilter();
    });
    if (m_view->rowCount() == 0) // perhaps all was read
        setNotice(m_documentNotice);
    goWhenIndexed();
}

void LogPanel::showLine(const QString& stage, qint64 line)
{
    const QString wanted = stage.isEmpty() ? this->stage() : stage;
    m_view->setFollowing(false);
    m_wantedLine = { wanted, std::max<qint64>(-1, line - 1) };
    m_wantedOffset.reset();
    openFor(wanted);
    goWhenIndexed();
}

void LogPanel::showOffset(const QString& stage, qint64 offset)
{
    const QString wanted = stage.isEmpty() ? this->stage() : stage;
    m_view->setFollowing(false);
    m_wantedOffset = { wanted, offset };
    m_wantedLine.reset();
    openFor(wanted);
    goWhenIndexed();
}

// The index may still be on its way to the place; the next change tries again. Only the last log is waited
// for where nothing is read.
void LogPanel::goWhenIndexed()
{
    if (!m_document || !(m_wantedLine || m_wantedOffset))
        return;
    const LogLayout::Section* section
        = layout().sectionOf((m_wantedLine ? m_wantedLine : m_wantedOffset)->stage);
    if (!section)
        return;
    const bool isAll = section != &layout().sections().last() && !m_document->isReading();
    const qint64 lines = section->size.lines;
    if (m_wantedLine && (m_wantedLine->value < lines || isAll))
        goNow(section->firstLine()
            + std::clamp<qint64>(m_wantedLine->value, -1, std::max<qint64>(0, lines - 1)));
    else if (m_wantedOffset && (m_wantedOffset->value <= section->size.bytes || isAll) && lines > 0) {
        if (const auto line = m_view->lineAtByte(*m_wantedOffset))
            goNow(*line);
    }
}

void LogPanel::goNow(qint64 line)
{
    m_wantedLine.reset();
    m_wantedOffset.reset();
    m_awaited = Hit::None;
    m_view->goToLine(line);
    emit jumped();
}

void LogPanel::setFollowing(bool following)
{
    m_view->setFollowing(following);
}

void LogPanel::setFindings(const QVector<Finding>& findings)
{
    m_findings = findings;
    applyFindings();
}

// Where the user stopped the build, only a cause is marked: its end is no failure.
QVector<Finding> LogPanel::markedFindings() const
{
    QVector<Finding> marked;
    for (const Finding& finding : m_findings) {
        if (finding.root || m_attemptState != AttemptState::Stopped)
            marked.append(finding);
    }
    return marked;
}

void LogPanel::applyFindings()
{
    QVector<qint64> lines;
    const QVector<Finding> marked = markedFindings();
    for (const Finding& finding : marked) {
        const QString stage = finding.stage.isEmpty() ? this->stage() : finding.stage;
        if (const auto line = layout().lineOf(stage, finding.line - 1); line && finding.line > 0)
            lines.append(*line);
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    m_view->setFindingLines(lines);
    if (lines != m_findingLines) {
        m_findingLines = lines;
        if (m_showBox->currentIndex() == ShowFindings)
            applyFilter();
    }
    m_previousFinding->setEnabled(!lines.isEmpty());
    m_nextFinding->setEnabled(!lines.isEmpty());
}

void LogPanel::setNotice(const QString& sentence)
{
    m_documentNotice = sentence;
    const bool isAll = m_showBox->currentIndex() == ShowAll;
    const bool isReading = m_document && m_document->isReading();
    m_view->setNotice(!sentence.isEmpty() ? sentence
            : isReading                   ? tr("The log is being read.")
            : isAll && isWritten()        ? tr("Nothing was written so far.")
            : isAll                       ? tr("This log is empty.")
                                          : tr("No line is of this kind."));
    m_notice->setText(sentence);
    m_notice->setVisible(!sentence.isEmpty() && m_view->rowCount() > 0);
}

// Whether a stage that is shown is still at work.
bool LogPanel::isWritten() const
{
    return !hasEnded(m_attemptState)
        && std::any_of(m_stages.begin(), m_stages.end(), [this](const StageResult& stage) {
               return stage.state == StageState::Running && (m_choice.isEmpty() || m_choice == stage.id);
           });
}

void LogPanel::note(const QString& sentence)
{
    m_note->say(sentence);
}

void LogPanel::visit(qint64 line)
{
    if (line >= layout().lineCount())
        return;
    const FileLine read = m_view->lineAt(line);
    if (!read.place.stage.isEmpty())
        emit placeVisited(read.place.stage, read.offset);
}

}
