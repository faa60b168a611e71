// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/CMakeCache.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>

using namespace torchmason;

class CMakeCacheTest : public QObject {
    Q_OBJECT

private slots:
    void entriesAreRead_data();
    void entriesAreRead();
    void otherLinesAreNone_data();
    void otherLinesAreNone();
    void missingIsASentence();
};

void CMakeCacheTest::entriesAreRead_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("value");
    newRow("plain", QByteArray("USE_CUDA:BOOL=OFF"), "USE_CUDA", "BOOL", "OFF");
    newRow("empty", QByteArray("X:STRING="), "X", "STRING", "");
    newRow(
        "equals and colons in the value", QByteArray("F:STRING=-DA=1;C:/x:y"), "F", "STRING", "-DA=1;C:/x:y");
    newRow("quoted name", QByteArray("\"a:b\":INTERNAL=1"), "a:b", "INTERNAL", "1");
    newRow("quoted value", QByteArray("X:STRING='x '"), "X", "STRING", "x ");
    newRow("Windows line end", QByteArray("X:PATH=C:/x\r"), "X", "PATH", "C:/x");
    newRow("dash in the name", QByteArray("a-ADVANCED:INTERNAL=1"), "a-ADVANCED", "INTERNAL", "1");
}

void CMakeCacheTest::entriesAreRead()
{
    QFETCH(QByteArray, line);
    const CMakeCache cache = CMakeCache::parse("# This is the CMakeCache file.\n\n" + line + "\n");
    QCOMPARE(cache.entries().size(), 1);
    QTEST(cache.entries().first().name, "name");
    QTEST(cache.entries().first().type, "type");
    QTEST(cache.entries().first().value, "value");
    QVERIFY(cache.entry(cache.entries().first().name));
    QVERIFY(!cache.entry(QStringLiteral("OTHER")));
}

void CMakeCacheTest::otherLinesAreNone_data()
{
    QTest::addColumn<QByteArray>("line");
    newRow("comment", QByteArray("# A:BOOL=ON"));
    newRow("help", QByteArray("//A:BOOL=ON"));
    newRow("no type", QByteArray("A=ON"));
    newRow("no name", QByteArray(":BOOL=ON"));
    newRow("lower-case type", QByteArray("http://x:y=1"));
    newRow("binary", QByteArray("\0\xff\x01", 3));
}

void CMakeCacheTest::otherLinesAreNone()
{
    QFETCH(QByteArray, line);
    QCOMPARE(CMakeCache::parse(line + '\n').entries().size(), 0);
}

void CMakeCacheTest::missingIsASentence()
{
    QTemporaryDir folder;
    const auto cache = CMakeCache::read(folder.path());
    QVERIFY(!cache);
    QVERIFY2(cache.error().message.contains(folder.path()), qPrintable(cache.error().message));
}

QTEST_GUILESS_MAIN(CMakeCacheTest)
#include "CMakeCacheTest.moc"
