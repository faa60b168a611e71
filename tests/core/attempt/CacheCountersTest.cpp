// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/CacheCounters.h"
#include "core/store/StageStanding.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class CacheCountersTest : public QObject {
    Q_OBJECT

private slots:
    void ccacheStatistics();
    void ccacheLog();
    void aLogOfAGigabyteIsNotRead();
    void sccacheStatistics();
    void nonsenseIsAnError_data();
    void nonsenseIsAnError();
    void differences();
    void texts_data();
    void texts();
    void stagesThatSayTheSameMakeOneLine();
    void keptAsJson();
};

// ccache 4.7.5
void CacheCountersTest::ccacheStatistics()
{
    const auto use
        = countsOfCcache("autoconf_test\t1\ncache_miss\t440\ncache_size_kibibyte\t1266568\n"
                         "called_for_link\t2\ndirect_cache_hit\t971\ndirect_cache_miss\t449\n"
                         "files_in_cache\t10744\nlocal_storage_hit\t978\npreprocessed_cache_hit\t7\n"
                         "remote_storage_error\t3\nremote_storage_hit\t5\nremote_storage_timeout\t1\n"
                         "stats_updated_timestamp\t1795273419\n");
    QVERIFY(use.ok());
    QCOMPARE(*use, (CacheUse { QStringLiteral("ccache"), 978, 440, 3, 4, false }));
    const auto old
        = countsOfCcache("cache_miss\t1\nsecondary_storage_error\t2\nprimary_storage_hit\t3\n"); // 4.6
    QVERIFY(old.ok());
    QCOMPARE(*old, (CacheUse { QStringLiteral("ccache"), 0, 1, 0, 2, false }));
}

// CCACHE_STATSLOG of ccache 4.7.5; a last line may be torn where the compiler was killed.
void CacheCountersTest::ccacheLog()
{
    const CacheUse use
        = countsOfCcacheLog("# a.c\ncache_miss\ndirect_cache_miss\nlocal_storage_miss\n"
                            "local_storage_write\nremote_storage_error\n# a.c\ndirect_cache_hit\n"
                            "local_storage_hit\n# a.o\ncalled_for_link\n# cache_miss\n");
    QCOMPARE(use, (CacheUse { QStringLiteral("ccache"), 1, 1, 1, 1, true }));
    QCOMPARE(countsOfCcacheLog({}), (CacheUse { QStringLiteral("ccache"), 0, 0, 0, 0, true }));
}

// What is built knows where it is.
void CacheCountersTest::aLogOfAGigabyteIsNotRead()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath("ccache.log");
    QVERIFY(!readCcacheLog(log));
    write(log, "# a.c\ndirect_cache_hit\nlocal_storage_hit\n");
    QCOMPARE(readCcacheLog(log), std::optional(CacheUse { QStringLiteral("ccache"), 1, 0, 0, 0, true }));
    QVERIFY(QFile::resize(log, qint64(1) << 30));
    QVERIFY(!readCcacheLog(log));
}

// sccache 0.4
void CacheCountersTest::sccacheStatistics()
{
    const auto use = countsOfSccache(
        R"({"stats":{"compile_requests":9,"requests_unsupported_compiler":0,"requests_not_compile":1,)"
        R"("requests_not_cacheable":2,"requests_executed":6,"cache_errors":{"counts":{"C/C++":1}},)"
        R"("cache_hits":{"counts":{"C/C++":3,"CUDA":1}},"cache_misses":{"counts":{"C/C++":2}},)"
        R"("cache_timeouts":0,"cache_read_errors":0,"non_cacheable_compilations":0,"cache_write_errors":1,)"
        R"("not_cached":{"-o":1}},"cache_location":"Local disk: \"/x\"","cache_size":482})");
    QVERIFY(use.ok());
    QCOMPARE(*use, (CacheUse { QStringLiteral("sccache"), 4, 2, 3, 2, false }));
}

void CacheCountersTest::nonsenseIsAnError_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words") << QByteArray("ccache: error: no such option\n");
    QTest::newRow("other JSON") << QByteArray("[1,2]");
    QTest::newRow("stats is a number") << QByteArray("{\"stats\":1}");
    QTest::newRow("text for a number") << QByteArray("{\"stats\":{\"cache_timeouts\":\"x\"}}");
}

void CacheCountersTest::nonsenseIsAnError()
{
    QFETCH(QByteArray, text);
    QVERIFY(!countsOfCcache(text).ok());
    QVERIFY(!countsOfSccache(text).ok());
}

void CacheCountersTest::differences()
{
    const CacheUse before { QStringLiteral("ccache"), 10, 5, 1, 0, false };
    const CacheUse after { QStringLiteral("ccache"), 12, 6, 1, 0, false };
    QCOMPARE(*difference(before, after), (CacheUse { QStringLiteral("ccache"), 2, 1, 0, 0, false }));
    QVERIFY(!difference(after, before)); // set to zero meanwhile
}

void CacheCountersTest::texts_data()
{
    QTest::addColumn<CacheUse>("use");
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << CacheUse { "ccache", 35, 0, 2, 0, true }
                         << "ccache: 35 of 35 compilations from the cache (100 %)";
    QTest::newRow("one") << CacheUse { "ccache", 1, 0, 0, 0, true }
                         << "ccache: 1 of 1 compilation from the cache (100 %)";
    QTest::newRow("not quite all") << CacheUse { "ccache", 999, 1, 0, 0, true }
                                   << "ccache: 999 of 1000 compilations from the cache (99 %)";
    QTest::newRow("none") << CacheUse { "sccache", 0, 3, 0, 0, true }
                          << "sccache: 0 of 3 compilations from the cache (0 %)";
    QTest::newRow("nothing compiled")
        << CacheUse { "ccache", 0, 0, 2, 0, true } << "ccache: nothing was compiled through it";
    QTest::newRow("others too")
        << CacheUse { "ccache", 5, 2, 0, 0, false }
        << "ccache: at most 5 compilations from the cache and 2 new ones; builds at the "
           "same time are counted too";
}

void CacheCountersTest::texts()
{
    QFETCH(CacheUse, use);
    QTEST(cacheUseText(use), "text");
}

// Compiling and packing ask for the same cache.
void CacheCountersTest::stagesThatSayTheSameMakeOneLine()
{
    AttemptRecord record;
    for (const char* id : { "configure", "compile", "wheel" }) {
        StageResult stage;
        stage.id = QLatin1String(id);
        record.stages.append(stage);
    }
    QVERIFY(cacheLines(record).isEmpty());
    const CacheUse none { "ccache", 0, 0, 2, 0, true };
    record.stages[1].cache = record.stages[2].cache = none;
    QCOMPARE(cacheLines(record), QStringList { "ccache: nothing was compiled through it" });
    record.stages[1].cache = CacheUse { "ccache", 35, 0, 2, 0, true };
    QCOMPARE(cacheLines(record),
        QStringList({ "Compile: ccache: 35 of 35 compilations from the cache (100 %)",
            stageTitle(record, "wheel") + ": ccache: nothing was compiled through it" }));
}

void CacheCountersTest::keptAsJson()
{
    const CacheUse use { QStringLiteral("ccache"), 1, 2, 3, 4, true };
    const auto read = cacheUseFromJson(toJson(use), QStringLiteral("here"));
    QVERIFY(read.ok());
    QCOMPARE(*read, use);
    QVERIFY(!cacheUseFromJson({ { "tool", "ccache" } }, QStringLiteral("here")).ok());
}

QTEST_GUILESS_MAIN(CacheCountersTest)
#include "CacheCountersTest.moc"
