// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above a log, and what is said about what was done.
#include "tests/support/PseudoTranslator.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/Background.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMap>
#include <QScopeGuard>
#include <QSet>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <utility>

using namespace torchmason;

namespace {

using Places = QMap<QString, QRect>;

Places placesInBar(const LogPanel& panel)
{
    QCoreApplication::processEvents(); // what changed is laid out
    // A box resizes itself 20 ms after its entries have changed, and the layout puts it back.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    const auto* bar = findIn<QLineEdit>(panel, "logSearch")->parentWidget();
    Places places { { "the bar itself", bar->geometry() } };
    for (const auto* part : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (part->isVisible())
            places.insert(part->objectName(), part->geometry());
    }
    return places;
}

QString movedBetween(const Places& before, const Places& after)
{
    QStringList moved;
    for (const QString& name : (before.keys() + after.keys())) {
        if (before.value(name) != after.value(name) && !moved.contains(name))
            moved << name;
    }
    return moved.join(u' ');
}

}

class LogBarTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("logs/compile.log"); }
    // The panel may be narrower in a window than a window of its own would be.
    void open(QWidget& window, LogPanel& panel, int width, const AttemptRecord& record)
    {
        window.resize(1500, 300);
        panel.resize(width, 300);
        window.show();
        panel.setFolder(m_folder.path());
        panel.setStages(record);
    }

private slots:
    void init()
    {
        QVERIFY(m_folder.isValid());
        QDir(m_folder.filePath("logs")).removeRecursively();
        QVERIFY(QDir().mkpath(m_folder.filePath("logs")));
        QFile::remove(m_folder.filePath("bookmarks.json"));
    }

    void nothingMovesWhileOneSearchesAndFilters_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("too narrow") << 400;
        QTest::newRow("in the smallest window") << 690;
        QTest::newRow("narrow") << 800;
        QTest::newRow("wide") << 1400;
    }
    void nothingMovesWhileOneSearchesAndFilters()
    {
        QFETCH(int, width);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        write(path(), plainLines(2000) + "a.cpp:1:1: error: oh\n");
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, width, recordWithLog());
        QTRY_COMPARE(panel.view()->rowCount(), 2001);
        auto* field = findIn<QLineEdit>(panel, "logSearch");
        const Places before = placesInBar(panel);
        QVERIFY(before.contains("logContext"));
        const auto* hits = findIn<QLabel>(*field, "logHits");
        auto* expression = findIn<QToolButton>(panel, "logExpression");
        const auto check = [&](const char* what) {
            const QString moved = movedBetween(before, placesInBar(panel));
            QVERIFY2(moved.isEmpty(), qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(what), moved)));
            QVERIFY2(hits->fontMetrics().horizontalAdvance(hits->text()) <= hits->width(),
                qPrintable(hits->text()));
            QVERIFY(field->rect().contains(hits->geometry()));
            QCOMPARE(field->textMargins().right(), hits->text().isEmpty() ? 0 : hits->width());
        };
        field->setText("line 1");
        check("typed");
        QTRY_VERIFY(!panel.search().isBusy() && panel.search().hits().size() == 1111);
        check("counted");
        QVERIFY(!hits->text().isEmpty());
        panel.view()->goToLine(0);
        panel.findNext();
        check("at a hit");
        QCOMPARE(hits->accessibleName(), "2 of 1,111 lines"); // also where there is no room for it
        QVERIFY(hits->text() == hits->accessibleName() || hits->toolTip() == hits->accessibleName());
        for (const int filter : { 2, 1, 3, 0 }) {
            findIn<QComboBox>(panel, "logShow")->setCurrentIndex(filter);
            check("filtered");
        }
        QTRY_COMPARE(panel.view()->rowCount(), 2001);
        expression->setChecked(true);
        field->setText("line (");
        QTRY_VERIFY(!panel.search().problem().isEmpty());
        check("not an expression");
        field->setText("no such words");
        QTRY_COMPARE(hits->accessibleName(), "not found");
        check("not found");
        QVERIFY(hits->text() != "0"); // a word, however little room there is
        field->clear();
        QTRY_VERIFY(hits->text().isEmpty());
        check("empty");
    }

    // From before the first stage to the end of the last, whatever they are called.
    void nothingMovesWhileStagesComeAndGo_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("in the smallest window") << 690;
        QTest::newRow("wide") << 1400;
    }
    void nothingMovesWhileStagesComeAndGo()
    {
        QFETCH(int, width);
        AttemptRecord record;
        record.state = AttemptState::Running;
        for (const char* id : { "a", "configure", "a stage with a long name" }) {
            Stage planned;
            planned.id = planned.title = id;
            record.plan.stages.append(planned);
        }
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, width, record);
        const auto places = [&panel] {
            Places found = placesInBar(panel);
            found.remove("logFollow"); // goes when the build ends, and leaves its place
            return found;
        };
        const Places before = places();
        for (const Stage& planned : std::as_const(record.plan.stages)) {
            StageResult stage;
            stage.id = planned.id;
            stage.state = StageState::Running;
            stage.logFile = QStringLiteral("logs/%1.log").arg(planned.id);
            write(m_folder.filePath(stage.logFile), plainLines(3));
            record.stages.append(stage);
            panel.setStages(record);
            QCOMPARE(movedBetween(before, places()), QString());
            record.stages.last().state = StageState::Succeeded;
        }
        record.state = AttemptState::Succeeded;
        panel.setStages(record);
        QVERIFY(!findIn<QToolButton>(panel, "logFollow")->isVisible());
        QCOMPARE(movedBetween(before, places()), QString());
    }

    // Whether the attempt was seen running or was opened when it was over.
    void itHasTheSameWordsAtTheSameWidth()
    {
        AttemptRecord over = recordWithLog();
        over.state = AttemptState::Succeeded;
        over.stages.first().state = StageState::Succeeded;
        AttemptRecord running = recordWithLog();
        running.state = AttemptState::Running;
        write(path(), plainLines(3));
        QWidget window;
        LogPanel seen(&window);
        LogPanel opened(&window);
        open(window, seen, 700, running);
        seen.setStages(over);
        open(window, opened, 700, over);
        QSet<Qt::ToolButtonStyle> styles;
        for (int width = 700; width < 1400; width += 10) {
            for (LogPanel* panel : { &seen, &opened })
                panel->resize(width, 300);
            QCoreApplication::processEvents();
            const auto style = findIn<QToolButton>(seen, "logFollow")->toolButtonStyle();
            QCOMPARE(findIn<QToolButton>(opened, "logFollow")->toolButtonStyle(), style);
            styles << style;
        }
        QCOMPARE(styles.size(), 2);
    }

    // Two pairs of arrows: one beside the search, the other one behind its word.
    void arrowsStandBesideWhatTheyGoThrough_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("in the smallest window") << 690;
        QTest::newRow("wide") << 1400;
    }
    void arrowsStandBesideWhatTheyGoThrough()
    {
        QFETCH(int, width);
        write(path(), plainLines(3));
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, width, recordWithLog());
        const Places places = placesInBar(panel);
        const auto follows = [&places](const char* one, const char* other) {
            const int gap = places[other].left() - places[one].right();
            return places.contains(one) && places.contains(other) && gap > 0 && gap <= spacing::inner;
        };
        QVERIFY(follows("logSearch", "logPreviousHit") && follows("logPreviousHit", "logNextHit"));
        QVERIFY(follows("logFindings", "logPreviousFinding"));
        QVERIFY(follows("logPreviousFinding", "logNextFinding"));
    }

    // It lies over the log, away from the current line.
    void whatIsSaidMovesNothing()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder, 400);
        QTRY_COMPARE(panel.view()->rowCount(), 500);
        diskPool().waitForDone();
        QCoreApplication::sendPostedEvents(); // that there are no bookmarks yet
        const auto* note = findIn<QLabel>(panel, "logNote");
        const auto placeOf = [&panel](const QWidget& part, const QRect& rect) {
            return QRect(part.mapTo(&panel, rect.topLeft()), rect.size());
        };
        const QRect log = panel.view()->geometry();
        const auto check = [&] {
            QVERIFY(note->isVisible());
            QCOMPARE(note->frameRect(), note->rect()); // nothing of it is outside of its frame
            QCOMPARE(panel.view()->geometry(), log);
            const QWidget& viewport = *panel.view()->viewport();
            QVERIFY(placeOf(viewport, viewport.rect()).contains(note->geometry()));
            QVERIFY(panel.view()->currentRow().isValid());
            QVERIFY(!placeOf(viewport, panel.view()->currentRow()).intersects(note->geometry()));
        };
        panel.view()->goToLine(250); // in the upper part of what is shown
        panel.toggleBookmark();
        QVERIFY(note->text().contains("has a bookmark now"));
        check();
        panel.resize(500, 400);
        QCoreApplication::processEvents();
        panel.resize(900, 400);
        QCoreApplication::processEvents();
        check();
        const int rows = panel.view()->viewport()->height() / panel.view()->currentRow().height();
        for (int down = 0; down < rows * 6 / 10; ++down)
            QTest::keyClick(panel.view(), Qt::Key_Down);
        check();
        panel.toggleBookmark();
        panel.toggleBookmark(); // takes it away
        QVERIFY(!note->isVisible());
        QCOMPARE(panel.view()->geometry(), log);
    }

    // Before the count of hits has its words.
    void theFilterIsReadWhole()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 20);
        panel.resize(720, 300);
        panel.showOnly(1);
        const auto* filter = panel.findChild<QComboBox*>("logShow");
        QTRY_VERIFY(filter->width() >= filter->sizeHint().width());
        QVERIFY(panel.findChild<QLineEdit*>("logSearch")->width() > 100);
    }

    // Beside the count and the button that clears it.
    void whatIsTypedAndTheFilterAreReadWhole()
    {
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, 1400, recordWithLog());
        const auto* field = findIn<QLineEdit>(panel, "logSearch");
        const auto* hits = findIn<QLabel>(*field, "logHits");
        const auto* filter = findIn<QComboBox>(panel, "logShow");
        const int least = grown(120, panel.fontMetrics());
        for (int width = 1400; width >= 700; width -= 20) {
            panel.resize(width, 300);
            QCoreApplication::processEvents();
            QVERIFY2(field->width() - hits->minimumWidth() >= least, qPrintable(QString::number(width)));
            QVERIFY2(
                filter->minimumWidth() >= filter->sizeHint().width(), qPrintable(QString::number(width)));
        }
    }

    // Until there is a count, the field has its room.
    void whatTheSearchIsForIsReadWhole()
    {
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, 690, recordWithLog());
        QCoreApplication::processEvents();
        const auto* field = findIn<QLineEdit>(panel, "logSearch");
        QCOMPARE(field->textMargins(), QMargins());
        const int words = field->fontMetrics().horizontalAdvance(field->placeholderText());
        QVERIFY2(field->width() > words + 2 * spacing::inner, qPrintable(QString::number(field->width())));
    }

    // Longer words take room from the filter, not from what the search tells.
    void aLanguageOfLongWordsHasAWordForNothing()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
        write(path(), plainLines(20));
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, 1400, recordWithLog());
        QTRY_COMPARE(panel.view()->rowCount(), 20);
        auto* field = findIn<QLineEdit>(panel, "logSearch");
        const int words = field->fontMetrics().horizontalAdvance(field->placeholderText());
        const auto* hits = findIn<QLabel>(*field, "logHits");
        constexpr int least = 700;
        for (int width = 1400; width >= least; width -= 20) {
            panel.resize(width, 300);
            QCoreApplication::processEvents();
            QVERIFY2(field->width() > words + 2 * spacing::inner, qPrintable(QString::number(width)));
        }
        field->setText("no such words");
        QTRY_COMPARE(hits->accessibleName(), PseudoTranslator::accented("not found"));
        for (int width = least; width <= 1400; width += 20) {
            panel.resize(width, 300);
            QVERIFY2(PseudoTranslator::isAccented(hits->text()), qPrintable(QString::number(width)));
            QVERIFY(hits->fontMetrics().horizontalAdvance(hits->text()) <= hits->width());
        }
    }

    // The filters stand above the search then, and all of it is whole.
    void whereOneLineHasNoRoomThereAreTwo()
    {
        write(path(), plainLines(20));
        QWidget window;
        LogPanel panel(&window);
        open(window, panel, 1400, recordWithLog());
        const auto isAbove = [&panel] {
            const Places places = placesInBar(panel);
            return places["logStage"].bottom() < places["logSearch"].top();
        };
        QVERIFY(!isAbove());
        panel.resize(panel.minimumSizeHint().width(), 300);
        QVERIFY(isAbove());
        const auto* bar = findIn<QLineEdit>(panel, "logSearch")->parentWidget();
        QVERIFY(bar->width() >= bar->minimumSizeHint().width());
        for (const auto* part : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (part->isVisible())
                QVERIFY2(bar->rect().contains(part->geometry()), qPrintable(part->objectName()));
        }
        panel.resize(1400, 300);
        QVERIFY(!isAbove());
    }

    void theWheelLeavesTheFilterAlone()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 20);
        auto* filter = panel.findChild<QComboBox*>("logShow");
        QWheelEvent event(QPointF(3, 3), filter->mapToGlobal(QPointF(3, 3)), {}, QPoint(0, -120),
            Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(filter, &event);
        QCOMPARE(filter->currentIndex(), 0);
        panel.showOnly(1);
        QTRY_COMPARE(panel.view()->rowCount(), 0);
        QCOMPARE(panel.view()->notice(), "No line is of this kind.");
    }

    // Not before it is known.
    void anEmptyLogIsToldWhenItWasRead()
    {
        write(path(), {});
        OpenPanel panel(m_folder);
        QCOMPARE(panel.view()->notice(), "The log is being read.");
        QTRY_COMPARE(panel.view()->notice(), "Nothing was written so far.");
        AttemptRecord over = recordWithLog();
        over.state = AttemptState::Succeeded;
        over.stages.first().state = StageState::Succeeded;
        panel.setStages(over);
        QTRY_COMPARE(panel.view()->notice(), "This log is empty.");
    }

    void stagesAreTranslated()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        AttemptRecord record = recordWithLog();
        Stage planned;
        planned.id = record.stages.first().id;
        planned.title = "Compile";
        record.plan.stages.append(planned);
        LogPanel panel;
        panel.setFolder(m_folder.path());
        panel.setStages(record);
        QCoreApplication::removeTranslator(&translator);
        const auto* stages = panel.findChild<QComboBox*>("logStage");
        QVERIFY2(PseudoTranslator::isAccented(stages->itemText(0)), qPrintable(stages->itemText(0)));
    }
};

QTEST_MAIN(LogBarTest)
#include "LogBarTest.moc"
