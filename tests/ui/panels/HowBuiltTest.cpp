// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of an attempt that says how it was built.
#include "core/base/AppPaths.h"
#include "core/stages/StagePlan.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/HowBuiltPanel.h"
#include "ui/widgets/CopyBox.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTreeWidget>

#include <algorithm>

using namespace torchmason;

class HowBuiltPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(AttemptStore(AppPaths::attemptsFolder()), "Tour", 3);
        Configuration& configuration = m_attempt->record().request.configuration;
        configuration.setFlag({ "USE_CUDA", "OFF", "BOOL", ValueOrigin::User });
        configuration.setFlag({ "USE_MKLDNN", "ON", "BOOL", ValueOrigin::Profile });
        configuration.setEnvironment({ "HF_TOKEN", QStringLiteral("secret-word"), ValueOrigin::User });
        m_attempt->record().request.profileId = "not here";
        m_attempt->end(AttemptState::Succeeded, 25);
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 800);
        m_view->openAttempt(m_attempt->folder());
        m_view->show();
        QTRY_VERIFY(findIn<QWidget>(*m_view, "outcomeCard")->isVisible());
        find<QTabWidget>("attemptTabs")->setCurrentWidget(find<QWidget>("howBuilt"));
        QTRY_VERIFY(row("USE_CUDA"));
    }
    void cleanup() { m_view.reset(); }

    void allOfItIsThere()
    {
        QCOMPARE(row("USE_CUDA")->text(1), "OFF");
        QCOMPARE(row("USE_CUDA")->text(2), "you");
        QCOMPARE(row("USE_MKLDNN")->text(2), "profile");
        QCOMPARE(row("HF_TOKEN")->text(1), "(masked)");
        QVERIFY(row("Folder of the attempt"));
        QVERIFY(row("Build folder"));
        QVERIFY(!find<QWidget>("attemptScroll")->isVisible());
    }

    // All of it works by keys: the filter, the list, and the whole value below it.
    void aRowIsFoundAndCopied()
    {
        auto* filter = find<QLineEdit>("builtFilter");
        m_view->focusSearch();
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "off cuda you");
        QVERIFY(row("USE_CUDA") && !row("USE_MKLDNN"));
        QTest::keyClick(filter, Qt::Key_Down);
        auto* tree = find<QTreeWidget>("builtTable");
        QVERIFY(tree->hasFocus() && row("USE_CUDA") == tree->currentItem());
        QCOMPARE(find<CopyBox>("builtValue")->text(), "OFF");
        QCOMPARE(find<QLabel>("builtName")->text(), "USE_CUDA (you)");
        clickIn(*m_view, "builtCopy");
        QCOMPARE(QApplication::clipboard()->text(), "Flags\n  USE_CUDA: OFF (you)\n");
        filter->setText("no such thing");
        QCOMPARE(tree->topLevelItem(0)->text(0), "No name and no value has these words.");
    }

    void whatDiffersStandsAlone()
    {
        find<QCheckBox>("builtDiffering")->setChecked(true);
        QVERIFY(row("USE_CUDA") && row("HF_TOKEN"));
        QVERIFY(!row("USE_MKLDNN") && !row("Build folder"));
    }

    void aLogHasNoProfileToDifferFrom()
    {
        FakeAttempt log(AttemptStore(AppPaths::attemptsFolder()), "Log", 1);
        HowBuiltPanel panel;
        const auto* differing = findIn<QCheckBox>(panel, "builtDiffering");
        panel.showRecord(log.record(), log.folder());
        QVERIFY(!differing->isHidden());
        log.record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
        panel.showRecord(log.record(), log.folder());
        QVERIFY(differing->isHidden());
    }

    // Also when the window grows later.
    void whereAValueIsFromIsWholeWhereValuesAreShort()
    {
        FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Other", 1);
        Stage stage;
        stage.id = "compile";
        stage.kind = StageKind::Compile;
        stage.title = QString("Compile with ").repeated(5) + "Ninja";
        stage.commands.append({ "ninja", {}, {}, { { "MAX_JOBS", "2", ValueOrigin::Default } }, {} });
        other.record().plan.stages = { stage };
        other.record().request.profileId = "not here";
        other.end(AttemptState::Succeeded, 20);
        HowBuiltPanel panel;
        panel.resize(700, 500);
        panel.show();
        panel.showRecord(other.record(), other.folder());
        auto* tree = findIn<QTreeWidget>(panel, "builtTable");
        QTRY_VERIFY(tree->topLevelItemCount() > 2);
        const auto found = tree->findItems("MAX_JOBS", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        const auto heightOf = [&] { return tree->visualItemRect(found.first()).height(); };
        QTRY_VERIFY(heightOf() >= 2 * tree->fontMetrics().height()); // on several lines
        panel.resize(1800, 500);
        QTRY_VERIFY(heightOf() < 2 * tree->fontMetrics().height());
        QTRY_VERIFY(tree->columnWidth(2) > tree->fontMetrics().horizontalAdvance(stage.title));
        QVERIFY(tree->columnWidth(1) > tree->fontMetrics().horizontalAdvance("MAX_JOBS"));
    }

    // Where a row or two need it, and commands need more than there is.
    void fewLongOriginsTakeNoRoomFromValues()
    {
        FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Other", 1);
        other.record().request.profileId = "not here";
        other.record().plan.stages.clear();
        QStringList titles;
        for (int i = 1; i <= 6; ++i) {
            Stage stage;
            stage.id = QString("stage%1").arg(i);
            stage.kind = StageKind::Compile;
            stage.title = QString("Compile the part with the number %1").arg(i);
            stage.commands.append({ "ninja", QStringList(80, QString("target%1").arg(i)), {},
                { { "MAX_JOBS", "2", ValueOrigin::Default } }, {} });
            other.record().plan.stages << stage;
            titles << stage.title;
        }
        other.end(AttemptState::Succeeded, 20);
        HowBuiltPanel panel;
        const int from = panel.fontMetrics().horizontalAdvance(titles.join(", "));
        panel.resize(2 * from, 500);
        panel.show();
        panel.showRecord(other.record(), other.folder());
        auto* tree = findIn<QTreeWidget>(panel, "builtTable");
        QTRY_COMPARE(tree->findItems("MAX_JOBS", Qt::MatchExactly | Qt::MatchRecursive).size(), 1);
        const auto* row = tree->findItems("MAX_JOBS", Qt::MatchExactly | Qt::MatchRecursive).first();
        QCOMPARE(row->text(2), "stages: " + titles.join(", "));
        QTRY_VERIFY(tree->columnWidth(2) < from * 7 / 10);
        QVERIFY(3 * tree->columnWidth(2) > from); // its lines hold it
    }

    // A command says more than what it is for.
    void longCommandsHaveMostOfTheRoom()
    {
        FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Other", 1);
        other.record().request.profileId = "not here";
        Stage stage;
        stage.id = "configure";
        stage.kind = StageKind::Configure;
        stage.title = "Configure";
        for (int i = 1; i <= 20; ++i)
            stage.commands.append({ "cmake", QStringList(40, QString("-DFLAG%1=ON").arg(i)), {}, {},
                "Check that CMake kept the flags that were asked for" });
        other.record().plan.stages = { stage };
        other.end(AttemptState::Succeeded, 20);
        HowBuiltPanel panel;
        panel.resize(700, 500);
        panel.show();
        panel.showRecord(other.record(), other.folder());
        auto* tree = findIn<QTreeWidget>(panel, "builtTable");
        QTRY_VERIFY(tree->topLevelItemCount() > 1);
        QTRY_VERIFY(2 * tree->columnWidth(1) >= 3 * tree->columnWidth(2));
        QTest::qWait(100);
        QVERIFY(2 * tree->columnWidth(1) >= 3 * tree->columnWidth(2));
        QVERIFY(tree->columnWidth(2) >= tree->header()->sectionSizeHint(2));
    }

    // Also a word without a place to break; another row may need the room of the blank.
    void aValueBesideABlankIsWhole()
    {
        FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Other", 1);
        const QString commit = QString("0123456789abcdef0123456789abcdef").repeated(2);
        other.record().request.profileId = "not here";
        other.record().request.configuration.setFlag({ commit, commit, "STRING", ValueOrigin::Profile });
        other.end(AttemptState::Succeeded, 20);
        HowBuiltPanel panel;
        panel.resize(620, 500);
        panel.show();
        panel.showRecord(other.record(), other.folder());
        auto* tree = findIn<QTreeWidget>(panel, "builtTable");
        QTRY_VERIFY(tree->topLevelItemCount() > 1);
        const auto found = tree->findItems(commit, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        const auto heightOf = [&] { return tree->visualItemRect(found.first()).height(); };
        const auto lines = [&] {
            const int width = tree->fontMetrics().horizontalAdvance(commit);
            return (width + tree->columnWidth(1) - 1) / tree->columnWidth(1);
        };
        QTRY_VERIFY(lines() > 1);
        QTRY_VERIFY(heightOf() >= std::min(lines(), 3) * tree->fontMetrics().height());
        panel.resize(2400, 500);
        QTRY_VERIFY(heightOf() < 2 * tree->fontMetrics().height());
    }

    // The next attempt begins with its log.
    void anotherAttemptShowsItsLog()
    {
        const FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Other", 1);
        m_view->openAttempt(other.folder());
        QVERIFY(find<QWidget>("attemptScroll")->isVisible());
        QVERIFY(!row("USE_CUDA"));
    }

private:
    template <typename T> T* find(const char* name) const { return findIn<T>(*m_view, QLatin1String(name)); }
    QTreeWidgetItem* row(const QString& label) const
    {
        const auto found
            = find<QTreeWidget>("builtTable")->findItems(label, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.first();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;
    std::unique_ptr<AttemptView> m_view;
};

QTEST_MAIN(HowBuiltPanelTest)
#include "HowBuiltTest.moc"
