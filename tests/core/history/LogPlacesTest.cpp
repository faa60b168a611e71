// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogDivergence.h"

#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

QByteArray lines(const char* word, int from, int to)
{
    QByteArray text;
    for (int line = from; line <= to; ++line)
        text += word + QByteArray::number(line) + '\n';
    return text;
}

QByteArray step(int number, const QByteArray& output = {})
{
    return "[1/9] Building CXX object f" + QByteArray::number(number) + ".o\n" + output;
}

}

// All places in which two logs say something else, one after the other.
class LogPlacesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QVector<LogDivergence> places(
        const QByteArray& left, const QByteArray& right, const WantedPlaces& wanted = { 0, 100 })
    {
        const ComparedLog one { m_folder.filePath("one.log"), {} };
        const ComparedLog two { m_folder.filePath("two.log"), {} };
        write(one.path, left);
        write(two.path, right);
        const auto found = divergences(one, two, wanted);
        return found.ok() ? *found : QVector<LogDivergence>(77);
    }

private slots:
    // More steps of their own than are kept, and behind them lines that differ: what waits does not grow.
    void manyStepsOfTheirOwnAreTold()
    {
        const auto log = [](const char* name) {
            QByteArray text;
            for (int i = 1; i <= 34'000; ++i)
                text += "[" + QByteArray::number(i) + "/40000] Building " + name + QByteArray::number(i)
                    + '\n';
            for (int i = 0; i < 3000; ++i)
                text += name + QByteArray::number(i) + " differs\n";
            return text;
        };
        QVERIFY(!places(log("one"), log("two")).isEmpty());
    }

    // Each of them is looked up among all of the same title.
    void manyStepsOfOneTitleAreTold()
    {
        const auto log = [](const char* name) {
            QByteArray text;
            for (int i = 0; i < 20'000; ++i)
                text += "[1/2] cc\n" + QByteArray(name) + QByteArray::number(i) + '\n';
            return text;
        };
        QVERIFY(!places(log("one"), log("two")).isEmpty());
    }

    void linesComeTogetherAgain()
    {
        const QByteArray left
            = lines("w", 1, 5) + "new one\n" + lines("w", 6, 25) + "new two\n" + lines("w", 26, 30);
        const QByteArray right = lines("w", 1, 30);
        const auto found = places(left, right);
        QCOMPARE(found.size(), 2);
        QCOMPARE(found[0].left.line, 6);
        QCOMPARE(found[0].right.line, 6);
        QCOMPARE(found[1].left.line, 27);
        QCOMPARE(found[1].right.line, 26);
        const auto further = places(left, right, { 1, 100 });
        QCOMPARE(further.size(), 1);
        QCOMPARE(further[0].left.line, 27);
        QCOMPARE(places(left, right, { 0, 1 }).size(), 1);
    }

    void everyStepIsToldOnce()
    {
        QByteArray left = step(1) + step(2) + step(3, "f3.cpp: error\n");
        QByteArray right = step(2) + step(1) + step(3, "f3.cpp: warning\n");
        for (int number = 4; number <= 20; ++number) {
            left += step(number);
            right += number == 15 ? QByteArray() : step(number);
        }
        const auto found = places(left, right);
        QCOMPARE(found.size(), 2);
        QCOMPARE(found[0].left.line, 4);
        QCOMPARE(found[0].right.line, 4);
        QCOMPARE(found[1].left.line, 16);
        QCOMPARE(found[1].right.line, 0);
    }

    // What stands before it comes twice in the other log, the second time far away.
    void aPlaceThatMayBeAnyIsNotTold()
    {
        QByteArray rest;
        for (int number = 9; number <= 40; ++number)
            rest += step(number);
        const auto found = places(step(7) + step(8) + rest + step(7), step(7) + rest + step(7));
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].left.line, 2);
        QCOMPARE(found[0].right.line, 0);
        QCOMPARE(found[0].right.at, 0);
    }

    // Where all ended well, what looks like ninja's word is a line like others.
    void whatEndedWellHasNoFailedStep()
    {
        ComparedLog one { m_folder.filePath("one.log"), {} };
        ComparedLog two { m_folder.filePath("two.log"), {} };
        one.mayHaveFailed = two.mayHaveFailed = false;
        write(one.path, step(1) + step(2, "FAILED: one\n"));
        write(two.path, step(1) + step(2));
        const auto found = divergences(one, two, { 0, 100 });
        QVERIFY(found.ok());
        QCOMPARE(found->size(), 1);
        QVERIFY(!found->first().isOfFailedStep);
    }

    // A build that continues another one, which failed far behind what both have; it counts anew.
    void stepsStandBesideThemselves()
    {
        QByteArray failed;
        for (int number = 1; number <= 900; ++number)
            failed += step(number);
        failed += step(901, "f901.cpp:1:1: error: x\n") + "ninja: build stopped: subcommand failed.\n";
        QByteArray continued;
        for (int number = 901; number <= 1500; ++number)
            continued += step(number);
        const auto found = places(failed, continued);
        QCOMPARE(found.size(), 4);
        QCOMPARE(found[0].left.line, 1);
        QCOMPARE(found[0].right.line, 0);
        QCOMPARE(found[0].right.at, 1);
        QCOMPARE(missingText(2, found[0].right), "Attempt 2 has no such line there.");
        QCOMPARE(found[1].left.line, 902); // the error
        QCOMPARE(found[1].right.line, 0);
        QCOMPARE(found[1].right.at, 2); // the step behind it
        QCOMPARE(found[2].left.line, 0);
        QCOMPARE(found[2].left.at, 903);
        QCOMPARE(found[2].right.line, 2);
        QCOMPARE(found[3].left.line, 903);
        QCOMPARE(found[3].right.line, 0);
    }

    // Whatever else comes before them in either log, or waits no longer. Each is a place of its own.
    void failedStepsComeFirst()
    {
        const QByteArray error = "FAILED: [code=1] f.o\nc++ f.cpp\nf.cpp:1:1: error: x\n";
        const QByteArray failing = "one\n" + step(1) + step(2, error) + step(3, error)
            + "ninja: build stopped: subcommand failed.\n";
        QByteArray good = "two\n";
        for (int number = 2000; number > 0; --number)
            good += step(number);
        const auto found = places(failing, good);
        QVERIFY(found.size() > 3);
        QCOMPARE(found[0].left.line, 4);
        QCOMPARE(found[0].left.lines, 3);
        QCOMPARE(found[0].left.shown.at(3), "FAILED: [code=1] f.o");
        QCOMPARE(found[0].right.line, 0);
        QCOMPARE(found[0].right.at, 2001);
        QCOMPARE(found[1].left.line, 8);
        QCOMPARE(found[2].left.line, 1);
        QCOMPARE(found[2].right.line, 1);
        QVector<bool> failed;
        for (const LogDivergence& place : found)
            failed << place.isOfFailedStep;
        QCOMPARE(failed.mid(0, 3), (QVector<bool> { true, true, false }));
        QCOMPARE(failed.count(true), 2);
        QCOMPARE(places(failing, good, { 1, 1 })[0].left.line, 8); // they are counted with the others
        QCOMPARE(places(failing, good, { 2, 1 })[0].left.line, 1);
        QCOMPARE(places(good, failing)[0].right.line, 4);
        QVERIFY(places(failing, failing).isEmpty());
    }

    // What one log says behind the end of the other one is one place, however long it is.
    void theEndIsOnePlace()
    {
        const auto found = places(lines("w", 1, 5) + lines("x", 1, 3000), lines("w", 1, 5));
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].left.line, 6);
        QCOMPARE(found[0].right.shown.size(), 3);
        QCOMPARE(missingText(2, found[0].right), "The log of attempt 2 ends there.");
    }

    // Two that have nothing in common end, too.
    void otherLogsEnd()
    {
        const auto found = places(lines("w", 1, 3000), lines("x", 1, 3000));
        QVERIFY(!found.isEmpty() && found.size() < 10);
    }
};

QTEST_GUILESS_MAIN(LogPlacesTest)
#include "LogPlacesTest.moc"
