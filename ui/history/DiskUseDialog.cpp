// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/DiskUseDialog.h"

#include "core/base/AppPaths.h"
#include "core/history/FolderClearing.h"
#include "ui/history/KeepField.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTreeWidget>

#include <algorithm>

namespace torchmason {

namespace {

enum Column { FolderColumn, KindColumn, SizeColumn, AttemptsColumn };

constexpr int linesOfSizes = 6;
constexpr int lettersOfWords = 64; // of the dialog without folders
constexpr int fewLetters = 80; // with them
constexpr int mostLetters = 120;
constexpr int linesWithFolders = 26;

Bytes bytesOf(const DiskUse& use, FolderKind kind)
{
    Bytes bytes = 0;
    for (const FolderUse& folder : use.of(kind))
        bytes += folder.bytes;
    return bytes;
}

}

DiskUseDialog::DiskUseDialog(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Disk space"));
    createWidgets();
    measure();
}

void DiskUseDialog::measure()
{
    showText(m_sizes, tr("Measuring the folders…"));
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
    m_sizes->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_sizes->setMinimumHeight(linesOfSizes * fontMetrics().lineSpacing()); // also before they are known
    m_older = plainText(this, "diskUseOlder");
    m_folders = createFolders();
    m_noFolders = named(secondaryText(QString(), this), "diskUseNoFolders");
    m_noFolders->hide();
    m_clear = pushButton(this, "diskUseClear", "remove", tr("Clear..."),
        tr("Empties the selected build folder; first says what that frees and what is lost. Sources, "
           "environments and caches are not cleared here."));
    m_clear->setAutoDefault(false);
    m_cleared = plainText(this, "diskUseCleared");
    m_keep = new KeepField(QStringLiteral("diskUseKeep"), this);
    auto* olderContent = new QWidget;
    columnOf(olderContent, {}, 0, { m_older, Part::stretch() });
    m_olderScroll = scrolled(
        olderContent, QStringLiteral("diskUseOlderScroll"), tr("Which older attempts go, and which stay"));
    m_olderScroll->setParent(this); // where Tab comes to it
    m_delete = pushButton(this, "diskUseDelete", "delete", tr("Delete the older ones..."),
        tr("First says what that frees and what is lost"));
    m_delete->setAutoDefault(false); // Return in the number is no wish to delete
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &DiskUseDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, &DiskUseDialog::accept);
    connect(m_keep, &KeepField::changed, this, &DiskUseDialog::showTidy);
    columnOf(this, pageMargins, spacing::inner,
        { m_sizes, { m_folders, 1 }, m_noFolders, rowOf(spacing::inner, { m_clear, Part::stretch() }),
            m_cleared, m_keep, { m_olderScroll, 1 }, Part::stretch(),
            rowOf(spacing::inner, { m_delete, Part::stretch(), buttons }) });
    connect(m_clear, &QPushButton::clicked, this, &DiskUseDialog::planClear);
    connect(m_folders, &QTreeWidget::currentItemChanged, this, &DiskUseDialog::showClear);
    showFolders({});
    showText(m_cleared, {});
    showTidy();
}

QTreeWidget* DiskUseDialog::createFolders()
{
    auto* folders = named(new QTreeWidget(this), "diskUseFolders", tr("Folders, the largest first"),
        tr("Folders and what they take"));
    folders->setRootIsDecorated(false);
    folders->setTextElideMode(Qt::ElideMiddle);
    folders->setHeaderLabels({ tr("Folder"), tr("Kind"), tr("Size"), tr("Attempts") });
    folders->headerItem()->setTextAlignment(SizeColumn, numberAlignment);
    folders->header()->setStretchLastSection(false);
    folders->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    folders->header()->setSectionResizeMode(FolderColumn, QHeaderView::Stretch);
    addCopyAction(folders);
    return folders;
}

void DiskUseDialog::showFolders(const QVector<FolderUse>& folders)
{
    constexpr int mostNamed = 3;
    m_listed.clear();
    m_folders->clear();
    for (const FolderUse& folder : folders) {
        if (folder.files == 0)
            continue;
        QStringList numbers;
        for (const int number : folder.attempts)
            numbers << QString::number(number);
        const QString all = numbers.join(QStringLiteral(", "));
        const QString path = QDir::toNativeSeparators(folder.folder);
        auto* row = new QTreeWidgetItem(m_folders,
            { path, folderKindText(folder), formatBytes(folder.bytes),
                numbers.size() > mostNamed ? numbers.mid(0, mostNamed).join(QStringLiteral(", ")) + u'…'
                                           : all });
        row->setToolTip(FolderColumn, tipText(path));
        row->setToolTip(AttemptsColumn, tipText(all));
        row->setTextAlignment(SizeColumn, numberAlignment);
        m_listed.append(folder);
    }
    const auto build = std::find_if(m_listed.cbegin(), m_listed.cend(),
        [](const FolderUse& folder) { return folder.kind == FolderKind::Build; });
    m_folders->setCurrentItem(
        m_folders->topLevelItem(build == m_listed.cend() ? 0 : int(build - m_listed.cbegin())));
    m_folders->setVisible(!m_listed.isEmpty());
    m_clear->setVisible(!m_listed.isEmpty());
    showClear();
}

// With their paths whole, unless they are very long.
int DiskUseDialog::fittingWidth() const
{
    const int letter = fontMetrics().averageCharWidth();
    if (m_listed.isEmpty())
        return lettersOfWords * letter;
    const QAbstractItemView& cells = *m_folders;
    int width = pageMargins.left() + pageMargins.right() + 2 * m_folders->frameWidth()
        + m_folders->verticalScrollBar()->sizeHint().width();
    for (int column = FolderColumn; column <= AttemptsColumn; ++column)
        width += std::max(cells.sizeHintForColumn(column), m_folders->header()->sectionSizeHint(column));
    return std::clamp(width, fewLetters * letter, mostLetters * letter);
}

// As large as what it says, or as somebody made it where that is larger; the screen has to hold it.
void DiskUseDialog::fitSize()
{
    const bool isOurs = !m_given.isValid() || size() == m_given;
    layout()->activate(); // what was shown or hidden counts now
    const int width = std::max(fittingWidth(), minimumSizeHint().width());
    const int lines = m_listed.isEmpty() ? 0 : linesWithFolders;
    const QSize whole(width, std::max(layout()->totalHeightForWidth(width), lines * fontMetrics().height()));
    const QSize wanted = withinScreen(*this, whole);
    resize(isOurs ? wanted : size().expandedTo(wanted));
    if (isOurs)
        m_given = size(); // what it holds may need more
}

void DiskUseDialog::showClear()
{
    const int at = m_folders->indexOfTopLevelItem(m_folders->currentItem());
    m_clear->setEnabled(at >= 0 && m_listed[at].kind == FolderKind::Build && !m_isClearing);
}

bool DiskUseDialog::askBeforeClearing(QWidget* parent, const QString& question)
{
    QMessageBox box(QMessageBox::Question, tr("Clear a build folder"), question, QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText); // it names folders
    QPushButton* yes = box.addButton(tr("Clear"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == yes;
}

void DiskUseDialog::planClear()
{
    const int at = m_folders->indexOfTopLevelItem(m_folders->currentItem());
    if (at < 0 || std::exchange(m_isClearing, true))
        return;
    showClear();
    showText(m_cleared, {});
    runInBackground(
        diskPool(), this,
        [folder = m_listed[at]] {
            return planClearing(folder, AttemptStore(AppPaths::attemptsFolder()).list());
        },
        [this, folder = m_listed[at]](const Result<QStringList>& losses) {
            const QString question
                = tr("Clear %1? This frees %2.")
                      .arg(QDir::toNativeSeparators(folder.folder), formatBytes(folder.bytes));
            if (losses && m_askBeforeClearing(this, question + QStringLiteral("\n\n") + losses->join(u'\n')))
                return clear(folder);
            showText(m_cleared, losses ? QString() : losses.error().message);
            m_isClearing = false;
            showClear();
        });
}

// What is there then is measured again.
void DiskUseDialog::clear(const FolderUse& folder)
{
    showText(m_cleared, tr("Clearing %1…").arg(QDir::toNativeSeparators(folder.folder)));
    runInBackground(
        diskPool(), this,
        [folder] { return clearBuildFolder(folder, AttemptStore(AppPaths::attemptsFolder()).list()); },
        [this](const Result<FolderCount>& gone) {
            showText(m_cleared, gone ? tr("Freed %1.").arg(formatBytes(gone->bytes)) : gone.error().message);
            m_isClearing = false;
            measure();
        });
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
        tr("Their build folders: %1").arg(formatBytes(bytesOf(answer.use, FolderKind::Build))),
        tr("Python environments: %1").arg(formatBytes(bytesOf(answer.use, FolderKind::Environment))),
        tr("Sources: %1").arg(formatBytes(bytesOf(answer.use, FolderKind::Source))),
        tr("Compiler caches: %1").arg(formatBytes(bytesOf(answer.use, FolderKind::Cache))) };
    if (!answer.use.isComplete)
        lines << tr("Not everything could be read, so the real sizes may be larger.");
    lines << tr("Deleting attempts frees only what the first line counts; the folders stay.");
    showText(m_sizes, lines.join(u'\n'));
    showFolders(answer.use.folders);
    showText(m_noFolders,
        m_listed.isEmpty() ? tr("Nothing is in build folders, environments, sources or caches. After a build "
                                "they are listed here, the largest first, and build folders can be cleared.")
                           : QString());
    showTidy();
    fitSize();
}

// The list of folders has the room where there is nothing to say.
void DiskUseDialog::showOlder(const QString& text)
{
    m_older->setText(text);
    m_olderScroll->setVisible(!text.isEmpty());
    fitSize();
}

void DiskUseDialog::showTidy()
{
    m_tidyQuery.forget();
    m_tidy = {};
    m_delete->setEnabled(false);
    const auto keep = m_keep->keep();
    if (!keep || m_attempts.isEmpty())
        return showOlder({});
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
            showOlder(lines.join(u'\n'));
        });
}

}
