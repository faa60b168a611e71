// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/CleanField.h"

#include "ui/models/FolderCount.h"
#include "ui/widgets/CalmBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>

namespace torchmason {

CleanField::CleanField(QWidget* parent)
    : QWidget(parent)
    , m_level(new CalmComboBox(this))
    , m_note(quietText(QString(), this))
    , m_counter(new FolderCounter(this))
{
    m_level->setObjectName(QStringLiteral("cleanFirst"));
    m_level->setAccessibleName(tr("Clean first"));
    m_level->setToolTip(
        tr("What is deleted in the build folder before this one build, never anything outside "
           "of it"));
    m_level->addItem(tr("nothing"), int(CleanLevel::None));
    m_level->addItem(tr("CMake's cache"), int(CleanLevel::Cache));
    m_level->addItem(tr("cache and stale objects"), int(CleanLevel::Stale));
    m_level->addItem(tr("everything"), int(CleanLevel::All));
    m_note->setObjectName(QStringLiteral("cleanCount"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(spacing::group);
    line->addWidget(m_level);
    line->addWidget(m_note, 1);
    setFocusProxy(m_level);
    connect(m_level, &QComboBox::activated, this, [this] {
        describe();
        emit levelChosen(level());
    });
    connect(m_counter, &FolderCounter::counted, this, &CleanField::showCount);
    describe();
}

CleanLevel CleanField::level() const
{
    return CleanLevel(m_level->currentData().toInt());
}

void CleanField::setLevel(CleanLevel level)
{
    m_level->setCurrentIndex(m_level->findData(int(level)));
    describe();
}

void CleanField::setFolder(const QString& folder)
{
    if (folder == m_folder)
        return;
    m_folder = folder;
    m_count = tr("counting");
    m_counter->count(folder);
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
        return m_note->setText(tr("The folder stays as it is."));
    case CleanLevel::Cache:
        return m_note->setText(tr("CMake asks everything anew; what is compiled stays."));
    case CleanLevel::Stale:
        return m_note->setText(tr("Also objects of parts that are switched off by now."));
    case CleanLevel::All:
        return m_note->setText(m_count);
    }
}

void CleanField::showCount(const FolderCount& count)
{
    const QString files = QLocale().toString(count.files);
    const QString size = formatBytes(count.size);
    m_count = count.files == 0 ? tr("The folder is empty or not there yet.")
        : !count.complete      ? tr("more than %1 files will be deleted").arg(files)
        : count.files == 1     ? tr("1 file, %1 will be deleted").arg(size)
                               : tr("%1 files, %2 will be deleted").arg(files, size);
    describe();
}

QWidget* CleanField::box() const
{
    return m_level;
}

}
