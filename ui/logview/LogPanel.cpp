// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogPanel.h"

#include "core/store/AttemptLines.h"
#include "ui/logview/AskBar.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogReader.h"
#include "ui/logview/LogView.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
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
    m_askBar->hide(); // what it asks for belongs to the attempt before
    m_stages.clear();
    setSamples({});
    m_bookmarks.open(folder);
    m_findings.clear();
    m_stageBox->clear();
    m_runningStage.clear();
    m_wantedLine = m_wantedOffset = -1;
    m_showBox->setCurrentIndex(ShowAll);
    openStage({});
}

void LogPanel::setStages(const AttemptRecord& record)
{
    const QSignalBlocker blocker(m_stageBox);
    m_runningStage.clear();
    QString lastWithLog;
    QString telling; // of an old attempt: the stage that failed, else the long one
    for (const StageResult& stage : record.stages) {
        if (stage.logFile.isEmpty() || stage.state == StageState::Waiting
            || stage.state == StageState::Skipped)
            continue;
        lastWithLog = stage.id;
        if (stage.state == StageState::Running)
            m_runningStage = stage.id;
        if (stage.state == StageState::Failed
            || (stage.id == stageKindId(StageKind::Compile) && telling.isEmpty()))
            telling = stage.id;
        if (m_stageBox->findData(stage.id) >= 0)
            continue;
        const auto planned = std::find_if(record.plan.stages.begin(), record.plan.stages.end(),
            [&stage](const Stage& one) { return one.id == stage.id; });
        m_stageBox->addItem(planned == record.plan.stages.end() ? stage.id : shownTitle(*planned), stage.id);
    }
    m_stages = record.stages;
    findLinkFolders(record);
    const bool follows = m_view->isFollowing() && m_wantedLine < 0 && m_wantedOffset < 0;
    const QString wanted = !m_runningStage.isEmpty() ? m_runningStage
        : !telling.isEmpty()                         ? telling
                                                     : lastWithLog;
    if (!wanted.isEmpty() && (m_stage.isEmpty() || (follows && !m_runningStage.isEmpty())))
        openStage(wanted);
}

void LogPanel::openStage(const QString& stage)
{
    if (stage == m_stage && m_document)
        return;
    m_stage = stage;
    m_stepSearch.start({}, {});
    m_note.clear();
    m_view->setDocument(nullptr);
    m_document.reset();
    const auto found = std::find_if(
        m_stages.begin(), m_stages.end(), [&stage](const StageResult& one) { return one.id == stage; });
    setNotice(found == m_stages.end() ? tr("The log appears here as soon as the first stage writes one.")
                                      : QString());
    if (found != m_stages.end()) {
        m_document = std::make_unique<LogDocument>(m_folder + QLatin1Char('/') + found->logFile);
        connect(m_document.get(), &LogDocument::grown, this, &LogPanel::documentGrown);
        connect(m_document.get(), &LogDocument::restarted, this, &LogPanel::documentRestarted);
        connect(m_document.get(), &LogDocument::problemChanged, this, &LogPanel::setNotice);
        m_view->setDocument(m_document.get());
    }
    const QSignalBlocker blocker(m_stageBox);
    m_stageBox->setCurrentIndex(m_stageBox->findData(stage));
    applyFindings();
    showBookmarks();
    startSearch();
    startFilter();
}

void LogPanel::documentGrown()
{
    m_view->documentGrown();
    m_search.goOn();
    m_problems.goOn();
    applyFindings();
    goWhenIndexed();
}

void LogPanel::documentRestarted()
{
    m_view->setDocument(m_document.get());
    showBookmarks();
    startSearch();
    startFilter();
}

void LogPanel::showLine(const QString& stage, qint64 line)
{
    m_view->setFollowing(false);
    m_wantedLine = std::max<qint64>(0, line - 1);
    m_wantedOffset = -1;
    openStage(stage.isEmpty() ? m_stage : stage);
    goWhenIndexed();
}

void LogPanel::showOffset(const QString& stage, qint64 offset)
{
    m_view->setFollowing(false);
    m_wantedOffset = offset;
    m_wantedLine = -1;
    openStage(stage.isEmpty() ? m_stage : stage);
    goWhenIndexed();
}

// The index may still be on its way to the place; the next growth tries again.
void LogPanel::goWhenIndexed()
{
    if (!m_document)
        return;
    const auto index = m_document->index();
    if (m_wantedLine >= 0 && m_wantedLine < index->lineCount())
        goNow(m_wantedLine);
    else if (m_wantedOffset >= 0 && m_wantedOffset <= index->byteCount() && index->lineCount() > 0)
        goNow(LogReader(m_document->path(), index).lineAt(m_wantedOffset));
}

void LogPanel::goNow(qint64 line)
{
    m_wantedLine = m_wantedOffset = -1;
    m_view->goToLine(line);
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

void LogPanel::applyFindings()
{
    QVector<qint64> lines;
    for (const Finding& finding : std::as_const(m_findings)) {
        if (finding.line > 0 && (finding.stage == m_stage || finding.stage.isEmpty()))
            lines.append(finding.line - 1);
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
    m_view->setNotice(sentence.isEmpty() ? tr("This log is empty.") : sentence);
    showNotice();
}

void LogPanel::note(const QString& sentence)
{
    m_note = sentence;
    if (sentence.isEmpty())
        m_noteTimer.stop();
    else
        m_noteTimer.start();
    showNotice();
}

void LogPanel::showNotice()
{
    const QString& sentence = m_note.isEmpty() ? m_documentNotice : m_note;
    m_notice->setText(sentence);
    m_notice->setVisible(!sentence.isEmpty() && m_view->rowCount() > 0);
}

void LogPanel::visit(qint64 line)
{
    if (!m_document)
        return;
    const QVector<FileLine> lines = LogReader(m_document->path(), m_document->index()).lines(line, 1);
    if (!lines.isEmpty())
        emit placeVisited(m_stage, lines.first().offset);
}

}
