// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"
#include "core/base/TextDecoding.h"
#include "core/history/LogTextSearch.h"
#include "core/history/RequiredTexts.h"
#include "tests/support/Rows.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

using namespace torchmason;

Q_DECLARE_METATYPE(torchmason::LogQuery)

namespace {

constexpr auto Text = LogQuery::Kind::Text;
constexpr auto Expression = LogQuery::Kind::Expression;

// What a search should find, said in the shortest way: line by line, as it is shown.
QVector<qint64> plainly(const QByteArray& log, const LogQuery& query)
{
    const QRegularExpression expression(
        query.kind == Text ? QRegularExpression::escape(query.text) : query.text,
        QRegularExpression::CaseInsensitiveOption);
    QVector<qint64> hits;
    const QList<QByteArray> lines = log.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const bool isLine = i + 1 < lines.size() || !lines[i].isEmpty();
        if (isLine && expression.match(shownLineText(lines[i])).hasMatch())
            hits.append(i);
    }
    return hits;
}

// Small letters; "#" is any digit and "?" what words are made of.
QByteArray written(const BytePattern& pattern)
{
    QByteArray text;
    for (const ByteSet& bytes : pattern) {
        char last = 0;
        for (int byte = 0; byte < 128; ++byte)
            last = bytes[size_t(byte)] ? char(byte) : last;
        text += bytes.count() == 10 ? '#' : bytes.count() > 10 ? '?' : last;
    }
    return text;
}

// A log that is written anew by its test.
class WrittenLog {
public:
    const RegularFile& write(const QByteArray& bytes)
    {
        QFile file(m_log.fileName());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no log can be written");
        file.close();
        if (!m_log.isOpen() && !m_log.open(QIODevice::ReadOnly))
            qFatal("the log cannot be read");
        return m_log;
    }

private:
    QTemporaryDir m_folder;
    RegularFile m_log { m_folder.filePath("compile.log") };
};

// As LogSearch and the search of all logs take the hits.
void searchOn(LogTextScan& scan, const RegularFile& log, QVector<qint64>& hits)
{
    for (bool hasMore = true; hasMore;) {
        const qint64 from = scan.nextLine();
        hits.removeIf([from](qint64 line) { return line >= from; });
        QVector<qint64> found;
        hasMore = scan.step(log, found);
        for (const qint64 line : found) {
            if (hits.isEmpty() || line > hits.last())
                hits.append(line);
        }
    }
}

QVector<qint64> searched(const QByteArray& log, const LogQuery& query)
{
    static WrittenLog file;
    static QByteArray written;
    static const RegularFile* reader = nullptr;
    if (!reader || written != log)
        reader = &file.write(log);
    written = log;
    LogTextScan scan(query);
    QVector<qint64> hits;
    searchOn(scan, *reader, hits);
    return hits;
}

}

class LogQueryTest : public QObject {
    Q_OBJECT

    const int m_page = systemCodePage();

private slots:
    void cleanup() { pretendSystemCodePage(m_page); }

    void steps()
    {
        const QByteArray log
            = "-- [1/2] no\n[1/2|1|0.1] a.o\nwarning [2/2]\n\x1b[1m[2/2] b\xc3\xbc.o\nFAILED: b.o \n"
              "2024-05-01T10:00:00.1234567Z FAILED: [code=1] c.o\nfailed: x\nninja: stopped\n";
        QCOMPARE(searched(log, { LogQuery::Kind::Steps, {} }), (QVector<qint64> { 1, 3, 7 }));
        QCOMPARE(searched(log, { LogQuery::Kind::FailedSteps, {} }), (QVector<qint64> { 4, 5 }));
    }

    void requiredTextsOfExpressions_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QByteArrayList>("texts");
        QTest::addColumn<bool>("areEnough");
        const auto row = [](const char* expression, const QByteArrayList& texts, bool areEnough = false) {
            QTest::newRow(expression) << QString::fromUtf8(expression) << texts << areEnough;
        };
        row("error: .*declared", { "declared" });
        row("(error|warning):", { "error:", "warning:" }, true);
        row("fatal|error C\\d+", { "fatal", "error c#" }, true);
        row("sm_\\d+", { "sm_#" }, true);
        row("sm_\\d+a", { "sm_" });
        row("sm_(?:\\d+|x)y", { "sm_" });
        row("\\w_cuda\\d*", { "?_cuda" }, true);
        row("\\w+_cuda\\d*\\.", { "_cuda" });
        row("(a|b)c(d|e)f?", { "acd", "ace", "bcd", "bce" }, true);
        row("(a|b)c(d|e)f?g", {});
        row("(?>er|error)s", { "er", "error" });
        row("abc{2}", { "abc" });
        row("error$", { "error" });
        row("error.*", { "error" }, true);
        row("a|b", { "a", "b" }, true);
        row("(abc|)d", { "abcd", "d" }, true);
        row("\\.o:", { ".o:" }, true);
        row("^\\[\\d+/\\d+\\] Building", { "] building" });
        row("ab+cd?efg{2}hi*", { "efg" });
        row("(?:long enough)?x(?<name>ab)", { "ab" });
        row("(a|bcd)ef", { "aef", "bcdef" }, true);
        row("x[]abc]yz", { "yz" });
        row("a\\.b\\dcde", { "a.b#cde" }, true);
        row("grün", { "gr" });
        for (const char* none : { "error|", "(abc|)", "(abc)?", "(abc){0,2}", "(?=abc)", "(?!abc)", "(?i)abc",
                 "abc(?#def)", "\\Qabc|d\\E", "(a)abc\\1", "abc{1}{0}", "a{b|c}", "\\x41bc", "[[:alpha:]]abc",
                 "(*COMMIT)abc", "abc)", "(?x) a b c", "\\p{Lu}abc", "(?P>abc)" })
            row(none, {});
    }
    void requiredTextsOfExpressions()
    {
        QFETCH(QString, expression);
        QFETCH(QByteArrayList, texts);
        QFETCH(bool, areEnough);
        const RequiredTexts required = requiredTexts(expression);
        QByteArrayList found;
        for (const BytePattern& pattern : required.texts)
            found.append(written(pattern));
        QCOMPARE(found, texts);
        QCOMPARE(required.areEnough, areEnough);
    }

    void whatIsShownIsFound_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isFound");
        newRow("colours in the word", QByteArray("un\x1b[1;31mdefi\x1b[0mned"), "undefined", true);
        newRow("colours behind a letter", QByteArray("e\x1b[1m\x1b[Krror"), "error", true);
        newRow("numbers of colours", QByteArray("\x1b[31mred"), "31m", false);
        newRow("CRLF", QByteArray("one two\r"), "two", true);
        newRow("overwritten", QByteArray("Receiving 10%\rReceiving 99%"), "10%", false);
        newRow("not overwritten", QByteArray("Receiving 10%\rReceiving 99%\r"), "99%", true);
        newRow("tab as spaces", QByteArray("a\tb"), "a    b", true);
        newRow("tab as tab", QByteArray("a\tb"), "a\tb", true);
        newRow("latin 1", QByteArray("gr\xfc\xdf"), "GRÜß", true);
        newRow("umlaut", QByteArray("\xc3\x84pfel"), "äpfel", true);
        newRow("sharp s",
            QByteArray("Stra\xc3\x9f"
                       "e"),
            "STRASSE", false);
        newRow("capital sharp s",
            QByteArray("Stra\xc3\x9f"
                       "e"),
            "STRAẞE", true);
        newRow("dotless i", QByteArray("Diyarbak\xc4\xb1r"), "diyarbakir", false);
        newRow("long s", QByteArray("Fenſter"), "fenster", true);
        newRow("kelvin", QByteArray("300 \xe2\x84\xaa"), "300 k", true);
        newRow("s for long s", QByteArray("Fenster"), "fenſter", true);
        newRow("quotes", QByteArray("‘foo’ was not declared"), "‘FOO’", true);
    }
    void whatIsShownIsFound()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, text);
        QFETCH(bool, isFound);
        const QVector<qint64> expected = isFound ? QVector<qint64> { 1 } : QVector<qint64> {};
        QCOMPARE(searched("first\n" + line + "\nlast\n", { Text, text }), expected);
        QCOMPARE(searched("first\n" + line, { Text, text }), expected);
    }

    void tabsOfExpressions_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<bool>("isFound");
        newRow("as an escape", "a\\tb", true);
        newRow("as itself", "a\tb", true);
        newRow("twice", "^a\\t{1}b\\t\\t?c$", true);
        newRow("in a class", "a[\\t]+b", true);
        newRow("in a class with others", "a[x\\t]{4}b", true);
        newRow("behind a bracket", "a[]\\t]{4}b", true);
        newRow("behind a named class", "a[[:digit:]\\t]{4}b", true);
        newRow("not one of a class", "a[^]\\t]", false);
        newRow("behind a class", "[[:alpha:]]\\tb", true);
        newRow("an escaped backslash", "a\\\\tb", false);
        newRow("another place", "\\ta", false);
    }
    void tabsOfExpressions()
    {
        QFETCH(QString, expression);
        QFETCH(bool, isFound);
        const QVector<qint64> expected = isFound ? QVector<qint64> { 1 } : QVector<qint64> {};
        QCOMPARE(searched("first\na\tb\tc\nend\n", { Expression, expression }), expected);
    }

    // The quick search and the plain one, on lines of pieces that are hard for the quick one.
    void quickAndPlainSearchAgree_data()
    {
        QTest::addColumn<int>("page");
        newRow("of this system", m_page);
        newRow("UTF-8", 65001);
        newRow("GBK", 936);
        newRow("western Europe", 1252);
    }
    void quickAndPlainSearchAgree()
    {
        QFETCH(int, page);
        pretendSystemCodePage(page);
        const QByteArrayList pieces { "error", "ERROR", "Err", "or", ": ", "\x1b[31m", "\x1b[0m", "\t", "\r",
            "\r\n", "\n", "\n", "ä", "Ä", "\xe4", "\xc3", "ß", "ẞ", "ſ", "K", "k", "s", "ı", "İ", "I", "错误",
            "\xb4\xed\xce\xf3", QByteArray("\0", 1), "\x07", "\x1b", "[12/345] ", " found", "aaaa", " ",
            "e\x1b[1m\x1b[Kr", "er\x1b[mror\x1b[K", "\xc3\x1b[m\xa4", "\x1b]0;error", "\x1b[4", "\xfc",
            "sm_89", "\xe9\x94", "р", "Р", "\xd1" };
        const QVector<LogQuery> queries { { Text, "error" }, { Text, "r" }, { Text, "Är" }, { Text, "ä" },
            { Text, "s" }, { Text, "kk" }, { Text, "ſ" }, { Text, "i" }, { Text, "ß" }, { Text, "错误" },
            { Text, "error: error" }, { Text, "    " }, { Text, "´í" }, { Text, "Ãr" }, { Text, "орР" },
            { Text, "ør" }, { Text, "rä错误" }, { Text, "ẞ" }, { Text, "Å" }, { Text, "m" }, { Text, "31m" },
            { Expression, "sm_\\d+" }, { Expression, "(error|err ):?" }, { Expression, "k|or\\d" },
            { Expression, "r\\w+" }, { Expression, "(err|e) \\w*" }, { Expression, "error|found" },
            { Expression, "^err" }, { Expression, "found$" }, { Expression, "(ERR)+(or)?\\W" },
            { Expression, "\\[\\d+/\\d+\\]\\s+e" }, { Expression, "[^a]ss|kk" }, { Expression, "^$" },
            { Expression, "(?<!r)or\\s*$" }, { Expression, "ä{2}" } };
        QRandomGenerator random(20'261'124);
        for (int round = 0; round < 100; ++round) {
            QByteArray log;
            const int filler = random.bounded(4) == 0 ? 20'000 : 0;
            for (int i = random.bounded(400); i > 0; --i) {
                log += pieces[random.bounded(int(pieces.size()))];
                if (filler > 0 && random.bounded(30) == 0)
                    log += QByteArray(random.bounded(filler), '.')
                        + pieces[random.bounded(int(pieces.size()))] + "\n";
            }
            for (const LogQuery& query : queries) {
                const QVector<qint64> expected = plainly(log, query);
                const QVector<qint64> found = searched(log, query);
                if (found != expected)
                    qWarning() << round << query.text << log.toPercentEncoding(" :[]/").left(3000);
                QCOMPARE(found, expected);
            }
        }
    }

    void hitsAcrossBlocks()
    {
        for (const qsizetype block : { 256 * 1024, 512 * 1024, 4 * 1024 * 1024 }) {
            for (const int shift : { -30, -6, -3, 0, 3 }) {
                const QByteArray before = QByteArray(block / 2 - 1, '.') + '\n';
                const QByteArray log = before + QByteArray(block / 2 + shift, '.') + "Needle\r\nneedle";
                QCOMPARE(searched(log, { Text, "needle" }), (QVector<qint64> { 1, 2 }));
                QCOMPARE(searched(log, { Expression, "^n.*e$" }), (QVector<qint64> { 2 }));
            }
        }
    }

    // A line that is longer than what is usually read at once is still seen as a whole.
    void aLongLineThatIsOverwritten()
    {
        const QByteArray log = "one\nReceiving 10%\r" + QByteArray(600 * 1024, ' ') + "99%\nlast\n";
        QCOMPARE(searched(log, { Text, "10%" }), (QVector<qint64> {}));
        QCOMPARE(searched(log, { Text, "99%" }), (QVector<qint64> { 1 }));
        QCOMPARE(searched(log, { Expression, "receiving" }), (QVector<qint64> {}));
        QCOMPARE(searched(log, { Expression, "1\\d%" }), (QVector<qint64> {}));
    }

    // A line of several blocks: once, wherever the text stands, and the lines behind it keep their numbers.
    void longLines()
    {
        constexpr qsizetype block = 4 * 1024 * 1024;
        const QByteArray needle = "un\x1b[31mdefin\x1b[0med";
        for (const qsizetype at :
            { qsizetype(5), block - 20, block - 5, block, 2 * block + 77, 3 * block - 9 }) {
            QByteArray line(3 * block + 1000, 'x');
            line.replace(at, needle.size(), needle);
            const QByteArray log = "one\n" + line + "\nundefined\n";
            QCOMPARE(searched(log, { Text, "undefined" }), (QVector<qint64> { 1, 2 }));
            QCOMPARE(searched(log, { Text, "absent" }), QVector<qint64> {});
            QCOMPARE(searched(log, { Expression, "^undef" }), (QVector<qint64> { 2 }));
        }
    }

    void whatAnExpressionDoesNotSee()
    {
        const QByteArray line = QByteArray(70'000, '.') + "needle\n";
        QCOMPARE(searched(line, { Expression, "needle" }), QVector<qint64> {});
        QCOMPARE(searched(line, { Text, "needle" }), (QVector<qint64> { 0 }));
    }

    // What is found in a last line that is still written may be gone when it is whole.
    void aLogThatGrowsAndShrinks()
    {
        QByteArray bytes = "one\n10%";
        WrittenLog log;
        LogTextScan scan({ Text, "10%" });
        QVector<qint64> hits;
        searchOn(scan, log.write(bytes), hits);
        QCOMPARE(hits, (QVector<qint64> { 1 }));
        bytes += "\r99%\n10";
        searchOn(scan, log.write(bytes), hits);
        QCOMPARE(hits, (QVector<qint64> {}));
        bytes += "%\n";
        searchOn(scan, log.write(bytes), hits);
        QCOMPARE(hits, (QVector<qint64> { 2 }));
        bytes.truncate(3);
        searchOn(scan, log.write(bytes), hits);
        QCOMPARE(hits, (QVector<qint64> { 2 }));
    }
};

QTEST_GUILESS_MAIN(LogQueryTest)
#include "LogQueryTest.moc"
