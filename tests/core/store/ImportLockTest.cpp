// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptDraft.h"
#include "core/store/AttemptFiles.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/TestFiles.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

using namespace torchmason;

// One attempt comes in at a time, and what nobody holds keeps none away.
class ImportLockTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_waited.start();
    }

    void aLockOfNobodyIsTakenOver_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("garbage") << QByteArray("\0\1\2 no lock", 11);
    }
    void aLockOfNobodyIsTakenOver()
    {
        QFETCH(QByteArray, content);
        write(lock(), content);
        QFile file(lock());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(
            file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
        file.close();
        const auto taken = takeIn();
        QVERIFY2(taken, taken ? "" : qPrintable(taken.error().message));
        QCOMPARE(taken->number, 1);
        QVERIFY(m_waited.elapsed() < atOnce);
    }

    void whatIsNoLockIsNamed_data()
    {
        QTest::addColumn<QString>("made");
        for (const char* made : { "mkfifo $0", "mkdir $0", "ln -s /dev/zero $0" })
            QTest::newRow(made) << QString(made);
    }
    void whatIsNoLockIsNamed()
    {
#ifdef Q_OS_WIN
        QSKIP("there are no pipes among files there, and links need rights");
#endif
        QFETCH(QString, made);
        QVERIFY(QDir().mkpath(path("attempts")));
        QCOMPARE(QProcess::execute("sh", { "-c", made, lock() }), 0);
        const auto taken = takeIn();
        QVERIFY(!taken);
        QVERIFY2(taken.error().message.contains(lock()), qPrintable(taken.error().message));
        QVERIFY(m_waited.elapsed() < atOnce);
        QStringList left = QDir(path("attempts")).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
        left.removeAll("import.lock"); // what is no lock is not removed
        QCOMPARE(left, QStringList());
    }

private:
    static constexpr qint64 atOnce = 15'000; // ms; one that is held is waited for longer

    QString path(const char* name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }
    QString lock() const
    {
        return path("attempts/import.lock");
    }

    Result<ImportedAttempt> takeIn() const
    {
        const auto draft = AttemptDraft::make(AttemptStore(path("attempts")));
        if (!draft)
            return draft.error();
        AttemptRecord record = anyRecord(AttemptState::Failed);
        record.imported = ImportNote();
        if (const auto written = writeJsonFile(AttemptFiles::record((*draft)->folder()), toJson(record));
            !written)
            return written.error();
        return (*draft)->adopt(record);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QElapsedTimer m_waited;
};

QTEST_GUILESS_MAIN(ImportLockTest)
#include "ImportLockTest.moc"
