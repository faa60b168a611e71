// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QWidget>

namespace torchmason {

class ArchPicker;
class Banner;
class BuildDraft;
class FlagModel;
class FolderField;
struct FlagRow;

// Edits the selected flag where the table's one line is too little: a path with a picker, which says at once
// whether there is such a thing, and the list of architectures with their cards. Hidden for all others.
class FlagEditor : public QWidget {
    Q_OBJECT

public:
    FlagEditor(BuildDraft& draft, FlagModel& model, QWidget* parent = nullptr);

    void showFlag(const FlagRow* row);
    int wantedWidth() const; // 0: it does with less than others need

private:
    void showPath(const FlagRow& row);
    void showArchs(const FlagRow& row);
    void take(const QString& value);
    void lookForPath(const FlagRow& row, const QString& path);

    BuildDraft& m_draft;
    FlagModel& m_model;
    QString m_name; // of the flag that is shown
    FolderField* m_folder = nullptr;
    FolderField* m_file = nullptr;
    ArchPicker* m_archs = nullptr;
    Banner* m_problem = nullptr;
    QString m_asked; // the path that was looked for last
};

}
