// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/WizardPage.h"

class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableWidget;
class QTreeView;

namespace torchmason {

class ConflictPanel;
class BuildDraft;
class ProfileDetail;
class ProfileTree;
class SearchField;
class WheelBanner;

// Choosing a profile: the ranked list, all about the selected one, and two of them side by side.
class ProfilePage : public WizardPage {
    Q_OBJECT

public:
    explicit ProfilePage(BuildDraft& draft, QWidget* parent = nullptr);
    ~ProfilePage() override;

    void enter() override;

private:
    void createWidgets();
    void createComparison();
    void layOut();
    void connectAll();
    void rebuild();
    void search(const QString& text);
    void takeFound();
    void unfold();
    void selectCurrent();
    void showSelected();
    void fillCompareBox();
    void showComparison();
    void showWheel();

    BuildDraft& m_draft;
    ProfileTree* m_tree = nullptr;
    QSortFilterProxyModel* m_filter = nullptr;
    SearchField* m_search = nullptr;
    QTreeView* m_list = nullptr;
    QLabel* m_nothing = nullptr; // said in place of an empty list
    ProfileDetail* m_detail = nullptr;
    QComboBox* m_compareWith = nullptr;
    QStackedWidget* m_right = nullptr;
    QTableWidget* m_differences = nullptr;
    QLabel* m_same = nullptr;
    ConflictPanel* m_conflicts = nullptr;
    WheelBanner* m_wheel = nullptr;
    QSplitter* m_splitter = nullptr;
    bool m_rebuilding = false;
};

}
