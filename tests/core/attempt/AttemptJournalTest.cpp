// SPDX-License-Identifier: GPL-3.0-or-later
// What the journal adds to the record from what went through it.
#include "core/attempt/AttemptJournal.h"
#include "core/store/AttemptFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class AttemptJournalTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto writer = AttemptWriter::open(m_folder->path());
        QVERIFY(writer.ok());
        m_journal = std::make_unique<AttemptJournal>(std::move(writer).value());
        m_record.number = 1;
        m_record.startedAt = 1;
        m_record.state = AttemptState::Failed;
        m_journal->keep(m_record);
    }

    // Samples are a second apart.
    void thePeakIsAtLeastThatOfEachStep()
    {
        QVERIFY(!kept().peakMemory);
        Sample sample;
        sample.buildMemory = 400 * mebibyte;
        m_journal->keep(sample);
        QCOMPARE(kept().peakMemory, std::optional<Bytes>(400 * mebibyte));
        m_journal->keep(QVector<EdgeRecord> { step(900 * mebibyte) });
        QCOMPARE(kept().peakMemory, std::optional<Bytes>(900 * mebibyte));
        m_journal->keep(QVector<EdgeRecord> { step(300 * mebibyte) });
        m_journal->keep(sample);
        QCOMPARE(kept().peakMemory, std::optional<Bytes>(900 * mebibyte));
    }

    void failedStepsAreCounted()
    {
        m_record.edgesDone = 3;
        EdgeRecord failed = step(mebibyte);
        failed.failed = true;
        m_journal->keep(QVector<EdgeRecord> { step(mebibyte), failed });
        QCOMPARE(kept().edgesFailed, std::optional<qint64>(1));
    }

private:
    static EdgeRecord step(Bytes peak)
    {
        EdgeRecord edge;
        edge.output = "a.o";
        edge.end = 1000;
        edge.peakMemory = peak;
        return edge;
    }
    AttemptRecord kept()
    {
        m_journal->keep(m_record);
        const auto record = AttemptFiles::readRecord(m_folder->path());
        return record ? *record : AttemptRecord();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AttemptJournal> m_journal;
    AttemptRecord m_record;
};

QTEST_GUILESS_MAIN(AttemptJournalTest)
#include "AttemptJournalTest.moc"
