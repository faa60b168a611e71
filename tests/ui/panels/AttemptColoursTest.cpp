// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/panels/AttemptHarness.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/HighContrast.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/MemoryChart.h"
#include "ui/logview/LogView.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QToolButton>
#include <QTreeWidget>

using namespace torchmason;

// The dashboard when the window gets other colours.
class AttemptColoursTest : public QObject, AttemptHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void coloursFollowTheTheme_data()
    {
        QTest::addColumn<QPalette>("from");
        QTest::addColumn<QPalette>("to");
        QTest::newRow("light to dark") << lightPalette() << darkPalette();
        QTest::newRow("dark to light") << darkPalette() << lightPalette();
        QTest::newRow("to high contrast") << lightPalette() << highContrastPalette();
        QTest::newRow("to a light one") << darkPalette() << lightHighContrastPalette();
        QTest::newRow("to Breeze Dark") << lightPalette() << readablePalette(breezeDarkPalette());
    }
    void coloursFollowTheTheme()
    {
        QFETCH(QPalette, from);
        QFETCH(QPalette, to);
        makeFailed();
        FakeAttempt running(store(), QStringLiteral("Running"), 1);
        running.startStage(QStringLiteral("compile"));
        const std::pair<QString, QString> attempts[]
            = { { m_attempt->folder(), QStringLiteral("Compile failed") },
                  { running.folder(), QStringLiteral("Compiling") } };
        for (const auto& [folder, headline] : attempts) {
            QApplication::setPalette(from);
            open(folder);
            QTRY_COMPARE(state(), headline);
            QApplication::setPalette(to);
            const QPalette palette = QApplication::palette();
            const QColor window = palette.color(QPalette::Window);
            QTRY_COMPARE(m_view->palette().color(QPalette::Window), window);
            QTRY_VERIFY(
                contrastRatio(label("attemptState")->palette().color(QPalette::WindowText), window) >= 4.5);
            for (const QLabel* one : m_view->findChildren<QLabel*>())
                QVERIFY2(one->text().isEmpty()
                        || contrastRatio(one->palette().color(one->foregroundRole()), window) >= 4.5,
                    qPrintable(one->text()));
            const auto* stages = m_view->findChild<QTreeWidget*>(QStringLiteral("stageList"));
            for (int row = 0; row < stages->topLevelItemCount(); ++row) {
                const QColor title = stages->topLevelItem(row)->foreground(0).color();
                QVERIFY(contrastRatio(title, palette.color(QPalette::Base)) >= 4.5);
            }
        }
    }

    void curvesFollowTheTheme()
    {
        makeFailed();
        open(m_attempt->folder());
        auto* chart = m_view->findChild<MemoryChart*>();
        const QColor light = ChartColours::of(lightPalette()).build;
        const QColor dark = ChartColours::of(darkPalette()).build;
        QVERIFY(light != dark);
        QTRY_VERIFY(holdsColour(*chart, light) && m_view->findChild<LogView*>()->rowCount() > 0);
        applyAppearance(Appearance::Dark);
        // The legend is painted at once, the curves on the next turn.
        QTRY_VERIFY(holdsColour(*chart, dark) && !holdsColour(*chart, light));
    }

    void theButtonStandsOnTheGroundOfTheFigures()
    {
        m_attempt->addSamples(0, 20, 4, QStringLiteral("compile"), 4000, 3);
        m_attempt->end(AttemptState::Failed, 25);
        m_view->resize(1100, 400); // so that it is not pressed
        open(m_attempt->folder());
        auto* toggle = findIn<QToolButton>(*m_view, "attemptChartsToggle");
        QTRY_VERIFY(!m_view->isLive() && toggle->isVisible() && !toggle->isChecked());
        const QRect corner(toggle->mapTo(m_view.get(), QPoint(1, 1)), QSize(1, 1));
        QTRY_COMPARE(m_view->grab(corner).toImage().pixelColor(0, 0).rgb(),
            m_view->palette().color(QPalette::Base).rgb());
    }
};

QTEST_MAIN(AttemptColoursTest)
#include "AttemptColoursTest.moc"
