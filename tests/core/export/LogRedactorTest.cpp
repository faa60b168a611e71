// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/LogRedactor.h"
#include "tests/support/Rows.h"

#include "core/export/JsonRedaction.h"

#include <QTest>

using namespace torchmason;

namespace {

const PrivateNames names { "/home/anna",
    { "anna", QString::fromUtf8("张伟"), QString::fromUtf8("Γιώργος"), QString::fromUtf8("Jörn") },
    { "annas-box" } };

QByteArray redacted(const QByteArray& bytes, const PrivacyFilter& privacy, qsizetype cut = 1 << 16)
{
    LogRedactor redactor(privacy);
    QByteArray out;
    for (qsizetype at = 0; at < bytes.size(); at += cut)
        redactor.add(bytes.mid(at, cut), out);
    redactor.finish(out);
    return out;
}

QByteArray utf16(const QString& text)
{
    return QByteArray(reinterpret_cast<const char*>(text.utf16()), text.size() * 2);
}

}

class LogRedactorTest : public QObject {
    Q_OBJECT

private slots:
    void masksAreAsLong_data();
    void masksAreAsLong();
    void otherBytesStay_data();
    void otherBytesStay();
    void cutsChangeNothing();
    void blocksChangeNothing();
    void aLongLineIsGoneThroughInPieces();
    void onlySecretsGoWhereNamesStay();
    void documentsStayReadable();
    void pairsAreMaskedByTheirName();

private:
    PrivacyFilter m_privacy { names };
};

void LogRedactorTest::masksAreAsLong_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const QByteArray& line, const QByteArray& shown) {
        newRow(name, line, shown);
    };
    row("nothing", "[1/2] Building CXX object x.o\n", "[1/2] Building CXX object x.o\n");
    row("empty", "", "");
    row("home", "/home/anna/x.cpp:1:2: error: y\n", "~xxxxxxxxx/x.cpp:1:2: error: y\n");
    row("home of another", "/home/berta/x\n", "/home/xxxxx/x\n");
    row("folder on Windows", "C:\\Users\\Carl C\\x\n", "C:\\Users\\xxxxxx\\x\n");
    row("everybody's folder", "C:\\Users\\Public\\x\n", "C:\\Users\\Public\\x\n");
    row("a word", "by anna on annas-box\n", "by xxxx on xxxxxxxxx\n");
    row("inside a word", "Savanna\n", "Savanna\n");
    row("identifier", "6b1e5c2a-93d1-4f0e-8a8e-0123456789ab\n", QByteArray(36, 'x') + '\n');
    row("long secret", "MY_TOKEN=0123456789\n", "MY_TOKEN=(masked)xx\n");
    row("short secret", "MY_TOKEN=0123\n", "MY_TOKEN=xxxx\n");
    row("quoted secret", "MY_TOKEN=\"01234 56789\"\n", "MY_TOKEN=\"(masked)xxx\"\n");
    row("masked already", "MY_TOKEN=(masked)\n", "MY_TOKEN=(masked)\n");
    row("password", "https://me:secret12@host/\n", "https://me:(masked)@host/\n");
    row("token as user", "https://ghp_16C7e42F292c@github.com\n", "https://(masked)xxxxxxxx@github.com\n");
    row("parameter", "http://h/f?sig=abcdefghij&x=1\n", "http://h/f?sig=(masked)xx&x=1\n");
    row("header", "Authorization: Bearer abcdefghij\n", "Authorization: Bearer (masked)xx\n");
    row("behind a colour", "\x1b[01;31m\x1b[Kanna\x1b[m\x1b[K\n", "\x1b[01;31m\x1b[Kxxxx\x1b[m\x1b[K\n");
    row("home of another behind a colour", "\x1b[K/home/bob/x\n", "\x1b[K/home/xxx/x\n");
    row("inside a link", "\x1b]8;;file://annas-box/home/anna/x\x1b\\x\n",
        "\x1b]8;;file://xxxxxxxxx~xxxxxxxxx/x\x1b\\x\n");
    row("behind letters of several bytes", "\xc3\xa9\xf0\x9f\xa7\xb1 anna\n",
        "\xc3\xa9\xf0\x9f\xa7\xb1 xxxx\n");
    row("letters of several bytes", "/home/j\xc3\xbcrg/x\n", "/home/xxxxx/x\n");
    row("another case of a name beyond ASCII", "\xce\x93\xce\x99\xcf\x8e\xcf\x81\xce\xb3\xce\xbf\xcf\x82\n",
        QByteArray(14, 'x') + '\n');
    row("long name of a folder on Windows",
        "C:\\Users\\" + QByteArray("\xe5\xbc\xa0\xe4\xbc\x9f").repeated(7) + " \xe5\xbc\xa0\\x\n",
        "C:\\Users\\" + QByteArray(46, 'x') + "\\x\n");
    row("name of Han inside of text", "\xe7\x94\xa8\xe6\x88\xb7\xe5\xbc\xa0\xe4\xbc\x9f\n",
        "\xe7\x94\xa8\xe6\x88\xb7xxxxxx\n");
    row("byte order mark",
        "\xef\xbb\xbf"
        "anna\n",
        "\xef\xbb\xbfxxxx\n");
    row("a secret ends with its line", "A_TOKEN=0123456789\nanna\n", "A_TOKEN=(masked)xx\nxxxx\n");
}

void LogRedactorTest::masksAreAsLong()
{
    QFETCH(QByteArray, line);
    const QByteArray shown = redacted(line, m_privacy);
    QTEST(shown, "shown");
    QCOMPARE(shown.size(), line.size());
    QCOMPARE(redacted(shown, m_privacy), shown);
}

void LogRedactorTest::otherBytesStay_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("shown");
    // "文件" and "：" in GBK.
    const QByteArray gbk("\xce\xc4\xbc\xfe\xa3\xba");
    newRow("GBK", gbk + "C:\\x.cpp(1): error\n", gbk + "C:\\x.cpp(1): error\n");
    newRow("a name in GBK", gbk + "anna " + gbk + "\n", gbk + "xxxx " + gbk + "\n");
    newRow("a folder in GBK", gbk + "C:\\Users\\\xd5\xc5\xce\xb0\\x\n", gbk + "C:\\Users\\xxxx\\x\n");
    newRow("a name of Han in GBK", gbk + "\xd5\xc5\xce\xb0\n", gbk + "xxxx\n");
    newRow("a name in Greek", QByteArray("\xe1\xf4\xfc: \xc3\xe9\xfe\xf1\xe3\xef\xf2\n"),
        QByteArray("\xe1\xf4\xfc: xxxxxxx\n")); // 1253
    newRow("a word that a name begins with", QByteArray("\xe1: J\xf6rn J\xf6rns\n"),
        QByteArray("\xe1: xxxx J\xf6rns\n"));
    newRow("UTF-8 beside it", "\xc3\xa9 anna\n" + gbk + "\n", "\xc3\xa9 xxxx\n" + gbk + "\n");
    // A line feed is two bytes in UTF-16: the second one begins the next line.
    const QString wide = "C:\\Users\\Carl\\x: " + QString::fromUtf8("错误") + " anna";
    QString wideShown = wide;
    wideShown.replace("Carl", "xxxx").replace("anna", "xxxx");
    newRow("UTF-16", utf16(wide + u'\n' + wide), utf16(wideShown + u'\n' + wideShown));
    newRow("UTF-16 behind UTF-8", "anna\n" + utf16(wide + u'\n') + "", "xxxx\n" + utf16(wideShown + u'\n'));
    newRow("a name beyond ASCII in UTF-16", utf16(QString::fromUtf8("written by Γιώργος: x\n")),
        utf16("written by xxxxxxx: x\n"));
    QByteArray all;
    for (int byte = 0; byte < 256; ++byte)
        all.append(char(byte));
    newRow("every byte", all + all, all + all);
    newRow("torn UTF-8", QByteArray("\xe7\x94"), QByteArray("\xe7\x94"));
}

void LogRedactorTest::otherBytesStay()
{
    QFETCH(QByteArray, bytes);
    const PrivacyFilter privacy(names, [](const QString& name) {
        return name.size() == 2 ? QVector<QByteArray> { "\xd5\xc5\xce\xb0" } // 936
            : name.size() == 7  ? QVector<QByteArray> { "\xc3\xe9\xfe\xf1\xe3\xef\xf2" } // 1253
                                : QVector<QByteArray> { "J\xf6rn" }; // 1252
    });
    QTEST(redacted(bytes, privacy), "shown");
}

void LogRedactorTest::cutsChangeNothing()
{
    const QByteArray text
        = "[1/2] /home/anna/\xe6\x96\x87.cpp by anna\nMY_TOKEN=0123456789\n\xce\xc4 anna\nend anna";
    const QByteArray whole = redacted(text, m_privacy);
    QVERIFY(!whole.contains("anna"));
    for (qsizetype cut = 1; cut < text.size(); ++cut)
        QCOMPARE(redacted(text, m_privacy, cut), whole);
}

void LogRedactorTest::blocksChangeNothing()
{
    QByteArray text;
    QByteArray expected;
    for (int i = 0; text.size() < 2'500'000; ++i) {
        const QByteArray rest = QByteArray::number(i) + QByteArray(i % 97, '.') + "\xe6\x96\x87\n";
        text += "anna " + rest;
        expected += "xxxx " + rest;
    }
    QVERIFY(redacted(text, m_privacy, 70'001) == expected);
}

void LogRedactorTest::aLongLineIsGoneThroughInPieces()
{
    // Names lie at all distances from the places where pieces are cut.
    QByteArray line;
    while (line.size() < 5'000'000)
        line += QByteArray(line.size() % 61, 'z')
            + " /home/anna/\xe6\x96\x87 MY_TOKEN=0123456789 anna 'MY_TOKEN=a " + QByteArray(30, 'q')
            + " b' Authorization: Bearer 0123456789 ";
    const QByteArray shown = redacted(line + "\nanna\n", m_privacy, 70'001);
    QCOMPARE(shown.size(), line.size() + 6);
    QVERIFY(!shown.contains("anna"));
    QVERIFY(!shown.contains("0123456789"));
    QVERIFY(!shown.contains('q'));
    QCOMPARE(shown.count("\xe6\x96\x87"), line.count("\xe6\x96\x87"));
    QCOMPARE(shown.count("~xxxxxxxxx/"), line.count("/home/anna/"));
}

void LogRedactorTest::onlySecretsGoWhereNamesStay()
{
    QCOMPARE(redacted("/home/anna/x MY_TOKEN=0123456789\n", PrivacyFilter::secretsOnly()),
        QByteArray("/home/anna/x MY_TOKEN=(masked)xx\n"));
}

// Whoever is called like a word of the format does not break it.
void LogRedactorTest::documentsStayReadable()
{
    const PrivacyFilter privacy({ "/home/failed", { "failed", "git", "logs" }, {} });
    const Json document = { { "id", "6b1e5c2a-93d1-4f0e-8a8e-0123456789ab" }, { "state", "failed" },
        { "logFile", "logs/compile.log" }, { "error", "failed said no" },
        { "source", { { "kind", "git" }, { "url", "git in /home/failed/x" } } },
        { "skippedStages", { "verify" } }, { "count", 3 } };
    const Json shown = redacted(document, privacy, Masks::AsShown);
    QVERIFY(shown["id"] == document["id"]);
    QVERIFY(shown["state"] == document["state"]);
    QVERIFY(shown["logFile"] == document["logFile"]);
    QVERIFY(shown["source"]["kind"] == document["source"]["kind"]);
    QVERIFY(shown["skippedStages"] == document["skippedStages"]);
    QVERIFY(shown["count"] == document["count"]);
    QCOMPARE(shown["error"].get<std::string>(), std::string("(user) said no"));
    QCOMPARE(shown["source"]["url"].get<std::string>(), std::string("(user) in ~/x"));
}

void LogRedactorTest::pairsAreMaskedByTheirName()
{
    const Json document = { { "environment", { { { "name", "HF_TOKEN" }, { "value", "geheim" } } } },
        { "variables", { { "HF_TOKEN", "geheim" }, { "LANG", "C" } } } };
    const Json shown = redacted(document, m_privacy, Masks::AsShown);
    QCOMPARE(shown["environment"][0]["value"].get<std::string>(), std::string("(masked)"));
    QCOMPARE(shown["environment"][0]["name"].get<std::string>(), std::string("HF_TOKEN"));
    QCOMPARE(shown["variables"]["HF_TOKEN"].get<std::string>(), std::string("(masked)"));
    QCOMPARE(shown["variables"]["LANG"].get<std::string>(), std::string("C"));
}

QTEST_GUILESS_MAIN(LogRedactorTest)
#include "LogRedactorTest.moc"
