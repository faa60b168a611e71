// SPDX-License-Identifier: GPL-3.0-or-later
// Bundles that are broken, or that somebody made to do harm: each is refused with a sentence, and nothing of
// it is left.
#include "core/base/Units.h"
#include "core/export/BundleImport.h"
#include "tests/core/export/RawBundle.h"
#include "tests/support/TestFiles.h"

#include <QRandomGenerator>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

using Members = QVector<RawMember>;

const char attemptJson[] = R"({"schema":1,"number":12,"id":"a","state":"failed",
    "stages":[{"id":"compile","state":"failed","logFile":"logs/compile.log"}],"plan":{"stages":[]},
    "request":{"v":1,"source":{"kind":"existing"},"sourceFolder":"~/s","buildFolder":"~/b",
        "configuration":{"flags":[],"environment":[]}}})";

RawMember attemptMember()
{
    return { "attempt.json", attemptJson };
}

RawMember attemptWith(const char* before, const char* after)
{
    return { "attempt.json", QByteArray(attemptJson).replace(before, after) };
}

Members goodFiles()
{
    return { attemptMember(), { "events.jsonl", "{\"v\":1}\n" }, { "logs/compile.log", "one\ntwo\n" } };
}

QByteArray allOf(const Members& files)
{
    return tarOf(Members { headMember() } + files + Members { contentsOf(files) });
}

// With its contents listed as they should be.
QByteArray with(const RawMember& member)
{
    return bundleOf(goodFiles() + Members { member });
}

}

class HostileBundleTest : public QObject {
    Q_OBJECT

private slots:
    void aGoodOneIsTaken();
    void badOnesAreRefused_data();
    void badOnesAreRefused();
    void everyTearIsRefused();
    void everyChangedByteIsRefused();
    void whatGrowsIsTakenOnlyWhereWished_data();
    void whatGrowsIsTakenOnlyWhereWished();
    void whatNoDiskHoldsIsRefused();
    void commandsOfOthersAreNotOffered();

private:
    Result<ImportedBundle> taken(
        const QByteArray& bytes, bool acceptsLarge = false, const BundleLimits& limits = {});
    QStringList leftBehind() const;

    QTemporaryDir m_home;
};

Result<ImportedBundle> HostileBundleTest::taken(
    const QByteArray& bytes, bool acceptsLarge, const BundleLimits& limits)
{
    const QString path = m_home.filePath(QStringLiteral("a.torchmason"));
    write(path, bytes);
    return importBundle(
        path, AttemptStore(m_home.filePath(QStringLiteral("attempts"))), acceptsLarge, limits);
}

QStringList HostileBundleTest::leftBehind() const
{
    const auto all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    QStringList names = QDir(m_home.path()).entryList(all);
    names.removeAll(QStringLiteral("a.torchmason"));
    names.removeAll(QStringLiteral("attempts"));
    return names + QDir(m_home.filePath(QStringLiteral("attempts"))).entryList(all);
}

void HostileBundleTest::aGoodOneIsTaken()
{
    const auto imported = taken(bundleOf(goodFiles()));
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error().message));
    QCOMPARE(contentOf(imported->folder + QStringLiteral("/logs/compile.log")), QByteArray("one\ntwo\n"));
    QVERIFY(QDir(imported->folder).removeRecursively());
}

void HostileBundleTest::badOnesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QByteArray& bytes, const char* words) {
        QTest::newRow(name) << bytes << QString::fromLatin1(words);
    };
    row("nothing", "", "is not a bundle of Torchmason");
    row("a log", "[1/2] Building CXX object\n", "torchmason-cli diagnose");
    row("a packed log", packed(QByteArray(5000, 'x')), "is not a bundle of Torchmason");
    row("another archive", packed(tarOf({ { "readme.txt", "x" } })), "is not a bundle of Torchmason");
    row("no version", packed(tarOf({ { "bundle.json", "{}" } })), "is not a bundle of Torchmason");
    row("newer version", packed(tarOf({ headMember(2) })), "newer version of Torchmason");
    row("head is no JSON", packed(tarOf({ { "bundle.json", "{" } })), "bundle.json, line 1");
    row("head is huge", packed(tarOf({ { "bundle.json", QByteArray(2 << 20, ' ') } })), "too large");

    const struct {
        const char* name;
        const char* member;
    } names[] = { { "above", "../evil.log" }, { "above, later", "logs/../../evil.log" },
        { "absolute", "/tmp/evil.log" }, { "drive", "C:/evil.log" },
        { "backslash", "logs\\..\\..\\evil.log" }, { "device of Windows", "logs/nul.log" },
        { "stream of Windows", "logs/a:b.log" }, { "upper case", "logs/COMPILE.log" },
        { "folder in logs", "logs/a/b.log" }, { "hidden", "logs/.log" }, { "originals", "originals/0a1b" },
        { "a plan", "plan.json" }, { "a lock", "runner.lock" }, { "a program", "run.sh" },
        { "second head", "bundle.json" } };
    for (const auto& [name, member] : names)
        row(name, with({ member, "x" }), "not part of an attempt");
    row("markup", with({ "logs/<b>.log", "x" }), "not part of an attempt");
    row("signs for terminals", with({ "logs/\x1b[2J.log", "x" }), "not plain text");
    row("a line break", with({ "logs/a\nb.log", "x" }), "not plain text");
    row("a mark of direction", with({ "logs/a\xe2\x80\xae.log", "x" }), "not plain text");
    row("no name", with({ "", "x" }), "not plain text");

    for (const auto& [name, type] : { std::pair { "symbolic link", '2' }, { "hard link", '1' },
             { "device", '3' }, { "block device", '4' }, { "folder", '5' }, { "pipe", '6' },
             { "pax header", 'x' }, { "long name", 'L' }, { "sparse file", 'S' } })
        row(name, with({ "runner.log", "", type }), "not a regular file");

    Members many = goodFiles();
    for (int i = 0; i < 300; ++i)
        many.append({ "logs/stage" + QByteArray::number(i) + ".log", "x" });
    row("many files", bundleOf(many), "more than 256 files");
    row("twice", bundleOf(goodFiles() + Members { { "logs/compile.log", "three" } }), "twice");
    Members files = goodFiles();
    files.last().content += "more";
    row("another content",
        packed(tarOf(Members { headMember() } + files + Members { contentsOf(goodFiles()) })), "checksum");
    files.removeLast();
    row("a file less", packed(tarOf(Members { headMember() } + files + Members { contentsOf(goodFiles()) })),
        "missing");
    row("a file more", packed(tarOf(Members { headMember() } + goodFiles() + Members { contentsOf(files) })),
        "not in the list");
    row("no list", packed(tarOf(Members { headMember() } + goodFiles())), "list of its contents is missing");
    row("something behind the list",
        packed(tarOf(Members { headMember() } + goodFiles()
            + Members { contentsOf(goodFiles()), { "runner.log", "x" } })),
        "follows the list");

    const QByteArray good = bundleOf(goodFiles());
    row("twice in one", good + good, "its end is not where it should be");
    row("zeros without an end", packed(allOf(goodFiles()) + QByteArray(1 << 17, '\0')), "end");
    QByteArray tar = allOf(goodFiles());
    row("half of an archive", packed(tar.left(2000)), "ends in");
    tar[512 * 2 + 3] = 'X'; // behind bundle.json
    row("a wrong header", packed(tar), "damaged");

    RawMember bomb { "logs/bomb.log", {}, '0', qint64(2) << 30 };
    row("more than 200 times", packed(tarOf({ headMember(), bomb })), "--large");
    row("a large document", packed(tarOf({ headMember(), { "findings.json", {}, '0', qint64(1) << 30 } })),
        "findings.json has 1");
    row("brackets", with({ "findings.json", QByteArray(100'000, '[') }), "nested too deep");
    row("brackets in a line", with({ "samples.jsonl", "{}\n{\"a\":" + QByteArray(100'000, '{') }),
        "nested too deep");

    row("a million values", with({ "findings.json", '[' + QByteArray("{},").repeated(1'000'000) + "{}]" }),
        "more than 100000 values");
    row("a million values in a line",
        with({ "samples.jsonl", "{}\n[" + QByteArray("0,").repeated(200'000) + "0]\n" }),
        "more than 100000 values");

    row("no attempt", bundleOf({ { "logs/compile.log", "x" } }), "neither attempt.json nor request.json");
    row("attempt is no JSON", bundleOf({ { "attempt.json", "{" } }), "attempt.json, line 1");
    row("attempt is a list", bundleOf({ { "attempt.json", "[]" } }), "attempt.json is not a JSON object");
    row("attempt of a later version", bundleOf({ attemptWith("\"schema\":1", "\"schema\":2") }),
        "newer version");
    row("a state nobody knows", bundleOf({ attemptWith("\"state\":\"failed\"", "\"state\":\"on fire\"") }),
        "on fire");
    row("a log elsewhere", bundleOf({ attemptWith("logs/compile.log", "../../../etc/passwd") }),
        "cannot be one");
    row("a log of another stage", bundleOf({ attemptWith("logs/compile.log", "logs/wheel.log") }),
        "cannot be one");
    row("a stage elsewhere", bundleOf({ attemptWith("\"id\":\"compile\"", "\"id\":\"../x\"") }),
        "cannot be one");
    row("a planned stage elsewhere",
        bundleOf({ attemptWith(
            "\"stages\":[]", R"("stages":[{"id":"../x","kind":"compile","title":"x","commands":[]}])") }),
        "cannot be one");
    row("request is no request", bundleOf({ attemptMember(), { "request.json", "{\"source\":7}" } }),
        "request.json");
    row("findings are none", with({ "findings.json", "7" }), "findings.json is not a JSON object");
}

void HostileBundleTest::badOnesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const auto imported = taken(bytes);
    QVERIFY(!imported);
    const QString sentence = imported.error().message;
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("a.torchmason")), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u'.') && !sentence.contains(u'\n')
            && !sentence.contains(QStringLiteral(".import-")),
        qPrintable(sentence));
    QCOMPARE(leftBehind(), QStringList());
}

void HostileBundleTest::everyTearIsRefused()
{
    const QByteArray good = bundleOf(goodFiles());
    for (qsizetype size = 0; size < good.size(); ++size) {
        const auto imported = taken(good.left(size));
        QVERIFY2(!imported, QByteArray::number(size).constData());
    }
    QCOMPARE(leftBehind(), QStringList());
}

// gzip's header has a time and a system that mean nothing. Some packed bits can be otherwise and mean the
// same: then it is the same bundle.
void HostileBundleTest::everyChangedByteIsRefused()
{
    const QByteArray good = bundleOf(goodFiles());
    const auto first = taken(good);
    QVERIFY(first);
    int same = 0;
    for (qsizetype at = 10; at < good.size(); ++at) {
        QByteArray bad = good;
        bad[at] = char(bad[at] ^ 0x21);
        const auto imported = taken(bad);
        QVERIFY2(!imported || imported->wasHere, QByteArray::number(at).constData());
        same += int(imported.ok());
    }
    QVERIFY2(same < good.size() / 50, QByteArray::number(same).constData());
    QVERIFY(QDir(first->folder).removeRecursively());
    QCOMPARE(leftBehind(), QStringList());
}

void HostileBundleTest::whatGrowsIsTakenOnlyWhereWished_data()
{
    QTest::addColumn<qsizetype>("size");
    QTest::addColumn<bool>("grows");
    QTest::addColumn<bool>("isLarge");
    QTest::newRow("large, grows") << qsizetype(100'000) << true << true;
    QTest::newRow("large, hardly packed") << qsizetype(100'000) << false << false;
    QTest::newRow("small, grows") << qsizetype(30'000) << true << false;
}

void HostileBundleTest::whatGrowsIsTakenOnlyWhereWished()
{
    QFETCH(qsizetype, size);
    QFETCH(bool, grows);
    const BundleLimits limits { 50'000, 10 };
    QByteArray log(size, 'x');
    if (!grows)
        QRandomGenerator(1).generate(log.begin(), log.end());
    const QByteArray bytes = bundleOf({ attemptMember(), { "logs/compile.log", log } });

    const auto unasked = taken(bytes, false, limits);
    QTEST(!unasked, "isLarge");
    if (!unasked) {
        QVERIFY2(
            unasked.error().message.contains(QStringLiteral("--large")), qPrintable(unasked.error().message));
        QCOMPARE(leftBehind(), QStringList());
    }
    const auto wished = taken(bytes, true, limits);
    QVERIFY2(wished, wished ? "" : qPrintable(wished.error().message));
    QCOMPARE(wished->wasHere, unasked.ok());
    QCOMPARE(contentOf(wished->folder + QStringLiteral("/logs/compile.log")), log);
    QVERIFY(QDir(wished->folder).removeRecursively());
}

void HostileBundleTest::whatNoDiskHoldsIsRefused()
{
    const auto imported
        = taken(packed(tarOf({ headMember(), { "logs/bomb.log", {}, '0', qint64(1) << 50 } })), true);
    QVERIFY(!imported);
    QVERIFY2(imported.error().message.contains(QStringLiteral("make room and try again")),
        qPrintable(imported.error().message));
    QCOMPARE(leftBehind(), QStringList());
}

void HostileBundleTest::commandsOfOthersAreNotOffered()
{
    const auto imported = taken(with({ "findings.json",
        R"({"schema":1,"findings":[7,{"rule":"a","title":"b",
            "fixes":[7,{"id":"c","title":"d","command":"evil"}]}]})" }));
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error().message));
    const QByteArray findings = contentOf(imported->folder + QStringLiteral("/findings.json"));
    QVERIFY2(findings.contains("\"d\"") && !findings.contains("evil"), findings.constData());
    QVERIFY(QDir(imported->folder).removeRecursively());
}

QTEST_GUILESS_MAIN(HostileBundleTest)
#include "HostileBundleTest.moc"
