// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogReader.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "ui/logview/LogSearch.h"
#include "ui/logview/LogText.h"
#include "ui/models/Background.h"

#include <QRandomGenerator>
#include <QTemporaryDir>

using namespace torchmason;

// Logs as they are read and searched, without a panel.
class LogReaderTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("compile.log"); }

    // Bytes of the log at path() for an index, in blocks.
    struct OneLog {
        LogLayout layout() const
        {
            LogLayout layout;
            layout.append({ "compile", path, {} }, index);
            return layout;
        }
        QString path;
        std::shared_ptr<LogIndex> index = std::make_shared<LogIndex>();
    };

private slots:
    void shownText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        newRow("line break", QByteArray("one\r\n"), "one");
        newRow("colours", QByteArray("\x1b[31merror\x1b[0m: x\n"), "error: x");
        newRow("overwritten", QByteArray("Receiving 10%\rReceiving 99%\n"), "Receiving 99%");
        newRow("tab", QByteArray("a\tb"), "a    b");
        newRow("latin 1", QByteArray("gr\xfc\xdf"), "grüß");
        newRow("turned round",
            QByteArray("a\xe2\x80\xae"
                       "cpp.x"),
            "a\ufffdcpp.x");
        newRow("zero byte", QByteArray("a\0b", 3), "a b");
    }
    void shownText()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(shownLine(bytes, bytes.size()), shown);
    }

    // The index must give the same lines whatever the blocks in which bytes come.
    void indexInAnyBlocks_data()
    {
        QTest::addColumn<int>("blockBytes");
        for (const int bytes : { 1, 7, 4096, 100'000, 10'000'000 })
            QTest::addRow("%d bytes", bytes) << bytes;
    }
    void indexInAnyBlocks()
    {
        QFETCH(int, blockBytes);
        QByteArray content;
        for (int i = 0; i < 3000; ++i)
            content += numberedLine(i);
        content += "\n\n" + QByteArray(200'000, 'x') + "\nlast without end";
        write(path(), content);
        OneLog log { path() };
        for (qsizetype at = 0; at < content.size(); at += blockBytes)
            log.index->addBlock(
                QByteArrayView(content).sliced(at, std::min<qsizetype>(blockBytes, content.size() - at)));
        QCOMPARE(log.index->size().lines, 3004);
        QCOMPARE(log.index->size().bytes, content.size());
        LogReader reader(log.layout());
        const QList<QByteArray> expected = content.split('\n');
        for (const qint64 line : { 0, 1, 127, 128, 129, 2999, 3000, 3001, 3003 })
            QCOMPARE(reader.lines(line, 1).value(0).head.trimmed(), expected[line].trimmed());
        const auto around = reader.lines(3001, 5);
        QCOMPARE(around.size(), 3);
        QCOMPARE(around[1].length, 200'001);
        QCOMPARE(around[1].head.size(), LogReader::headBytes);
        QCOMPARE(reader.lineAt({ "compile", around[1].offset }), 3002);
        QCOMPARE(reader.lineAt({ "compile", around[2].offset + 3 }), 3003);
        QVERIFY(!reader.lineAt({ "wheel", 0 }));
        QVERIFY(reader.lines(3004, 5).isEmpty());
    }

    // Whatever the lengths of lines, wherever a window begins: the lines that the bytes have.
    void anyWindowGivesItsLines()
    {
        QRandomGenerator random(20'261'123);
        const auto below = [&random](int end) { return int(random.bounded(end)); };
        for (int round = 0; round < 40; ++round) {
            QByteArray content;
            QVector<qint64> begins;
            for (int line = 0; line < 700; ++line) {
                begins.append(content.size());
                const int kind = below(100);
                const int length = kind < 90 ? below(200) : kind < 99 ? below(70'000) : below(200'000);
                content += QByteArray(length, char('a' + line % 26)) + '\n';
            }
            if (round % 2 == 0)
                content.chop(1); // a last line without a line break
            if (begins.last() < content.size())
                begins.append(content.size());
            write(path(), content);
            OneLog log { path() };
            for (qsizetype at = 0; at < content.size();) {
                const qsizetype bytes = std::min<qsizetype>(1 + below(300'000), content.size() - at);
                log.index->addBlock(QByteArrayView(content).sliced(at, bytes));
                at += bytes;
            }
            const qint64 count = begins.size() - 1;
            QCOMPARE(log.index->size().lines, count);
            LogReader reader(log.layout());
            for (int window = 0; window < 40; ++window) {
                const qint64 first = below(int(count));
                const auto lines = reader.lines(first, 1 + below(600));
                QVERIFY(!lines.isEmpty());
                for (const FileLine& line : lines) {
                    QCOMPARE(line.line, first + (&line - lines.data()));
                    QCOMPARE(line.offset, begins[line.line]);
                    QCOMPARE(line.length, begins[line.line + 1] - line.offset);
                    QCOMPARE(line.head, content.mid(line.offset, std::min(line.length, reader.headBytes)));
                }
                const auto last = lines.last();
                QCOMPARE(reader.lineAt({ "compile", last.offset + below(int(last.length)) }), last.line);
            }
        }
    }

    void typingKeepsThePoolFree()
    {
        QVERIFY(diskPool().waitForDone(60'000));
        const QByteArray content = QByteArray(16 * 1024 * 1024, 'a') + "\nneedle 7\n";
        write(path(), content);
        OneLog log { path() };
        log.index->addBlock(content);
        LogSearch search;
        LogQuery query;
        query.kind = LogQuery::Kind::Text;
        for (const char* text : { "n", "ne", "nee", "need", "needl", "needle" }) {
            query.text = QLatin1String(text);
            search.start(log.layout(), query);
        }
        QVERIFY(diskPool().activeThreadCount() <= 1);
        QTRY_COMPARE(search.hits(), (QVector<qint64> { 1 }));
        QTRY_VERIFY(!search.isBusy());
        search.start(log.layout(), {}); // nothing is looked for any more
        QVERIFY(diskPool().waitForDone(60'000));
        QCoreApplication::processEvents();
        QVERIFY(search.hits().isEmpty() && !search.isBusy());
    }
};

QTEST_GUILESS_MAIN(LogReaderTest)
#include "LogReaderTest.moc"
