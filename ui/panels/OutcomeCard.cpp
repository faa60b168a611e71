// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/OutcomeCard.h"

#include "core/attempt/InstallRequest.h"
#include "core/base/Platform.h"
#include "core/stages/StagePlan.h"
#include "ui/models/Background.h"
#include "ui/models/DiskReads.h"
#include "ui/panels/AttemptActivity.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/InstallDialog.h"
#include "ui/panels/WheelList.h"
#include "ui/text/WheelText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int linesOfProducts = 10; // more are scrolled

QString quoted(const QString& path)
{
    return hostPlatform() == Platform::Windows ? quotedForCmd(QDir::toNativeSeparators(path))
                                               : quotedForSh(path);
}

// How to use what was made besides a wheel, as a command to copy: a program is started, a library is put
// where CMake finds it.
QString useCommand(const AttemptRecord& record)
{
    if (const QString prefix = record.request.installPrefix(); !prefix.isEmpty())
        return QStringLiteral("cmake -DCMAKE_PREFIX_PATH=") + quoted(prefix) + QStringLiteral(" ...");
    for (const QString& product : record.products) {
        const QFileInfo file(product);
        if (file.isExecutable() && !file.fileName().contains(QStringLiteral(".so")))
            return quoted(product);
    }
    return {};
}

qsizetype countGone(const QStringList& files)
{
    return std::count_if(
        files.begin(), files.end(), [](const QString& file) { return !QFileInfo::exists(file); });
}

QString goneText(qsizetype gone, qsizetype all)
{
    return gone == 0 ? QString()
        : gone == all
        ? OutcomeCard::tr("What was made is gone since then; a later attempt may have removed it.")
        : OutcomeCard::tr("%1 of %2 files are gone since then; a later attempt may have removed them.")
              .arg(gone)
              .arg(all);
}

// All that was built is in the wheel.
QStringList productsOf(const AttemptRecord& record)
{
    return record.wheels.isEmpty() ? record.products : QStringList();
}

// What was installed does not need them any more.
QStringList filesToUse(const AttemptRecord& record)
{
    return record.request.installPrefix().isEmpty() ? productsOf(record) : QStringList();
}

QString verifyText(const AttemptRecord& record)
{
    for (const StageResult& stage : record.stages) {
        if (stage.id == stageKindId(StageKind::Verify) && stage.state == StageState::Succeeded)
            return OutcomeCard::tr("Verified: the result was loaded and works.");
        if (stage.id == stageKindId(StageKind::Verify) && stage.state == StageState::Skipped)
            return OutcomeCard::tr("Not verified: that stage was skipped.");
    }
    return OutcomeCard::tr("The result was not verified.");
}

bool installsOnly(const AttemptRecord& record)
{
    return record.request.install.isWanted() && beginsAt(record.request, StageKind::Install);
}

StageState installState(const AttemptRecord& record)
{
    const auto stage = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& one) { return one.id == stageKindId(StageKind::Install); });
    return stage == record.stages.end() ? StageState::Waiting : stage->state;
}

// An install that failed may have brought something, too. Where the runner died, its stage still says that it
// runs.
bool canBeTakenBack(const AttemptRecord& record)
{
    const StageState state = installState(record);
    return record.request.install.isWanted() && record.request.install.takesBack == 0 && !record.imported
        && (state == StageState::Succeeded || state == StageState::Failed || state == StageState::Stopped
            || (state == StageState::Running && record.state == AttemptState::Interrupted));
}

// Where the wheel went, or what went from there.
QString installedText(const AttemptRecord& record)
{
    if (!record.request.install.isWanted() || installState(record) != StageState::Succeeded)
        return {};
    if (record.request.install.takesBack > 0)
        return OutcomeCard::tr(
            "What attempt %1 had installed into %2 is taken back; the log says what was removed "
            "and what was installed again.")
            .arg(QString::number(record.request.install.takesBack),
                QDir::toNativeSeparators(record.request.install.environment));
    return OutcomeCard::tr("Installed into %1.")
        .arg(QDir::toNativeSeparators(record.request.install.environment));
}

// One line for each stage that compiled through a cache.
QString cacheText(const AttemptRecord& record)
{
    QString text;
    for (const StageResult& stage : record.stages) {
        if (!stage.cache)
            continue;
        const CacheUse& use = *stage.cache;
        const qint64 all = use.hits + use.misses;
        text += QLatin1Char('\n');
        if (all == 0)
            text += OutcomeCard::tr("%1: nothing was compiled through it.").arg(use.tool);
        else if (use.exact)
            text += (all == 1
                    ? OutcomeCard::tr("%1: %2 of 1 compilation from the cache (%3 %).")
                    : OutcomeCard::tr("%1: %2 of %n compilations from the cache (%3 %).", nullptr, int(all)))
                        .arg(use.tool)
                        .arg(use.hits)
                        .arg(use.hits * 100 / all);
        else
            text += OutcomeCard::tr(
                "%1: at most %2 compilations from the cache and %3 new ones; builds at the "
                "same time are counted too.")
                        .arg(use.tool)
                        .arg(use.hits)
                        .arg(all - use.hits);
    }
    return text;
}

// "12 min faster than attempt 9, which took 1 h 2 min; other options: USE_CUDA." With what the verify stage
// tried.
QString comparisonText(const ResultSummary& summary)
{
    QStringList lines = summary.checks;
    if (const auto& before = summary.earlier) {
        const Milliseconds difference(std::abs(before->difference.count()));
        const bool isSame = difference < std::max(Milliseconds(1000), before->time / 20);
        QString text = isSame ? OutcomeCard::tr("As fast as attempt %1, which took %2 without fetching")
            : before->difference.count() < 0
            ? OutcomeCard::tr("%3 faster than attempt %1, which took %2 without fetching")
            : OutcomeCard::tr("%3 slower than attempt %1, which took %2 without fetching");
        text = text.arg(QString::number(before->number), formatDuration(before->time));
        if (!isSame)
            text = text.arg(formatDuration(difference));
        if (before->isOfChain)
            text = OutcomeCard::tr("With what it continued: %1").arg(text);
        lines << (before->differingOptions.isEmpty()
                ? text + u'.'
                : OutcomeCard::tr("%1; it had other options: %2.")
                      .arg(text, before->differingOptions.join(QStringLiteral(", "))));
    }
    return lines.join(u'\n');
}

QString timePartText(const AttemptRecord& record, const TimePart& part)
{
    const QString share
        = part.percent > 0 ? OutcomeCard::tr("%1 %").arg(part.percent) : OutcomeCard::tr("under 1 %");
    const QString time = formatDuration(part.time) + QStringLiteral(", ") + share;
    if (part.target.isEmpty())
        return OutcomeCard::tr("%1: %2").arg(stageTitle(record, part.stage), time);
    return OutcomeCard::tr("%1 of %2: about %3").arg(stageTitle(record, part.stage), part.target, time);
}

// What the named parts leave; empty where that is next to nothing.
QString restText(Milliseconds whole, const QVector<TimePart>& parts)
{
    Milliseconds rest = whole;
    for (const TimePart& part : parts)
        rest -= part.time;
    const qint64 percent = 100 * rest.count() / std::max<qint64>(1, whole.count());
    return percent < 1 ? QString()
                       : OutcomeCard::tr("Everything else: %1, %2 %").arg(formatDuration(rest)).arg(percent);
}

QString successTitle(const AttemptRecord& record)
{
    const QString duration
        = record.duration ? formatDuration(*record.duration) : OutcomeCard::tr("an unknown time");
    const QString title = record.request.install.takesBack > 0
        ? OutcomeCard::tr("The install is taken back after %1")
        : installsOnly(record) ? OutcomeCard::tr("The wheel is installed after %1")
        : lacksWheel(record)   ? OutcomeCard::tr("The build ended after %1, without a wheel")
                               : OutcomeCard::tr("The build is complete after %1");
    return title.arg(duration);
}

// A build that was to pack one, and why it did not.
QString noWheelText(const AttemptRecord& record)
{
    if (!lacksWheel(record))
        return {};
    const QString reason = whyWithoutWheel(record.plan);
    return reason.isEmpty() ? OutcomeCard::tr("No wheel was made, though one was asked for.")
                            : OutcomeCard::tr("No wheel was made: %1.").arg(reason);
}

QString failureTitle(const AttemptRecord& record)
{
    return record.request.install.takesBack > 0 ? OutcomeCard::tr("The install could not be taken back")
        : installsOnly(record)                  ? OutcomeCard::tr("The wheel could not be installed")
                               : OutcomeCard::tr("The build failed, and no known cause fits");
}

// How it ended and what can be done, where no finding says so.
QString endText(const AttemptRecord& record)
{
    if (record.imported)
        return !record.error.isEmpty()       ? record.error
            : record.imported->log.isEmpty() ? OutcomeCard::tr("It ran on another machine; its log is here.")
                                             : OutcomeCard::tr("It was read from a log.");
    if (record.state == AttemptState::Failed)
        return record.error.isEmpty() ? OutcomeCard::tr("The log says what happened.") : record.error;
    if (installsOnly(record))
        return OutcomeCard::tr("The environment holds what pip had done by then; continuing does the rest.");
    if (record.state == AttemptState::Interrupted)
        return OutcomeCard::tr(
            "It was ended from outside, or the machine went down. What was compiled is still there; "
            "continuing starts with the stage that was at work.");
    return OutcomeCard::tr(
        "What was compiled is still there; continuing starts with the stage that was at work.");
}

// "Continue attempt 12 at Compile": the first stage that did not end well.
QString continueText(const AttemptRecord& record)
{
    for (const StageResult& stage : record.stages) {
        if (stage.state != StageState::Succeeded && stage.state != StageState::Skipped)
            return OutcomeCard::tr("Continue attempt %1 at %2")
                .arg(QString::number(record.number), stageTitle(record, stage.id));
    }
    return OutcomeCard::tr("Continue attempt %1").arg(record.number);
}

// Of this attempt alone, whatever those that it continues have built.
QString allBuiltText(const AttemptRecord& record)
{
    AttemptActivity activity;
    activity.setRecord(record, false);
    return activity.foundAllBuilt() ? OutcomeCard::tr("Everything was built already.") : QString();
}

// With those of the attempts before it, as the header counts them.
QString stepsText(const AttemptRecord& record, const StepsBefore& before)
{
    AttemptActivity activity;
    activity.setRecord(record, false);
    activity.setStepsBefore(before);
    const QLocale locale;
    return activity.total() > 0 ? u' '
            + OutcomeCard::tr("%1 of %2 steps are done.")
                  .arg(locale.toString(activity.done()), locale.toString(activity.total()))
                                : QString();
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
    addBeside(words, times);
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
    connect(m_wheels, &WheelList::looked, this, [this] { refreshInstall(); });
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
    m_takeBack = pushButton(this, "outcomeTakeBack", "undo", tr("Take it back..."),
        tr("Shows what would be removed from the environment and what would be installed again, and asks "
           "before it does that"));
    m_open = pushButton(this, "outcomeOpen", "folder", tr("Open the folder"),
        tr("Opens the folder of what was made in the file manager"));
    for (QPushButton* button : { m_retry, m_log, m_copy, m_install, m_takeBack, m_open })
        buttons()->addWidget(button);
    buttons()->addStretch();
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
    m_products->setText(products.join(QLatin1Char('\n')));
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
    QStringList lines { noWheelText(m_record), allBuiltText(m_record),
        installsOnly(m_record) ? QString() : verifyText(m_record),
        goneText(m_gone, productsOf(m_record).size()), installedText(m_record) };
    lines.removeAll(QString());
    m_text->setText(lines.join(u'\n') + cacheText(m_record));
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
    QStringList lines;
    for (const TimePart& part : m_summary.longest)
        lines << timePartText(m_record, part);
    if (!lines.isEmpty()) {
        lines << restText(m_record.duration.value_or(Milliseconds(0)), m_summary.longest);
        lines.removeAll(QString());
        lines.prepend(m_record.duration
                ? tr("Where the time went, of %1 in all:").arg(formatDuration(*m_record.duration))
                : tr("Where the time went:"));
    }
    showText(m_times, good ? lines.join(u'\n') : QString());
}

// Which product is there and a program only the disk can tell, and that may be a slow one.
void OutcomeCard::showUse(const AttemptRecord& record)
{
    m_use->hide();
    m_useTitle->hide();
    const int number = ++m_useNumber;
    if (record.imported || record.request.install.takesBack > 0)
        return;
    if (const WheelRecord* wheel = wheelToInstall(record))
        return showUseCommand(
            {}, tr("Installs the wheel with the Python that built it"), installCommand(record, *wheel));
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
    m_use->setToolTip(help);
    m_use->setSubject(help);
    m_useTitle->setText(title);
    showText(m_use, command);
    m_useTitle->setVisible(!command.isEmpty() && !title.isEmpty());
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
    setTitle(failed ? failureTitle(record)
            : interrupted
            ? (installsOnly(record) ? tr("The install was cut off") : tr("The build was cut off"))
            : installsOnly(record) ? tr("The install was stopped")
                                   : tr("The build was stopped"));
    m_text->setText(
        failed || record.imported ? endText(record) : endText(record) + stepsText(record, m_before));
    showSummary();
    m_wheels->showRecord(record);
    m_products->hide();
    m_install->hide();
    m_takeBack->setVisible(canBeTakenBack(record));
    ++m_useNumber;
    m_use->hide();
    m_useTitle->hide();
    m_open->hide();
    m_retry->setText(failed ? tr("Try again") : continueText(record));
    m_retry->setIcon(icon(failed ? QStringLiteral("retry") : QStringLiteral("play")));
    m_retry->setVisible(!record.imported);
    const auto stage = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& one) { return one.state == StageState::Failed; });
    m_failedStage = stage == record.stages.end() ? QString() : stage->id;
    m_log->setVisible(failed && !m_failedStage.isEmpty());
    m_copy->setVisible(failed);
}

// The disk is asked only now: most who look at a failure need no issue.
void OutcomeCard::copyForIssue()
{
    runInBackground(
        diskPool(), this,
        [folder = m_attemptFolder, stage = m_failedStage] { return endOfLog(folder, stage); },
        [record = m_record, stage = m_failedStage](
            const QString& end) { QGuiApplication::clipboard()->setText(issueText(record, stage, end)); });
}

void OutcomeCard::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder));
}

}
