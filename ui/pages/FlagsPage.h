// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/Background.h"
#include "ui/pages/WizardPage.h"

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QModelIndex;
class QPushButton;
class QSplitter;
class QToolButton;

namespace torchmason {

class Banner;
class BuildDraft;
class CopyBox;
class FlagDetail;
class FlagFilter;
class FlagModel;
class FlagTable;
class SearchField;

// The flags: search, table, explanation, and the command as it will run.
class FlagsPage : public WizardPage {
    Q_OBJECT

public:
    explicit FlagsPage(BuildDraft& draft, QWidget* parent = nullptr);
    ~FlagsPage() override;

    void enter() override;
    // Makes it current, with this value where there is one.
    void showFlag(const QString& name, const std::optional<QString>& value);
    void clearSearch();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitDetail();
    void createModel();
    void createToolRow();
    void createScopes();
    void createTable();
    void layOut();
    void connectAll();
    void filterChanged();
    void nameBasicScope();
    void queryLastSuccess();
    QString nothingText() const;
    void showSummary();
    void showToFix();
    void showHiddenColumns(const QStringList& hidden);
    void showRow(const QString& name);
    void showCommand();
    void refresh();
    void showCurrent();
    void addEntry(bool environment);
    void resetCurrent();
    void removeCurrent();
    void addTableActions();
    QModelIndex currentSource() const;

    BuildDraft& m_draft;
    FlagModel* m_model = nullptr;
    FlagFilter* m_filter = nullptr;
    LatestQuery m_lastSuccessQuery { this };
    SearchField* m_search = nullptr;
    QComboBox* m_scope = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_remove = nullptr;
    QAction* m_takeAway = nullptr;
    QToolButton* m_undo = nullptr;
    QToolButton* m_redo = nullptr;
    FlagTable* m_table = nullptr;
    FlagDetail* m_detail = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_toFix = nullptr; // with links to the flags
    QPushButton* m_columns = nullptr; // only where some have no room
    QLabel* m_problem = nullptr;
    Banner* m_notKept = nullptr;
    QLabel* m_nothing = nullptr; // said in place of an empty table
    CopyBox* m_command = nullptr;
    QSplitter* m_splitter = nullptr;
};

}
