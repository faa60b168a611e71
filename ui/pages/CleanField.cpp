// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/CleanField.h"

#include "core/buildfolder/FolderSize.h"
#include "ui/text/TipText.h"

namespace torchmason {

CleanField::CleanField(QWidget* parent)
    : ChoiceField(QStringLiteral("cleanFirst"), tr("Clean first"), parent)
    , m_countQuery(this, LatestQuery::Order::Parallel, std::chrono::milliseconds(500))
{
    box()->setToolTip(
        tipText(tr("What is deleted in the build folder before this one build, never anything outside "
                   "of it")));
    for (const CleanLevel level : { CleanLevel::None, CleanLevel::Cache, CleanLevel::Stale, CleanLevel::All })
        addChoice(cleanLevelName(level), int(level));
    connect(this, &ChoiceField::chosen, this, [this] {
        describe();
        emit levelChosen(level());
    });
    describe();
}

CleanLevel CleanField::level() const
{
    return CleanLevel(choice().toInt());
}

void CleanField::setLevel(CleanLevel level)
{
    setChoice(int(level));
    describe();
}

void CleanField::setFolder(const QString& folder)
{
    if (folder == m_folder)
        return;
    m_folder = folder;
    m_count = tr("counting");
    m_countQuery.ask(
        {}, [folder](const std::stop_token& stop) { return measureFolder(folder, 500'000, stop); },
        [this](const FolderSize& count) { showCount(count); });
    describe();
}

void CleanField::recount()
{
    const QString folder = m_folder;
    m_folder.clear();
    setFolder(folder);
}

void CleanField::describe()
{
    switch (level()) {
    case CleanLevel::None:
        return setNote(tr("The folder stays as it is."));
    case CleanLevel::Cache:
        return setNote(
            tr("Deletes CMake's cache, so that CMake checks everything again; compiled files stay."));
    case CleanLevel::Stale:
        return setNote(tr("Also deletes the compiled files of parts that are switched off now."));
    case CleanLevel::All:
        return setNote(m_count);
    }
}

void CleanField::showCount(const FolderSize& count)
{
    const int files = int(count.files);
    const QString size = formatBytes(count.size);
    m_count = count.files == 0 ? tr("The folder is empty or not there yet.")
        : !count.complete      ? tr("more than %Ln files will be deleted", nullptr, files)
        : count.files == 1     ? tr("1 file, %1 will be deleted").arg(size)
                               : tr("%Ln files, %1 will be deleted", nullptr, files).arg(size);
    describe();
}

}
