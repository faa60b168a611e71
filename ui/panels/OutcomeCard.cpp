// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/OutcomeCard.h"

#include "core/base/Platform.h"
#include "core/stages/StagePlan.h"
#include "ui/models/Background.h"
#include "ui/panels/AttemptWords.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Icons.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int linesOfProducts = 6; // more are scrolled

QString quoted(const QString& path)
{
    return hostPlatform() == Platform::Windows ? quotedForCmd(QDir::toNativeSeparators(path))
                                               : quotedForSh(path);
}

// How to use what was made, as a command to copy: a wheel is installed, a program is started, a library
// is put where CMake finds it.
QString useCommand(const AttemptRecord& record)
{
    for (const QString& product : record.products) {
        if (product.endsWith(QStringLiteral(".whl")))
            return QStringLiteral("pip install ") + quoted(product);
    }
    if (const QString prefix = record.request.installPrefix(); !prefix.isEmpty())
        return QStringLiteral("cmake -DCMAKE_PREFIX_PATH=") + quoted(prefix) + QStringLiteral(" ...");
    for (const QString& product : record.products) {
        const QFileInfo file(product);
        if (file.isExecutable() && !file.fileName().contains(QStringLiteral(".so")))
            return quoted(product);
    }
    return {};
}

QString verifyText(const AttemptRecord& record)
{
    for (const StageResult& stage : record.stages) {
        if (stage.id == QStringLiteral("verify") && stage.state == StageState::Succeeded)
            return OutcomeCard::tr("Verified: the result was loaded and works.");
        if (stage.id == QStringLiteral("verify") && stage.state == StageState::Skipped)
            return OutcomeCard::tr("Not verified: that stage was skipped.");
    }
    return OutcomeCard::tr("The result was not verified.");
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
            text += OutcomeCard::tr("%1: %2 of %3 compilations from the cache (%4 %).")
                        .arg(use.tool)
                        .arg(use.hits)
                        .arg(all)
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

// How it ended and what can be done, where no finding says so.
QString endText(const AttemptRecord& record)
{
    if (record.imported)
        return record.error.isEmpty() ? OutcomeCard::tr("It ran on another machine; its log is here.")
                                      : record.error;
    if (record.state == AttemptState::Failed)
        return record.error.isEmpty() ? OutcomeCard::tr("The log says what happened.") : record.error;
    if (record.state == AttemptState::Interrupted)
        return OutcomeCard::tr(
            "It was ended from outside, or the machine went down. What was compiled is still there; "
            "continuing starts with the stage that was at work.");
    return OutcomeCard::tr(
        "What was compiled is still there; continuing starts with the stage that was at work.");
}

}

OutcomeCard::OutcomeCard(QWidget* parent)
    : Card(parent)
{
    setObjectName(QStringLiteral("outcomeCard"));
    m_text = addText("outcomeText");
    m_products = new CopyBox(this);
    m_products->setObjectName(QStringLiteral("outcomeProducts"));
    m_products->setMaximumLines(linesOfProducts);
    m_products->setToolTip(tr("What was made"));
    body()->addWidget(m_products);
    m_useTitle = addText("outcomeUseTitle");
    m_useTitle->setText(tr("To use it:"));
    m_use = new CopyBox(this);
    m_use->setObjectName(QStringLiteral("outcomeUse"));
    body()->addWidget(m_use);
    m_retry = new QPushButton(icon(QStringLiteral("play")), {}, this);
    m_retry->setObjectName(QStringLiteral("outcomeRetry"));
    m_retry->setToolTip(
        tr("Starts a new attempt with the same settings, from the stage that did not end well"));
    m_log = new QPushButton(icon(QStringLiteral("log")), tr("Show the errors in the log"), this);
    m_log->setObjectName(QStringLiteral("outcomeLog"));
    m_log->setToolTip(tr("Shows only errors and warnings of the stage that failed"));
    m_open = new QPushButton(icon(QStringLiteral("folder")), tr("Open the folder"), this);
    m_open->setObjectName(QStringLiteral("outcomeOpen"));
    m_open->setToolTip(tr("Opens the folder of what was made in the file manager"));
    for (QPushButton* button : { m_retry, m_log, m_open })
        buttons()->addWidget(button);
    buttons()->addStretch();
    connect(m_retry, &QPushButton::clicked, this, &OutcomeCard::retryRequested);
    connect(m_log, &QPushButton::clicked, this, [this] { emit logRequested(m_failedStage); });
    connect(m_open, &QPushButton::clicked, this, &OutcomeCard::openFolder);
}

bool OutcomeCard::showRecord(const AttemptRecord& record)
{
    switch (record.state) {
    case AttemptState::Requested:
    case AttemptState::Running:
        return false;
    case AttemptState::Succeeded:
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
    setTone(Tone::Good);
    const QString duration = record.duration ? formatDuration(*record.duration) : tr("an unknown time");
    setTitle(tr("The build is complete after %1").arg(duration));
    m_text->setText(verifyText(record) + cacheText(record));
    m_products->setText(record.products.join(QLatin1Char('\n')));
    m_products->setVisible(!record.products.isEmpty());
    showUse(record);
    // Plain words of paths: the disk is not asked.
    m_folder
        = record.products.isEmpty() ? record.request.buildFolder : QFileInfo(record.products.first()).path();
    m_open->setVisible(!m_folder.isEmpty() && !record.imported);
    m_retry->hide();
    m_log->hide();
}

// Which product is a program only the disk can tell, and that may be a slow one.
void OutcomeCard::showUse(const AttemptRecord& record)
{
    m_use->hide();
    m_useTitle->hide();
    const int number = ++m_useNumber;
    if (record.imported)
        return;
    runInBackground(
        diskPool(), this, [record] { return useCommand(record); },
        [this, number](const QString& use) {
            if (number != m_useNumber)
                return;
            m_use->setText(use);
            m_use->setVisible(!use.isEmpty());
            m_useTitle->setVisible(!use.isEmpty());
            emit resized();
        });
}

void OutcomeCard::showEnd(const AttemptRecord& record)
{
    const bool failed = record.state == AttemptState::Failed;
    const bool interrupted = record.state == AttemptState::Interrupted;
    setTone(failed ? Tone::Bad : interrupted ? Tone::Warning : Tone::Neutral);
    setTitle(failed       ? tr("The build failed, and no known cause fits")
            : interrupted ? tr("The runner of this build is gone")
                          : tr("The build was stopped"));
    m_text->setText(endText(record));
    m_products->hide();
    ++m_useNumber;
    m_use->hide();
    m_useTitle->hide();
    m_open->hide();
    m_retry->setText(failed ? tr("Try again") : tr("Continue"));
    m_retry->setVisible(!record.imported);
    const auto stage = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& one) { return one.state == StageState::Failed; });
    m_failedStage = stage == record.stages.end() ? QString() : stage->id;
    m_log->setVisible(failed && !m_failedStage.isEmpty());
}

void OutcomeCard::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder));
}

}
