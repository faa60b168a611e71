// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryPage.h"

#include "core/base/AppPaths.h"
#include "core/export/AttemptBundle.h"
#include "core/export/BundleFormat.h"
#include "core/export/BundleImport.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/models/Background.h"
#include "ui/widgets/Banner.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QTableView>

// What the history does with bundles. Logs may be gigabytes: not on the thread that paints.
namespace torchmason {

namespace {

AttemptStore attempts()
{
    return AttemptStore(AppPaths::attemptsFolder());
}

QString bundleFilter()
{
    return HistoryPage::tr("Bundles (*%1)").arg(BundleFormat::suffix());
}

Result<void> save(int number, const QString& file)
{
    const auto attempt = attempts().attempt(number);
    if (!attempt)
        return attempt.error();
    return saveBundle(*attempt, {}, file);
}

}

void HistoryPage::askForImport()
{
    const QString file
        = QFileDialog::getOpenFileName(this, tr("Open a bundle"), QDir::homePath(), bundleFilter());
    if (!file.isEmpty())
        importBundle(file);
}

void HistoryPage::importBundle(const QString& file)
{
    if (m_opening.contains(file))
        return; // double-clicked again
    m_opening.insert(file);
    ++m_busy;
    tell(Tone::Neutral, tr("Opening %1…").arg(QFileInfo(file).fileName()));
    runInBackground(
        diskPool(), this, [file] { return torchmason::importBundle(file, attempts()); },
        [this, file](const Result<ImportedBundle>& imported) {
            m_opening.remove(file);
            --m_busy;
            if (!imported)
                return tell(Tone::Bad, imported.error().message);
            m_notice->setVisible(m_busy > 0);
            refresh();
            emit openRequested(imported->folder);
        });
}

void HistoryPage::askForExport()
{
    const int number = m_table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt();
    QFileDialog dialog(this, tr("Export a bundle"), QDir::homePath(), bundleFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(BundleFormat::suffix().mid(1));
    dialog.selectFile(bundleFileName(number));
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        exportBundle(dialog.selectedFiles().constFirst());
}

void HistoryPage::exportBundle(const QString& file)
{
    const int number = m_table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt();
    const QString name = QDir::toNativeSeparators(file);
    ++m_busy;
    tell(Tone::Neutral, tr("Writing attempt %1 to %2…").arg(number).arg(name));
    runInBackground(
        diskPool(), this, [number, file] { return save(number, file); },
        [this, name](const Result<void>& saved) {
            --m_busy;
            if (!saved)
                return tell(Tone::Bad, saved.error().message);
            tell(Tone::Good,
                tr("Exported to %1. Names and secrets were taken out; look it through before you publish it.")
                    .arg(name));
        });
}

void HistoryPage::tell(Tone tone, const QString& sentence)
{
    m_notice->setMessage(tone, sentence);
    m_notice->show();
}

}
