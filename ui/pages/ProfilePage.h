// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/WizardPage.h"

#include "core/profile/Profile.h"
#include "ui/models/Background.h"

#include <QTimer>

class QComboBox;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace torchmason {

class Banner;
class BrokenProfileView;
class BuildDraft;
class ConflictPanel;
class ElidedLabel;
class ProfileDetail;
class ProfileDifferences;
class ProfileFilter;
class ProfileForm;
class ProfileTree;
class SearchField;

// The profiles: the ranked list, all about the shown one, two of them side by side, and what can be done
// with their files.
class ProfilePage : public WizardPage {
    Q_OBJECT

public:
    enum class Use {
        Choose, // in the wizard: the shown one is the one that is built
        Look, // in a place of its own: looking around chooses nothing
    };

    explicit ProfilePage(BuildDraft& draft, Use use = Use::Choose, QWidget* parent = nullptr);
    ~ProfilePage() override;

    void enter() override;

    void openProfile(const QString& id);
    // What the buttons do once a file was named.
    void importFiles(const QStringList& files);
    void exportTo(const QString& file);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum RightSide { DetailSide, DifferencesSide, BrokenSide, FormSide };

    void createWidgets();
    void createList();
    void createRightSide();
    void createChanges();
    void layOut();
    QWidget* leftSide();
    QWidget* rightSide();
    void connectAll();
    void rebuild();
    void search();
    void dropUnmatched();
    void showSearchNote();
    void takeFound();
    void unfold();
    void selectShown();
    void keepSelected();
    void selectOnlyShown();
    void keepSelectedInSight();
    bool isLeftToRanking() const;
    void selectionChanged();
    void setShown(const QString& id);
    void showProfile(const QString& id);
    void showRightSide();
    void queryDisk();
    void fillCompareBox();
    void keepFromComparingWithItself();
    void showWheel();
    void showChanges();
    const Profile* shownProfile() const;
    void buildShown();

    // The buttons above the list; ProfilePageActions.cpp.
    void createActions();
    void createMore(const QVector<QPushButton*>& buttons);
    void arrangeActions();

    // What is done with files; ProfilePageFiles.cpp.
    void connectFiles();
    void refreshActions();
    void openForm(bool withEdits);
    void closeForm();
    void saveForm(bool asNew);
    void saved(const Profile& profile, const QString& sentence);
    void readAgain(); // all profiles
    void askForImport();
    void askForExport();
    void askBeforeRemoving();
    void removeShown();
    void openShownFile();
    void tell(bool isGood, const QString& sentence);

    BuildDraft& m_draft;
    const Use m_use;
    QString m_shownId;
    bool m_formHasEdits = false;
    QString m_removing; // the id that the question is about
    ProfileTree* m_tree = nullptr;
    ProfileFilter* m_filter = nullptr;
    SearchField* m_search = nullptr;
    QTreeView* m_list = nullptr;
    ElidedLabel* m_searchNote = nullptr; // how many are found
    QTimer m_leaving { this }; // of the one that was selected before
    LatestQuery m_diskQuery { this, LatestQuery::Order::OneByOne };
    // What can be done with the shown profile and its file, above the list.
    QWidget* m_actions = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_duplicate = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_showFile = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_more = nullptr; // in place of all but the first
    ProfileDetail* m_detail = nullptr;
    ProfileDifferences* m_differences = nullptr;
    BrokenProfileView* m_broken = nullptr;
    ProfileForm* m_form = nullptr;
    QPushButton* m_build = nullptr; // only for looking around
    QComboBox* m_compareWith = nullptr;
    QStackedWidget* m_right = nullptr;
    ConflictPanel* m_conflicts = nullptr; // only for choosing
    Banner* m_changes = nullptr; // what stays with every profile; only for choosing
    Banner* m_notice = nullptr;
    Banner* m_question = nullptr;
    QSplitter* m_splitter = nullptr;
    bool m_rebuilding = false;
};

}
