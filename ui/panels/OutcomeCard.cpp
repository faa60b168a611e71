// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/OutcomeCard.h"

#include "core/attempt/InstallRequest.h"
#include "core/store/OnlyInstall.h"
#include "ui/models/Background.h"
#include "ui/models/DiskReads.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/InstallDialog.h"
#include "ui/panels/OutcomeText.h"
#include "ui/panels/WheelList.h"
#include "ui/text/TipText.h"
#include "ui/text/WheelText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int linesOfProducts = 10; // more are scrolled
constexpr int lettersOfSides = 110; // its sentences are short

qsizetype countGone(const QStringList& files)
{
    return std::count_if(
        files.begin(), files.end(), [](const QString& file) { return !QFileInfo::exists(file); });
}

// What was installed does not need them any more.
QStringList filesToUse(const AttemptRecord& record)
{
    return record.request.installPrefix().isEmpty() ? productsOf(record) : QStringList();
}

}

OutcomeCard::OutcomeCard(QWidget* parent)
    : Card(parent)
{
    setObjectName(QStringLiteral("outcomeCard"));
    auto* words = columnOf(body()->spacing(), {});
    auto* times = columnOf(body()->spacing(), {});
    m_text = addText("outcomeText", words);
    m_comparison = addText("outcomeComparison", words);
    m_times = addText("outcomeTimes", times);
    for (QVBoxLayout* column : { words, times })
        column->addStretch();
    addBeside(words, times, lettersOfSides);
    m_wheels = new WheelList(this);
    body()->addWidget(m_wheels);
    m_products = named(new CopyBox(this), "outcomeProducts");
    m_products->setMaximumLines(linesOfProducts);
    m_products->setToolTip(tr("What was made"));
    m_products->setSubject(tr("What was made"));
    body()->addWidget(m_products);
    m_useTitle = addText("outcomeUseTitle");
    m_use = named(new CopyBox(this), "outcomeUse");
    body()->addWidget(m_use);
    createButtons();
    showSummary();
    connect(m_wheels, &WheelList::looked, this, [this] {
        refreshInstall();
        refreshUse();
    });
}

void OutcomeCard::createButtons()
{
    m_retry = pushButton(this, "outcomeRetry", "play", {},
        tr("Starts a new attempt with the same settings, from the stage that did not end well"));
    m_log = pushButton(this, "outcomeLog", "log", tr("Show the errors in the log"),
        tr("Shows only errors and warnings of the stage that failed"));
    m_copy = pushButton(this, "outcomeCopy", "copy", tr("Copy for an issue"),
        tr("Copies the end of the log and the settings as Markdown; nothing is sent anywhere"));
    m_install = pushButton(this, "outcomeInstall", "package", tr("Install into..."),
        tr("Puts the wheel into a Python environment that you choose"));
    m_takeBack = pushButton(this, "outcomeTakeBack", "undo", tr("Undo install..."),
        tr("Shows what would be removed from the environment and what would be installed again, and asks "
           "before it does that"));
    m_open = pushButton(this, "outcomeOpen", "folder", tr("Open the folder"),
        tr("Opens the folder of what was made in the file manager"));
    for (QPushButton* button : { m_retry, m_log, m_copy, m_install, m_takeBack, m_open })
        buttons()->addWidget(button);
    connect(m_retry, &QPushButton::clicked, this, &OutcomeCard::retryRequested);
    connect(m_log, &QPushButton::clicked, this, [this] { emit logRequested(m_failedStage); });
    connect(m_copy, &QPushButton::clicked, this, &OutcomeCard::copyForIssue);
    connect(m_install, &QPushButton::clicked, this, &OutcomeCard::askForEnvironment);
    connect(m_takeBack, &QPushButton::clicked, this, &OutcomeCard::takeBackRequested);
    connect(m_open, &QPushButton::clicked, this, &OutcomeCard::openFolder);
}

bool OutcomeCard::showRecord(const AttemptRecord& record, const QString& folder)
{
    m_record = record;
    m_attemptFolder = folder;
    if (m_summarised != folder) {
        m_summarised.clear();
        m_summary = {};
        m_summaryQuery.forget();
        m_gone = 0;
    }
    switch (record.state) {
    case AttemptState::Requested:
    case AttemptState::Running:
        return false;
    case AttemptState::Succeeded:
        askForSummary(folder);
        showSuccess(record);
        return true;
    case AttemptState::Failed:
    case AttemptState::Stopped:
    case AttemptState::Interrupted:
        break;
    }
    showEnd(record);
    return true;
}

void OutcomeCard::showSuccess(const AttemptRecord& record)
{
    setTone(lacksWheel(record) ? Tone::Warning : Tone::Good);
    setTitle(successTitle(record));
    showWords();
    showSummary();
    m_wheels->showRecord(record);
    const QStringList products = productsOf(record);
    m_products->setText(productLines(record).join(QLatin1Char('\n')));
    m_products->setCopied(products.join(QLatin1Char('\n')));
    m_products->setVisible(!products.isEmpty());
    showUse(record);
    // Plain words of paths: the disk is not asked.
    const WheelRecord* wheel = wheelToInstall(record);
    m_folder = wheel           ? QFileInfo(wheel->path).path()
        : !products.isEmpty()  ? QFileInfo(products.first()).path()
        : installsOnly(record) ? QString()
                               : record.request.buildFolder;
    m_takeBack->setVisible(canBeTakenBack(record));
    m_install->setVisible(!record.wheels.isEmpty() && !record.imported);
    refreshInstall();
    m_open->setVisible(!m_folder.isEmpty() && !record.imported);
    m_retry->hide();
    m_log->hide();
    m_copy->hide();
}

void OutcomeCard::showWords()
{
    m_text->setText(successText(m_record, m_gone));
}

void OutcomeCard::askForSummary(const QString& folder)
{
    if (m_summarised == folder)
        return;
    m_summaryQuery.ask(
        folder, [record = m_record, folder](const std::stop_token&) { return resultSummary(record, folder); },
        [this, folder](const ResultSummary& summary) {
            m_summarised = folder;
            m_summary = summary;
            showSummary();
        });
}

// Of a build that ended well alone; what it holds comes a moment after the rest.
void OutcomeCard::showSummary()
{
    const bool good = m_record.state == AttemptState::Succeeded;
    ResultSummary summary = m_summary;
    if (m_gone > 0)
        summary.checks.clear(); // of what is no longer so
    showText(m_comparison, good ? comparisonText(summary) : QString());
    showText(m_times, good ? timesText(m_record, m_summary.longest) : QString());
}

// Which product is there and a program only the disk can tell, and that may be a slow one.
void OutcomeCard::showUse(const AttemptRecord& record)
{
    const int number = ++m_useNumber;
    const bool isUsable = !record.imported && record.request.install.takesBack <= 0;
    if (const WheelRecord* wheel = wheelToInstall(record); wheel && isUsable)
        return showUseCommand(
            {}, tr("Installs the wheel with the Python that built it"), installCommand(record, *wheel));
    m_use->setText({});
    refreshUse();
    if (!isUsable)
        return;
    runInBackground(
        diskPool(), this, [record] { return std::pair(useCommand(record), countGone(filesToUse(record))); },
        [this, number](const std::pair<QString, qsizetype>& made) {
            if (number != m_useNumber)
                return;
            showUseCommand(tr("To use it:"), tr("How to use what was made"), made.first);
            showGone(made.second);
        });
}

void OutcomeCard::showGone(qsizetype files)
{
    m_gone = files;
    showWords();
    showSummary();
    if (files > 0 && files == productsOf(m_record).size())
        m_open->hide();
}

void OutcomeCard::showUseCommand(const QString& title, const QString& help, const QString& command)
{
    m_use->setToolTip(tipText(help));
    m_use->setSubject(help);
    m_useTitle->setText(title);
    m_use->setText(command);
    refreshUse();
}

// The command of a wheel that is not there fails, or installs another one.
void OutcomeCard::refreshUse()
{
    const bool isOfUse = !m_use->text().isEmpty() && !m_wheels->isLastMissing();
    m_use->setVisible(isOfUse);
    m_useTitle->setVisible(isOfUse && !m_useTitle->text().isEmpty());
}

void OutcomeCard::refreshInstall()
{
    m_install->setEnabled(m_wheels->areAllThere());
    m_install->setToolTip(m_install->isEnabled()
            ? tr("Choose a virtual or conda environment and install the wheel there")
            : tr("The wheel is no longer where it was made"));
}

// Without an event loop of its own: the attempt may be read again meanwhile.
void OutcomeCard::askForEnvironment()
{
    const WheelRecord* wheel = wheelToInstall(m_record);
    if (!wheel)
        return;
    auto* dialog = new InstallDialog(wheelFileName(*wheel), window());
    dialog->setUsualWheels(m_record.request.python.wheels);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, number = m_record.number] {
        emit installRequested(number, dialog->target(), dialog->wheels());
    });
    dialog->open();
}

void OutcomeCard::showEnd(const AttemptRecord& record)
{
    const bool failed = record.state == AttemptState::Failed;
    const bool interrupted = record.state == AttemptState::Interrupted;
    setTone(failed ? Tone::Bad : interrupted ? Tone::Warning : Tone::Neutral);
    setTitle(endTitle(record));
    m_text->setText(endText(record, m_before));
    showSummary();
    m_wheels->showRecord(record);
    m_products->hide();
    m_install->hide();
    m_takeBack->setVisible(canBeTakenBack(record));
    ++m_useNumber;
    m_use->setText({});
    refreshUse();
    m_open->hide();
    m_retry->setText(failed ? tr("Try again") : continueText(record));
    m_retry->setIcon(icon(failed ? QStringLiteral("retry") : QStringLiteral("play")));
    m_retry->setVisible(!record.imported);
    const auto stage = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& one) { return one.state == StageState::Failed; });
    m_failedStage = stage == record.stages.end() ? QString() : stage->id;
    const bool hasErrors = stage != record.stages.end() && stage->errors != 0; // or they were not counted
    m_log->setVisible(failed && hasErrors);
    m_copy->setVisible(failed);
}

// The disk is asked only now: most who look at a failure need no issue.
void OutcomeCard::copyForIssue()
{
    runInBackground(
        diskPool(), this,
        [folder = m_attemptFolder, stage = m_failedStage] { return endOfLog(folder, stage); },
        [this, record = m_record, stage = m_failedStage](
            const QString& end) { copyFrom(*m_copy, issueText(record, stage, end)); });
}

void OutcomeCard::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder));
}

}
