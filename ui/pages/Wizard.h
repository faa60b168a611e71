// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"
#include "ui/widgets/Theme.h"

#include <QVector>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace torchmason {

class Banner;
class BuildDraft;
class StepList;
class WizardPage;

// The four steps to a build: steps with their state on the left, the page, the buttons below. Pages are
// made when they are first needed.
class Wizard : public QWidget {
    Q_OBJECT

public:
    enum Step { MachineStep, ProfileStep, FlagsStep, ReviewStep, StepCount };

    explicit Wizard(BuildDraft& draft, QWidget* parent = nullptr);

    Step step() const { return m_step; }
    Step reached() const { return m_reached; }
    void goTo(Step step);
    // As if no later step than `reached` had been seen.
    void startOver(Step step, Step reached);
    // The keyboard goes into the page.
    void takeFocus();
    // While the build is being started the button cannot be pressed twice.
    void setStarting(bool starting);
    // The same while it is not known yet what stands in its way.
    void setWaiting(bool waiting);
    void showProblem(const QString& sentence);
    // On the page of flags, with a value for it where there is one.
    void showFlag(const QString& name, const std::optional<QString>& value);
    // The page of flags, with no search that hides any.
    void showFlags();
    // On the page of profiles; the last one is chosen.
    void importProfiles(const QStringList& files);
    // One line above the machine and the profiles: the way to see everything once. Its place is kept from
    // awaitTourOffer() on until it is known.
    void awaitTourOffer();
    void offerTour(bool offered);
    // From the first step on. What was changed for the build before is kept, and that is said.
    void begin();
    // Below the page, where nothing moves, until it is closed or what it tells of is no longer true.
    void tell(Tone tone, const QString& text);

signals:
    void buildRequested();
    void saveScriptRequested();
    void tourRequested();
    void tourDeclined(); // for ever
    void stepChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Told {
        Other,
        KeptChanges, // as the page of profiles does
        LeftToTour,
    };
    enum class TourOffer { No, Awaited, Yes };

    void createWidgets();
    void createTourOffer();
    void placeTourOffer();
    void showTourOffer();
    void layOut();
    QWidget* inMargins(Banner* banner, const QMargins& margins);
    void fitSteps();
    void fitHint();
    void connectAll();
    void leaveFlagsOfTheTour();
    void setLeftFlagsAgain();
    void withdrawNotice();
    WizardPage* page(Step step);
    void goOn();
    void refresh();
    void refreshButtons();
    void refreshReason();
    void refreshSteps();
    void refreshFlagsStep();
    void refreshReviewStep();

    BuildDraft& m_draft;
    Step m_step = MachineStep;
    Step m_reached = MachineStep;
    bool m_starting = false;
    bool m_waiting = false;
    QWidget* m_side = nullptr;
    StepList* m_steps = nullptr;
    QStackedWidget* m_stack = nullptr;
    QVector<WizardPage*> m_pages;
    Banner* m_notice = nullptr;
    int m_toldAt = 0; // index of undo
    Told m_told = Told::Other;
    QVector<FlagValue> m_leftToTour; // set again when the tour is chosen again
    Banner* m_tour = nullptr;
    TourOffer m_tourOffer = TourOffer::No;
    QLabel* m_hint = nullptr;
    QString m_reason; // that the step cannot be left
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
    QPushButton* m_anyway = nullptr; // in place of m_next where the build is expected to fail
    QPushButton* m_script = nullptr;
};

}
