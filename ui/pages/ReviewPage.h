// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "ui/models/Background.h"
#include "ui/pages/WizardPage.h"

#include <QTimer>
#include <QVector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace torchmason {

class Banner;
class BuildDraft;
class CheckList;
class EstimateForm;
class CollapsibleSection;
class CutText;
class MoreForm;
class LocationForm;
class StageRow;

// The last look: what preflight found, where it will build, what to expect, and every stage with its exact
// commands.
class ReviewPage : public WizardPage {
    Q_OBJECT

public:
    explicit ReviewPage(BuildDraft& draft, QWidget* parent = nullptr);

    void enter() override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createWidgets();
    void layOut();
    void alignForms();
    bool hasKeyboardBelow() const;
    void keepPlaces();
    void followPlaces(int moved);
    void refresh();
    QString sourceLine() const;
    void refreshChanges();
    void refreshStages();
    void queryEstimate();
    void addStageRow(const QString& id);
    void keepLeftOutStages();
    bool isLeftOut(const QString& stage) const;
    void goTo(BuildField field);
    void setStageWanted(const QString& stage, bool wanted);

    BuildDraft& m_draft;
    QLabel* m_headline = nullptr;
    QLabel* m_subline = nullptr;
    QWidget* m_above = nullptr; // what stands above the forms
    Banner* m_impossible = nullptr;
    CheckList* m_problems = nullptr;
    QLabel* m_changesTitle = nullptr;
    CutText* m_changes = nullptr; // what the user changed of the profile
    LocationForm* m_places = nullptr;
    MoreForm* m_moreForm = nullptr;
    CollapsibleSection* m_more = nullptr;
    QLabel* m_expectationTitle = nullptr;
    EstimateForm* m_expectation = nullptr;
    LatestQuery m_estimateQuery { this, LatestQuery::Order::OneByOne };
    QScrollArea* m_scroll = nullptr;
    int m_owed = 0; // pixels that could not be scrolled up, as the page begins there
    QTimer m_settled;
    QVBoxLayout* m_stageLayout = nullptr;
    QVector<StageRow*> m_stages;
    QLabel* m_warnings = nullptr;
};

}
