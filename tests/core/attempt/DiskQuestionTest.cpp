// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/DiskQuestion.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSemaphore>
#include <QTest>

#include <chrono>
#include <memory>

using namespace torchmason;
using namespace std::chrono_literals;

class DiskQuestionTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsOpenBeforeItIsAsked() { QVERIFY(!DiskQuestion().isOpen()); }

    void aDiskAnswers_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("a folder") << QDir::tempPath();
        QTest::newRow("what is not there") << QDir::temp().filePath("no such folder/at all");
        QTest::newRow("no name") << QString();
    }
    void aDiskAnswers()
    {
        QFETCH(QString, folder);
        DiskQuestion question;
        QVERIFY(question.ask(folder));
        QVERIFY(!question.isOpen(60s));
        QVERIFY(!question.isOpen());
    }

    // Neither who asks nor who goes away waits for one that is silent.
    void nobodyWaitsForASilentDisk()
    {
        constexpr int longest = 60'000; // milliseconds
        const auto answer = std::make_shared<QSemaphore>();
        const auto asked = std::make_shared<QSemaphore>();
        QElapsedTimer timer;
        timer.start();
        {
            DiskQuestion question([answer, asked](const QString& folder) {
                asked->release(folder == QLatin1String("/silent") ? 1 : 0);
                answer->tryAcquire(1, longest);
            });
            QVERIFY(question.ask("/silent"));
            QVERIFY(asked->tryAcquire(1, longest));
            QVERIFY(question.isOpen());
            QVERIFY(question.isOpen(20ms));
            answer->release();
            QVERIFY(!question.isOpen(60s));
            QVERIFY(question.ask("/silent")); // once more
            QVERIFY(question.isOpen());
        }
        QVERIFY2(timer.elapsed() < longest, "somebody waited for the disk");
        answer->release();
    }
};

QTEST_GUILESS_MAIN(DiskQuestionTest)
#include "DiskQuestionTest.moc"
