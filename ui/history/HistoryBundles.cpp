// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryPage.h"

#include "core/base/AppPaths.h"
#include "core/base/WholeFile.h"
#include "core/export/AttemptBundle.h"
#include "core/export/AttemptReport.h"
#include "core/export/BundleFormat.h"
#include "core/export/BundleImport.h"
#include "core/export/HtmlReport.h"
#include "core/export/MarkdownReport.h"
#include "core/history/LogImport.h"
#include "core/store/AttemptFiles.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/models/Background.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Parts.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QTableView>

// What the history does with files for others: bundles and reports. Logs may be gigabytes: not on the thread
// that paints.
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

Result<QByteArray> reportOf(HistoryPage::ExportForm form, const AttemptSummary& attempt)
{
    if (form == HistoryPage::ExportForm::Html)
        return htmlReport(attempt);
    return markdownReport(attempt, AttemptFiles::readFindings(attempt.folder)).toUtf8();
}

Result<void> save(HistoryPage::ExportForm form, int number, const QString& path)
{
    const auto attempt = attempts().attempt(number);
    if (!attempt)
        return attempt.error();
    if (form == HistoryPage::ExportForm::Bundle)
        return saveBundle(*attempt, {}, path);
    const auto report = reportOf(form, *attempt);
    if (!report)
        return report.error();
    QSaveFile file(path);
    if (!writeWhole(file, *report))
        return Error {
            HistoryPage::tr("Cannot write %1: %2.").arg(QDir::toNativeSeparators(path), file.errorString())
        };
    return {};
}

// What is no bundle is read as a log.
struct Imported : ImportedAttempt {
    QString problem; // of a log that was not read to its end
};

Result<Imported> importFile(const QString& path)
{
    if (looksLikeBundle(path)) {
        const auto bundle = torchmason::importBundle(path, attempts());
        return bundle ? Result<Imported>(Imported { *bundle, {} }) : bundle.error();
    }
    const auto log = importLogFile(path, attempts());
    return log ? Result<Imported>(Imported { *log, log->problem }) : log.error();
}

QString keptText(const QString& file, const ImportedAttempt& attempt)
{
    const QString name = QFileInfo(file).fileName();
    if (attempt.wasHere)
        return alreadyHereText(name, attempt);
    return HistoryPage::tr("%1 is kept here as attempt %2; Delete in the history removes it again.")
        .arg(name)
        .arg(attempt.number);
}

}

void HistoryPage::askForImport()
{
    const QString file
        = QFileDialog::getOpenFileName(this, tr("Open a bundle, a log or a profile"), QDir::homePath(),
            tr("Bundles, logs and profiles (*%1 *.log *.txt *.gz *.json);;All files (*)")
                .arg(BundleFormat::suffix()));
    if (!file.isEmpty())
        emit fileChosen(file);
}

void HistoryPage::importBundle(const QString& file, bool opens)
{
    if (m_opening.contains(file))
        return; // double-clicked again
    m_opening.insert(file);
    ++m_busy;
    tellOpening(file);
    runInBackground(
        diskPool(), this, [file] { return importFile(file); },
        [this, file, opens](const Result<Imported>& taken) {
            m_opening.remove(file);
            --m_busy;
            if (!taken)
                return tell(Tone::Bad, taken.error().message);
            withdrawNotice();
            if (!opens) {
                refresh();
                return taken->problem.isEmpty() ? tell(Tone::Neutral, keptText(file, *taken))
                                                : tell(Tone::Warning, taken->problem);
            }
            m_wanted = taken->number;
            leaveComparison(); // whoever comes back from the attempt finds it in the list
            refresh();
            if (!taken->problem.isEmpty())
                tell(Tone::Warning, taken->problem);
            emit openRequested(taken->folder);
            emit kept(taken->folder, keptText(file, *taken));
        });
}

void HistoryPage::createExportMenu()
{
    m_export = pushButton(this, "historyExport", "export", tr("Export..."),
        tr("Write the selected attempt into one file for others; names of users and computers,\nthe home "
           "folder and secrets are removed"));
    m_export->setEnabled(false); // until one is selected
    auto* menu = named(new QMenu(m_export), "historyExportMenu");
    const auto add = [this, menu](ExportForm form, const QString& words) {
        connect(menu->addAction(words), &QAction::triggered, this, [this, form] { askForExport(form); });
    };
    add(ExportForm::Bundle, tr("Bundle, opens on another machine..."));
    add(ExportForm::Html, tr("Report with charts (HTML)..."));
    add(ExportForm::Markdown, tr("Report for an issue (Markdown)..."));
    menu->setTitle(tr("Export"));
    m_export->setMenu(menu);
}

void HistoryPage::askForExport(ExportForm form)
{
    const int number = m_table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt();
    const QString bundle = bundleFileName(number);
    const QString suffix = form == ExportForm::Bundle ? BundleFormat::suffix()
        : form == ExportForm::Html                    ? QStringLiteral(".html")
                                                      : QStringLiteral(".md");
    QFileDialog dialog(this, form == ExportForm::Bundle ? tr("Export a bundle") : tr("Export a report"),
        QDir::homePath(), form == ExportForm::Bundle ? bundleFilter() : tr("Reports (*%1)").arg(suffix));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix.mid(1));
    dialog.selectFile(bundle.chopped(BundleFormat::suffix().size()) + suffix);
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        exportAttempt(form, dialog.selectedFiles().constFirst());
}

void HistoryPage::exportAttempt(ExportForm form, const QString& file)
{
    const int number = m_table->currentIndex().siblingAtColumn(HistoryModel::Number).data().toInt();
    const QString name = QDir::toNativeSeparators(file);
    ++m_busy;
    tell(Tone::Neutral, tr("Writing attempt %1 to %2…").arg(number).arg(name));
    runInBackground(
        diskPool(), this, [form, number, file] { return save(form, number, file); },
        [this, name](const Result<void>& saved) {
            --m_busy;
            if (!saved)
                return tell(Tone::Bad, saved.error().message);
            tell(Tone::Good,
                tr("Exported to %1. Names and secrets were removed; check it before you publish it.")
                    .arg(name));
        });
}

void HistoryPage::tell(Tone tone, const QString& sentence)
{
    m_liveAtRefusal.reset();
    m_notice->setMessage(tone, sentence);
    m_notice->show();
}

void HistoryPage::tellOpening(const QString& file)
{
    tell(Tone::Neutral, tr("Opening %1…").arg(QFileInfo(file).fileName()));
}

void HistoryPage::withdrawNotice()
{
    m_notice->setVisible(m_busy > 0);
}

}
