// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/LineSplitter.h"
#include "core/process/LogTail.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

// "number@offset:text" of every line, with the input cut into chunks of `size`.
QStringList split(const QByteArray& input, qsizetype size)
{
    LineSplitter splitter;
    QStringList lines;
    const auto take = [&lines](const SplitLine& line) {
        lines << QStringLiteral("%1@%2:%3%4")
                     .arg(line.number)
                     .arg(line.byteOffset)
                     .arg(QString::fromLatin1(line.text), line.whole ? QString() : QStringLiteral(" (torn)"));
    };
    for (qsizetype at = 0; at < input.size(); at += size)
        splitter.add(QByteArrayView(input).sliced(at, std::min(size, input.size() - at)), take);
    splitter.finish(take);
    return lines;
}

}

class LineSplitterTest : public QObject {
    Q_OBJECT

private slots:
    void linesAreTheSameInAnyChunks_data();
    void linesAreTheSameInAnyChunks();
    void hundredMegabyteLineIsCut();
    void tailSaysWhenTheFileShrinks();
    void tailSaysWhenTheFileVanishes();
};

void LineSplitterTest::linesAreTheSameInAnyChunks_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("unix") << QByteArray("a\nbc\n") << QStringList { "1@0:a", "2@2:bc" };
    QTest::newRow("windows") << QByteArray("a\r\nbc\r\n") << QStringList { "1@0:a", "2@3:bc" };
    QTest::newRow("empty lines") << QByteArray("\n\r\n\nx\n")
                                 << QStringList { "1@0:", "2@1:", "3@3:", "4@4:x" };
    QTest::newRow("overwriting progress") << QByteArray("10%\r50%\rdone\nnext\n")
                                          << QStringList { "1@0:10%", "1@4:50%", "1@8:done", "2@13:next" };
    QTest::newRow("torn end") << QByteArray("a\nhalf") << QStringList { "1@0:a", "2@2:half (torn)" };
    QTest::newRow("return at the end") << QByteArray("a\r") << QStringList { "1@0:a" };
    QTest::newRow("nothing") << QByteArray() << QStringList();
}

void LineSplitterTest::linesAreTheSameInAnyChunks()
{
    QFETCH(QByteArray, input);
    QFETCH(QStringList, lines);
    for (const qsizetype size : { 1, 2, 3, 7, 1000 })
        QCOMPARE(split(input, size), lines);
}

void LineSplitterTest::hundredMegabyteLineIsCut()
{
    LineSplitter splitter;
    const QByteArray megabyte(1 << 20, 'x');
    qint64 kept = 0;
    qint64 cut = 0;
    qint64 nextOffset = 0;
    const auto take = [&](const SplitLine& line) {
        if (line.number == 1) {
            kept = line.text.size();
            cut = line.cutBytes;
        }
        nextOffset = line.byteOffset;
    };
    for (int index = 0; index < 100; ++index)
        splitter.add(megabyte, take);
    splitter.add("\nafter\n", take);
    QCOMPARE(kept, qint64(LineSplitter::longest));
    QCOMPARE(cut, 99 * qint64(megabyte.size()));
    QCOMPARE(nextOffset, 100 * qint64(megabyte.size()) + 1);
}

void LineSplitterTest::tailSaysWhenTheFileShrinks()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.log")));
    LogTail tail(file.fileName());
    QVERIFY(tail.read()->isEmpty()); // not there yet
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("hello\n");
    file.flush();
    QCOMPARE(tail.read()->toByteArray(), QByteArray("hello\n"));
    file.resize(2);
    const auto after = tail.read();
    QVERIFY(!after);
    QVERIFY2(
        after.error().message.contains(QStringLiteral("became shorter")), qPrintable(after.error().message));
}

void LineSplitterTest::tailSaysWhenTheFileVanishes()
{
#ifdef Q_OS_WIN
    QSKIP("A file that is open does not vanish on Windows.");
#endif
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.log")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("hello\n");
    file.close();
    LogTail tail(file.fileName());
    QCOMPARE(tail.read()->size(), 6);
    QVERIFY(file.remove());
    const auto after = tail.read();
    QVERIFY(!after);
    QVERIFY2(
        after.error().message.contains(QStringLiteral("was removed")), qPrintable(after.error().message));
}

QTEST_GUILESS_MAIN(LineSplitterTest)
#include "LineSplitterTest.moc"
