// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/Json.h"
#include "core/base/LiteralScanner.h"
#include "core/base/Log.h"
#include "core/base/TextDecoding.h"
#include "core/base/Units.h"

#include <QDateTime>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#ifndef Q_OS_WIN
#include <csignal>

#include <sys/resource.h>
#endif

using namespace torchmason;

class BaseTest : public QObject {
    Q_OBJECT

private slots:
    void bytesReadWell_data();
    void bytesReadWell();
    void sizesAreParsed_data();
    void sizesAreParsed();
    void durationsReadWell_data();
    void durationsReadWell();
    void momentsReadWell();
    void datesNameTheirMonth();
    void everyByteBecomesText_data();
    void everyByteBecomesText();
    void jsonErrorsNameTheLine();
    void readerNamesTheMember();
    void readerBoundsWholeNumbers();
    void logTakesMessagesOfQt();
    void literalsAreFound_data();
    void literalsAreFound();
    void literalsAreFollowed();
    void failedWriteKeepsTheOldFile();
    void fullDiskKeepsTheOldFile();
};

void BaseTest::bytesReadWell_data()
{
    QTest::addColumn<Bytes>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("bytes") << Bytes(12) << "12 bytes";
    QTest::newRow("one") << Bytes(1) << "1 byte";
    QTest::newRow("nearly a megabyte") << mebibyte - 1 << "1.0 MB";
    QTest::newRow("a megabyte and a half") << Bytes(1.42 * double(mebibyte)) << "1.4 MB";
    QTest::newRow("nearly ten kilobytes") << 10 * kibibyte - 1 << "10 KB";
    QTest::newRow("some kilobytes") << 3 * kibibyte << "3.0 KB";
    QTest::newRow("nearly a gigabyte") << gibibyte - kibibyte << "1.0 GB";
    QTest::newRow("less") << gibibyte - mebibyte << "1023 MB";
    QTest::newRow("the seed machine") << Bytes(33378976) * kibibyte << "31.8 GB";
    QTest::newRow("megabytes") << Bytes(640) * mebibyte << "640 MB";
}

void BaseTest::bytesReadWell()
{
    QFETCH(Bytes, bytes);
    QTEST(formatBytes(bytes), "text");
}

void BaseTest::sizesAreParsed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes"); // -1: not a size
    QTest::newRow("plain") << "1048576" << qint64(1048576);
    QTest::newRow("letter") << "16G" << qint64(16) * qint64(gibibyte);
    QTest::newRow("fraction with unit") << "1.5 GiB" << qint64(1610612736);
    QTest::newRow("word") << "lots" << qint64(-1);
    QTest::newRow("negative") << "-1G" << qint64(-1);
    QTest::newRow("too big") << "99999999999T" << qint64(-1);
    QTest::newRow("too big by little") << "9000000T" << qint64(-1);
}

void BaseTest::sizesAreParsed()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    const auto parsed = parseBytes(text);
    QCOMPARE(parsed.has_value(), bytes >= 0);
    if (parsed)
        QCOMPARE(*parsed, Bytes(bytes));
}

// As the axes of charts have them.
void BaseTest::momentsReadWell()
{
    QCOMPARE(formatClock(Milliseconds(7'000)), "0:00:07");
    QCOMPARE(formatClock(Milliseconds(2'472'400)), "0:41:12");
    QCOMPARE(formatClock(Milliseconds(3'599'600)), "1:00:00");
    QCOMPARE(formatClock(Milliseconds(6'072'000)), "1:41:12");
    QCOMPARE(formatClock(Milliseconds(-5)), "0:00:00");
}

void BaseTest::durationsReadWell_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("hours") << qint64(110) * 60000 << "1 h 50 min";
    QTest::newRow("minutes") << qint64(200000) << "3 min 20 s";
    QTest::newRow("clock jumped back") << qint64(-5000) << "0 s";
    QTest::newRow("short") << qint64(840) << "0.8 s";
    QTest::newRow("short and whole") << qint64(3000) << "3 s";
}

void BaseTest::durationsReadWell()
{
    QFETCH(qint64, milliseconds);
    QTEST(formatDuration(Milliseconds(milliseconds)), "text");
}

void BaseTest::datesNameTheirMonth()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    const qint64 day = QDateTime({ 2026, 11, 5 }, QTime(6, 31, 7)).toMSecsSinceEpoch();
    QCOMPARE(formatDate(day), "5 Nov 2026");
    QCOMPARE(formatMoment(day), "5 Nov 2026, 06:31:07");
    QLocale::setDefault(before);
}

void BaseTest::everyByteBecomesText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("length");
    QTest::newRow("utf-8") << QByteArray("caf\xc3\xa9") << 4;
    QTest::newRow("torn utf-8") << QByteArray("caf\xc3") << 4;
    QTest::newRow("gbk") << QByteArray("\xce\xde\xb7\xa8") << 4;
    QTest::newRow("character set") << QByteArray("\x1b(Berror") << 5;
    QTest::newRow("a torn escape ends with its line") << QByteArray("a\x1b]0;torn\nb\x1b[1\nc\x1b\nd") << 7;
    QTest::newRow("escape before a wide letter") << QByteArray("caf\x1b\xc3\xa9") << 4;
    QTest::newRow("colours") << QByteArray("\x1b[1;31merror\x1b[0m") << 5;
}

void BaseTest::everyByteBecomesText()
{
    QFETCH(QByteArray, bytes);
    QTEST(int(plainToolText(bytes).size()), "length");
}

void BaseTest::jsonErrorsNameTheLine()
{
    const auto result = parseJson("{\n \"a\": 1,\n oops\n}", QStringLiteral("a.json"));
    QVERIFY(!result);
    QVERIFY2(result.error().message.startsWith(QStringLiteral("a.json, line 3:")),
        qPrintable(result.error().message));
}

void BaseTest::readerNamesTheMember()
{
    const Json document = Json::parse(R"({"jobs": "many"})");
    JsonReader reader(document, QStringLiteral("a.json"));
    QCOMPARE(reader.integer("jobs", 4), 4);
    QVERIFY(!reader.ok());
    QCOMPARE(reader.error().message, QStringLiteral("a.json: \"jobs\" must be a whole number."));
}

// A difference of two of them overflows nothing.
void BaseTest::readerBoundsWholeNumbers()
{
    const Json document = Json::parse(
        R"({"most": 9223372036854775807, "least": -9223372036854775808, "exact": 9007199254740992})");
    JsonReader reader(document, QStringLiteral("a.json"));
    const qint64 exact = reader.integer("exact");
    QCOMPARE(exact, qint64(1) << 53);
    QCOMPARE(reader.integer("most"), exact);
    QCOMPARE(reader.optionalInteger("least").value_or(0), -exact);
    QVERIFY(reader.ok());
}

void BaseTest::logTakesMessagesOfQt()
{
    const QtMessageHandler ofTests = qInstallMessageHandler(nullptr);
    log::openFile("test-log");
    qWarning("a message of Qt");
    qInstallMessageHandler(ofTests);
    log::info("test", "a decision");
    log::info("test", QString::fromUtf8("\x1b[2J\u009b2J\u202eb\n2026-01-01 error runner: forged"));
    QFile file(AppPaths::dataFolder() + "/logs/test-log.log");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll().replace("\r\n", "\n"); // lines end as on the system
    for (const char* part :
        { "info start: test-log ", "warning default: a message of Qt\n", "info test: a decision\n" })
        QVERIFY2(text.contains(part), part);
    for (const char* sign : { "\x1b", "\xc2\x9b", "\xe2\x80\xae", "\n2026-01-01 error" })
        QVERIFY2(!text.contains(sign), text.constData());
}

void BaseTest::literalsAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<int>>("found");
    QTest::newRow("none") << QByteArray("not a word of it, hi") << QList<int> {};
    QTest::newRow("empty") << QByteArray() << QList<int> {};
    QTest::newRow("one") << QByteArray("a she b") << QList<int> { 0, 1 };
    QTest::newRow("overlapping") << QByteArray("ushers") << QList<int> { 0, 1, 3 };
    QTest::newRow("either case") << QByteArray("HERS") << QList<int> { 0, 3 };
    QTest::newRow("restart inside") << QByteArray("hhis") << QList<int> { 2 };
    QTest::newRow("high bytes") << QByteArray("\xe2\x80\x98he") << QList<int> { 0 };
}

void BaseTest::literalsAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QList<int>, found);
    const LiteralScanner scanner({ "he", "she", "his", "hers" });
    QList<int> hits;
    scanner.scan(text, [&hits](int index, qsizetype) { hits << index; });
    std::sort(hits.begin(), hits.end());
    QCOMPARE(hits, found);
    if (text.isEmpty())
        return;
    // The same byte by byte.
    QList<int> steps;
    LiteralScanner::State state = LiteralScanner::start;
    for (const char byte : text) {
        state = scanner.next(state, uchar(byte));
        if (scanner.isHit(state))
            steps += QList<int>(scanner.hits(state).begin(), scanner.hits(state).end());
    }
    std::sort(steps.begin(), steps.end());
    QCOMPARE(steps, found);
}

void BaseTest::literalsAreFollowed()
{
    const LiteralScanner scanner({ "he", "she", "hers" });
    LiteralScanner::State state = LiteralScanner::start;
    QList<int> depths;
    for (const char byte : QByteArray("xSher he")) {
        state = scanner.next(state, uchar(byte));
        depths << scanner.depth(state);
    }
    QCOMPARE(depths, (QList<int> { 0, 1, 2, 3, 3, 0, 1, 2 }));
    state = scanner.next(scanner.next(scanner.next(LiteralScanner::start, 's'), 'h'), 'e');
    QVERIFY(scanner.isHit(state));
    QCOMPARE(scanner.hits(state), (std::vector<int> { 1, 0 })); // the longest first
}

void BaseTest::failedWriteKeepsTheOldFile()
{
    QTemporaryDir folder;
    const QString missing = folder.filePath(QStringLiteral("not/there/a.json"));
    const auto result = writeJsonFile(missing, Json::object());
    QVERIFY(!result);
    QVERIFY(result.error().message.contains(missing));
}

// A disk is full when a file may not grow any more; small files show it only when they are flushed.
void BaseTest::fullDiskKeepsTheOldFile()
{
#ifdef Q_OS_WIN
    QSKIP("There is no limit to a file's size to play a full disk with.");
#else
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.json"));
    QVERIFY(writeJsonFile(path, Json { { "old", true } }));
    rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit full { 4, before.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &full);
    const auto result = writeJsonFile(path, Json { { "new", std::string(5000, 'x') } });
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!result);
    QVERIFY2(result.error().message.contains(path), qPrintable(result.error().message));
    const auto kept = readJsonFile(path);
    QVERIFY(kept.ok());
    QVERIFY(kept->contains("old"));
#endif
}

QTEST_GUILESS_MAIN(BaseTest)
#include "BaseTest.moc"
