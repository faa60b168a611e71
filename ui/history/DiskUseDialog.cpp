// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/DiskUseDialog.h"

#include "core/base/AppPaths.h"
#include "ui/history/KeepField.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace torchmason {

namespace {

Bytes bytesOf(const QVector<FolderUse>& folders)
{
    Bytes bytes = 0;
    for (const FolderUse& folder : folders)
        bytes += folder.bytes;
    return bytes;
}

}

DiskUseDialog::DiskUseDialog(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Disk space that attempts take"));
    createWidgets();
    showText(m_sizes, tr("Measuring the folders..."));
    m_query.ask(
        {},
        [](const std::stop_token& stop) {
            const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).list();
            return Answer { diskUseOf(attempts, stop), attempts };
        },
        [this](const Answer& answer) { show(answer); });
}

void DiskUseDialog::createWidgets()
{
    m_sizes = plainText(this, "diskUseSizes");
    m_older = plainText(this, "diskUseOlder");
    m_keep = new KeepField(QStringLiteral("diskUseKeep"), this);
    auto* olderContent = new QWidget;
    columnOf(olderContent, {}, 0, { m_older, Part::stretch() });
    QScrollArea* older = scrolled(
        olderContent, QStringLiteral("diskUseOlderScroll"), tr("Which older attempts go, and which stay"));
    older->setParent(this); // where Tab comes to it
    m_delete = pushButton(this, "diskUseDelete", "delete", tr("Delete the older ones..."),
        tr("First says what that frees and what is lost"));
    m_delete->setAutoDefault(false); // Return in the number is no wish to delete
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &DiskUseDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, &DiskUseDialog::accept);
    connect(m_keep, &KeepField::changed, this, &DiskUseDialog::showTidy);
    columnOf(this, pageMargins, spacing::inner,
        { m_sizes, m_keep, { older, 1 }, rowOf(spacing::inner, { m_delete, Part::stretch(), buttons }) });
    resize(80 * fontMetrics().averageCharWidth(), 20 * fontMetrics().height());
    showTidy();
}

void DiskUseDialog::show(const Answer& answer)
{
    m_attempts = answer.attempts;
    Bytes own = 0;
    for (const AttemptUse& attempt : answer.use.attempts)
        own += attempt.total();
    QStringList lines { tr("Attempts, with their logs: %1 (%2)")
                            .arg(formatBytes(own),
                                m_attempts.size() == 1 ? tr("1 attempt")
                                                       : tr("%1 attempts").arg(m_attempts.size())),
        tr("Their build folders: %1").arg(formatBytes(bytesOf(answer.use.buildFolders))),
        tr("Compiler caches: %1").arg(formatBytes(bytesOf(answer.use.caches))) };
    if (!answer.use.isComplete)
        lines << tr("Not everything could be read, so these are at least the sizes.");
    lines << tr("Build folders and caches stay when attempts are deleted.");
    showText(m_sizes, lines.join(u'\n'));
    showTidy();
}

void DiskUseDialog::showTidy()
{
    m_tidyQuery.forget();
    m_tidy = {};
    m_delete->setEnabled(false);
    showText(m_older, {});
    const auto keep = m_keep->keep();
    if (!keep || m_attempts.isEmpty())
        return;
    m_tidyQuery.ask(
        {},
        [attempts = m_attempts, keep = *keep](const std::stop_token&) { return planTidy(attempts, keep); },
        [this](const TidyPlan& plan) {
            m_tidy = plan;
            m_delete->setEnabled(!plan.goes.isEmpty());
            QStringList lines { plan.goes.isEmpty() ? tr("No older attempt would be deleted.")
                    : plan.goes.size() == 1
                    ? tr("1 older attempt would be deleted.")
                    : tr("%1 older attempts would be deleted.").arg(plan.goes.size()) };
            for (const KeptBeyond& kept : plan.stays)
                lines << tr("%1 stays: %2").arg(QString::number(kept.number), kept.why);
            showText(m_older, lines.join(u'\n'));
        });
}

}
