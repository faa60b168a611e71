// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ResourceBar.h"
#include "tests/ui/support/UiTest.h"
#include "ui/widgets/Theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QSet>

#include <algorithm>

using namespace torchmason;

class ResourceBarTest : public QObject {
    Q_OBJECT

private slots:
    // Captions are never cut: what has no room goes into another line.
    void figuresWrap()
    {
        ResourceBar bar;
        bar.setMeasured(true);
        bar.showPeak(18 * gibibyte);
        bar.show();
        int height = 0;
        for (const int width : { 1400, 520, 260 }) {
            bar.resize(width, bar.height());
            QCoreApplication::processEvents();
            for (const auto* part : bar.findChildren<QLabel*>()) {
                if (!part->isVisible())
                    continue;
                QVERIFY2(part->width() >= part->sizeHint().width(), qPrintable(part->text()));
                QVERIFY2(bar.rect().contains(part->geometry()), qPrintable(part->text()));
            }
            QVERIFY(bar.height() > height);
            height = bar.height();
        }
    }

    void figuresOfFurtherLinesStandBelowOthers()
    {
        ResourceBar bar;
        bar.setMeasured(true);
        bar.setGated(false);
        bar.show();
        bar.resize(520, bar.height());
        QCoreApplication::processEvents();
        QSet<int> places;
        int first = 0; // of the first line
        const auto parts = bar.findChildren<QLabel*>();
        const int top = findIn<QLabel>(bar, "vitalsPeak")->y();
        for (const auto* part : parts) {
            const bool isCaption = part->objectName().isEmpty();
            if (!isCaption || !part->isVisible())
                continue;
            places.insert(part->x());
            first += int(part->y() == top);
        }
        QVERIFY(first > 1 && first < 5);
        QCOMPARE(places.size(), first);
    }

    // What is measured, and what the gate says, comes later than the page.
    void nothingMovesWhenFiguresCome()
    {
        ResourceBar bar;
        bar.show();
        const auto* heldBack = bar.findChild<QLabel*>("vitalsHeldBack");
        const auto* startedAgain = bar.findChild<QLabel*>("vitalsStartedAgain");
        const auto places = [&bar] {
            QCoreApplication::processEvents();
            QVector<QRect> found { bar.rect() };
            for (const auto* part : bar.findChildren<QLabel*>())
                found << part->geometry();
            return found;
        };
        for (int width = 300; width < 1400; width += 20) {
            bar.clear();
            bar.resize(width, bar.height());
            const QVector<QRect> before = places();
            QVERIFY(!heldBack->isVisible());
            bar.setGated(true);
            bar.setMeasured(true);
            QCOMPARE(places(), before);
            QVERIFY(heldBack->isVisible() && startedAgain->isVisible());
            QCOMPARE(heldBack->text(), QStringLiteral("–"));
            Sample sample;
            sample.gate.emplace();
            sample.gate->retried = 2;
            bar.showSample(sample);
            QCOMPARE(heldBack->text(), "0");
            QCOMPARE(startedAgain->text(), "2");
            QCOMPARE(places(), before);
        }
        // Of an attempt that is over, its record may be told once more behind its samples.
        bar.clear();
        Sample sample;
        sample.gate.emplace();
        bar.showSample(sample);
        bar.setGated(true);
        QCOMPARE(heldBack->text(), "0");
    }

    void withoutAGateNothingIsSaidOfIt()
    {
        ResourceBar bar;
        bar.setGated(false);
        bar.setMeasured(true);
        bar.show();
        for (const char* name : { "vitalsHeldBack", "vitalsStartedAgain" })
            QVERIFY2(!findIn<QLabel>(bar, name)->isVisible(), name);
        QVERIFY(findIn<QLabel>(bar, "vitalsDisk")->isVisible());
    }

    // Beside the peak of the whole build, values of its last seconds would be taken for those of all of it.
    void whatHasEndedWaitsForNothing()
    {
        ResourceBar bar;
        bar.setMeasured(true);
        Sample sample;
        sample.diskFree = 172 * gibibyte;
        sample.memoryPressure = 1.8;
        sample.cpuPressure = 2.5;
        sample.ioPressure = 0.5;
        bar.showSample(sample);
        bar.resize(1400, bar.height());
        bar.show();
        const auto* disk = findIn<QLabel>(bar, "vitalsDisk");
        const auto waits = { "vitalsMemory", "vitalsCpu", "vitalsIo" };
        for (const char* name : waits)
            QVERIFY2(findIn<QLabel>(bar, name)->isVisible(), name);
        bar.setOver(true);
        for (const char* name : waits)
            QVERIFY2(!findIn<QLabel>(bar, name)->isVisible(), name);
        QCOMPARE(disk->accessibleName(), "Disk free at the end: 172.0 GB");
        const auto captions = bar.findChildren<QLabel*>();
        QVERIFY(std::any_of(captions.begin(), captions.end(), [](const QLabel* caption) {
            return caption->isVisible() && caption->text() == "Disk free at the end";
        }));
        bar.setOver(false); // another attempt
        QVERIFY(findIn<QLabel>(bar, "vitalsMemory")->isVisible());
        QCOMPARE(disk->accessibleName(), "Disk free: 172.0 GB");
    }

    // Each may begin a line.
    void whatWaitsSaysSoAlone()
    {
        ResourceBar bar;
        const auto captions = bar.findChildren<QLabel*>();
        for (const QString waiting : { "Memory wait", "CPU wait", "Disk wait" })
            QVERIFY2(std::any_of(captions.begin(), captions.end(),
                         [&](const QLabel* caption) { return caption->text() == waiting; }),
                qPrintable(waiting));
        const QString tip = findIn<QLabel>(bar, "vitalsCpu")->toolTip();
        QVERIFY2(tip.contains("whole machine"), qPrintable(tip));
    }

    // Where there is no room for all, not what the gate says goes into another line.
    void whatIsLeastNeededHasThatLine()
    {
        ResourceBar bar;
        bar.setMeasured(true);
        bar.setGated(true);
        bar.resize(1400, bar.height());
        bar.show();
        const auto* heldBack = bar.findChild<QLabel*>("vitalsHeldBack");
        const auto* waiting = bar.findChild<QLabel*>("vitalsIo");
        QTRY_COMPARE(waiting->y(), heldBack->y());
        bar.resize(waiting->x(), bar.height());
        QTRY_COMPARE_GT(waiting->y(), heldBack->y());
    }
};

QTEST_MAIN(ResourceBarTest)
#include "ResourceBarTest.moc"
