// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"
#include "ui/logview/LogBookmarks.h"
#include "ui/logview/LogSearch.h"
#include "ui/logview/LogTimes.h"
#include "ui/logview/LogView.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QAction;
class QBoxLayout;
class QComboBox;
class QLabel;
class QMenu;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace torchmason {

class AskBar;
class LogDocument;
class LogNote;
class SearchField;
class SearchTerms;

// The logs of an attempt, all stages as one document or one of them alone, with what one needs to find
// something in them.
class LogPanel : public QWidget {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);
    ~LogPanel() override;

    QSize minimumSizeHint() const override;
    // With what stands above them.
    int heightFor(int lines) const;

    // Forgets everything and reads logs below this attempt folder from now on.
    void setFolder(const QString& folder);
    // Stages that have a log. Those that went well are folded, but for the one that tells most.
    void setStages(const AttemptRecord& record);
    void setFindings(const QVector<Finding>& findings);
    // Those of the attempt: they tell when lines were written.
    void setSamples(const QVector<Sample>& samples);
    // `line` from 1, as in findings; 0: the stage's heading.
    void showLine(const QString& stage, qint64 line);
    void showOffset(const QString& stage, qint64 offset);
    // The line in which ninja tells that this step has ended or failed; `offset` where there is none.
    void showStep(const QString& stage, const EdgeRecord& edge, qint64 offset);
    void showStage(const QString& stage);
    // Errors and warnings of this stage only.
    void showProblems(const QString& stage);
    void setFollowing(bool following);

    // Of the current line; while following that of the newest one.
    QString stage() const;
    LogView* view() const { return m_view; }
    const LogSearch& search() const { return m_search; }

public slots:
    void focusSearch();
    void findNext();
    void findPrevious();
    void nextFinding();
    void previousFinding();
    void askWhereToGo();
    void toggleBookmark();
    void nextBookmark();
    void previousBookmark();
    void askForNote();
    // Keeps the term that is searched for marked in a colour of its own.
    void keepTerm();
    void enlarge() { setZoom(m_view->zoom() + 1); }
    void shrink() { setZoom(m_view->zoom() - 1); }
    void resetZoom() { setZoom(0); }
    // Good stages but the one of the current line, and what good steps printed.
    void foldGood();
    void foldAll();
    void unfoldAll();
    // Font and size, as the settings say now.
    void readLetters();

signals:
    // The user went to a place: byte offset in the stage's log.
    void placeVisited(const QString& stage, qint64 offset);
    // It shows a line that it was told to go to.
    void jumped();
    // The keyboard is in a field above the log, which somebody asked for.
    void typingBegan();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Show {
        ShowAll,
        ShowProblems,
        ShowHits,
        ShowFindings,
    };

    void createWidgets();
    void layOut();
    static QString allStages();
    int stagesWidth();
    void fitBar();
    void connectAll();
    void createActions();
    void createOptions();
    // `choice`: a stage that is shown alone; empty: all.
    void open(const QString& choice);
    void openFor(const QString& stage);
    QVector<LogPart> partsFor(const QString& choice) const;
    const LogLayout& layout() const { return m_view->layout(); }
    StagePlace here() const;
    const Stage* plannedStage(const QString& stage) const;
    LogHeading headingOf(const QString& stage) const;
    void createFoldActions(QMenu* menu);
    void createLegend(QMenu* menu);
    QString lastStage(StageState state) const; // empty where none is in it
    QString tellingStage() const;
    void judgeStages(const AttemptRecord& record);
    void readSteps();
    void updateFolds();
    void takeFolds();
    void takeChange();
    void goWhenIndexed();
    void goNow(qint64 line);
    enum class Hit { None, Next, Previous };
    void find(Hit wanted);
    void goToHit(qsizetype hit);
    void goToStep();
    using Place = std::pair<QString, qint64>; // stage, line from 1
    Place bookmarkPlace() const;
    QString titleOfStage(const QString& stage) const;
    qint64 linesOfStage() const;
    std::optional<Place> placeBeside(const QVector<Place>& places, bool forward) const;
    void goToFinding(bool forward);
    void goToBookmark(bool forward);
    void showBookmarks();
    void startSearch();
    void startFilter();
    void changeFilter();
    bool wantsProblems() const;
    LogQuery typedQuery() const;
    void showHighlights();
    void searchTermAgain(const LogQuery& query);
    static QString badExpression();
    static QString noHits();
    QString countText() const; // of the lines that the search has found
    QStringList hitWords() const; // what is told of them, the whole first, then shorter
    void showHitCount();
    std::optional<qsizetype> currentHit() const;
    void showSearchState();
    void applyFilter();
    void changeContext(int lines);
    void showHitMarks();
    QVector<Finding> markedFindings() const;
    void applyFindings();
    void setNotice(const QString& sentence);
    bool isWritten() const;
    void note(const QString& sentence);
    void noteWhereAsked(const QString& sentence);
    void visit(qint64 line);
    void showTimes();
    void findLinkFolders(const AttemptRecord& record);
    void openFile(const QString& path, int line);
    void setZoom(int steps);
    QStringList meaningOf(const QString& typed) const;
    bool goTo(const QString& typed);

    QString m_folder;
    QString m_choice; // the stage that is shown alone; empty: all
    QVector<StageResult> m_stages; // that have a log
    AttemptState m_attemptState = AttemptState::Requested;
    QVector<Stage> m_planned;
    QSet<QString> m_foldedStages;
    QSet<QString> m_judgedStages; // it was decided whether they are folded
    LatestQuery m_editorQuery { this };
    QHash<QString, QStringList> m_linkFolders; // by stage: where its tools may mean a relative path
    QVector<Finding> m_findings;
    QVector<qint64> m_findingLines; // of the document, from 0
    std::unique_ptr<LogDocument> m_document;
    LogSearch m_search;
    LogSearch m_problems;
    LogSearch m_stepSearch; // while a step is looked for
    StagePlace m_stepPlace; // where it is without its line
    LogSearch m_stepHeads; // lines that ninja printed for steps
    LogSearch m_failures;
    LogTimes m_times;
    LogBookmarks m_bookmarks;
    QTimer m_searchDelay;
    Hit m_awaited = Hit::None; // the search goes to it when it is found
    QString m_documentNotice;
    QStackedWidget* m_top = nullptr; // the next one, or the question in its place
    QWidget* m_tools = nullptr;
    QBoxLayout* m_bar = nullptr; // of the tools
    int m_least = 0; // its width without the words that go first; 0: not known yet
    // A jump to a place that has not been indexed yet waits here: line from 0 or byte of a stage.
    std::optional<StagePlace> m_wantedLine;
    std::optional<StagePlace> m_wantedOffset;

    LogView* m_view = nullptr;
    QComboBox* m_stageBox = nullptr;
    QComboBox* m_showBox = nullptr;
    QSpinBox* m_contextBox = nullptr;
    SearchField* m_searchField = nullptr;
    QToolButton* m_expressionButton = nullptr;
    QToolButton* m_previousHit = nullptr;
    QToolButton* m_nextHit = nullptr;
    QToolButton* m_previousFinding = nullptr;
    QToolButton* m_nextFinding = nullptr;
    QToolButton* m_followButton = nullptr;
    QToolButton* m_optionsButton = nullptr;
    QAction* m_timesAction = nullptr;
    QAction* m_markProblems = nullptr;
    QToolButton* m_keepTerm = nullptr;
    SearchTerms* m_terms = nullptr;
    AskBar* m_askBar = nullptr;
    QLabel* m_hits = nullptr;
    QLabel* m_findingsWord = nullptr; // before the two buttons that go through them
    QLabel* m_notice = nullptr; // of the document
    LogNote* m_note = nullptr; // about what was just done
};

}
