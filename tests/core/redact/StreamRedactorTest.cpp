// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/StreamRedactor.h"
#include "core/redact/BuildSecrets.h"
#include "tests/core/redact/Cuts.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

using Needles = std::shared_ptr<const NeedleSet>;

// Looked for as they are, in no other form: what must be masked can be told by hand.
Needles exactly(const QVector<QByteArray>& needles)
{
    return std::make_shared<const NeedleSet>(needles);
}

// Another way to the same: all places of all needles, those that touch put together.
QByteArray maskedByHand(const QVector<QByteArray>& needles, const QByteArray& text)
{
    struct Place {
        qsizetype begin, end;
    };
    std::vector<Place> places;
    const QByteArray small = text.toLower();
    for (const QByteArray& needle : needles) {
        for (qsizetype at = small.indexOf(needle.toLower()); at >= 0;
             at = small.indexOf(needle.toLower(), at + 1))
            places.push_back({ at, at + needle.size() });
    }
    std::sort(places.begin(), places.end(), [](Place a, Place b) { return a.begin < b.begin; });
    QByteArray out;
    qsizetype done = 0;
    for (size_t index = 0; index < places.size(); ++index) {
        const qsizetype begin = places[index].begin;
        qsizetype end = places[index].end;
        while (index + 1 < places.size() && places[index + 1].begin <= end)
            end = std::max(end, places[++index].end);
        out += text.mid(done, begin - done) + "(masked)";
        done = end;
    }
    return out + text.mid(done);
}

}

class StreamRedactorTest : public QObject {
    Q_OBJECT

private slots:
    void masks_data();
    void masks();
    void piecesMakeNoDifference();
    void randomTextsAreMaskedAsByHand();
    void whatBeginsNothingIsPassedOnAtOnce();
    void halfASecretIsHeld();
    void logins_data();
    void logins();
    void longLinesAreNotHeld_data();
    void longLinesAreNotHeld();
    void largeSetsAreBounded();
};

void StreamRedactorTest::masks_data()
{
    QTest::addColumn<QVector<QByteArray>>("needles");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("masked");
    const auto row = [](const char* name, QVector<QByteArray> needles, QByteArray text, QByteArray masked) {
        QTest::newRow(name) << needles << text << masked;
    };
    row("one", { "hunter2" }, "a hunter2 b", "a (masked) b");
    row("alone", { "hunter2" }, "hunter2", "(masked)");
    row("twice in a row", { "hunter2" }, "hunter2hunter2", "(masked)");
    row("another case", { "hunter2" }, "HUNTER2 Hunter2", "(masked) (masked)");
    row("almost", { "hunter2" }, "hunter1 hunte r2", "hunter1 hunte r2");
    row("begins again inside", { "ababac" }, "abababac", "ab(masked)");
    row("prefix of another", { "abcdef", "abcdefghij" }, "abcdefghij abcdefg.", "(masked) (masked)g.");
    row("most of another", { "abcdef", "abcdefghij" }, "abcdefghij abcdefg", "(masked) (masked)");
    row("inside another", { "cdefgh", "abcdefghij" }, "abcdefghij abcdefgh.", "(masked) ab(masked).");
    row("two overlap", { "abcdef", "efghij" }, "xabcdefghijx", "x(masked)x");
    row("three overlap", { "abcdef", "efghij", "ijklmn" }, "abcdefghijklmn", "(masked)");
    row("long one swallows two", { "bcdefg", "ghijkl", "abcdefghijklmn" }, "abcdefghijklmn.", "(masked).");
    row("overlaps itself", { "aaaaaa" }, "baaaaaaaaab", "b(masked)b");
    row("two bytes a letter", { "pässwörd" }, "x pässwörd y", "x (masked) y");
    row("GBK", { "\xc3\xdc\xc2\xeb\x31\x32\x33" }, "\xb4\xed\xce\xf3: \xc3\xdc\xc2\xeb\x31\x32\x33!",
        "\xb4\xed\xce\xf3: (masked)!");
    row("bytes of no encoding", { QByteArray("\xff\xfe\x00\x80\xff\x01", 6) },
        QByteArray("\x00\xff\xff\xfe\x00\x80\xff\x01\x00", 9), QByteArray("\x00\xff(masked)\x00", 11));
    row("across lines", { "one\ntwo" }, "one\ntwo\none\n", "(masked)\none\n");
    row("nothing to look for", {}, "a hunter2 b", "a hunter2 b");
    row("nothing", { "hunter2" }, "", "");
}

void StreamRedactorTest::masks()
{
    QFETCH(QVector<QByteArray>, needles);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, masked);
    const Needles set = exactly(needles);
    QCOMPARE(redacted(set, text), masked);
    // Cut at every place, and into single bytes.
    for (const QByteArray& out : redactedAtEveryCut(set, text))
        QCOMPARE(out, masked);
    StreamRedactor redactor(set);
    QByteArray out;
    for (const char byte : text)
        redactor.add(QByteArrayView(&byte, 1), out);
    redactor.finish(out);
    QCOMPARE(out, masked);
}

void StreamRedactorTest::piecesMakeNoDifference()
{
    QRandomGenerator random(20261121);
    const QVector<QByteArray> secrets { "s3cr3t-Token/+x", "correct horse\nbattery staple", "aaaaaa",
        "aaaaab", "pässwörd \"x\"" };
    const Needles needles = needlesFor(secrets);
    const QVector<QByteArray> words { "s3cr3t-Token/+x", "s3cr3t-", "correct horse", "\n", "battery staple",
        "aaa", "aaab", "https://", "me:pw@", "host/", " ", "@", ":", "czNjcjN0LVRva2VuLyt4",
        "p%C3%A4ssw%C3%B6rd", "p\xc3", "\xa4ss", "x", "[1/2|0|0.1] CC a.o\n", "redis://:", "\xff" };
    for (int turn = 0; turn < 400; ++turn) {
        QByteArray text;
        while (text.size() < 200)
            text += words[random.bounded(int(words.size()))];
        const QByteArray expected = redacted(needles, text);
        StreamRedactor redactor(needles);
        QByteArray out;
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype size = std::min<qsizetype>(1 + random.bounded(20), text.size() - at);
            redactor.add(QByteArrayView(text).sliced(at, size), out);
            at += size;
        }
        redactor.finish(out);
        QCOMPARE(out, expected);
        QVERIFY2(!expected.contains("s3cr3t-Token/+x") && !expected.contains("battery staple"), expected);
    }
}

void StreamRedactorTest::randomTextsAreMaskedAsByHand()
{
    QRandomGenerator random(7);
    const auto letters = [&random](int length) {
        QByteArray text;
        for (int index = 0; index < length; ++index)
            text += char('a' + random.bounded(2));
        return text;
    };
    for (int turn = 0; turn < 300; ++turn) {
        QVector<QByteArray> needles;
        for (int count = 1 + random.bounded(5); count > 0; --count)
            needles << letters(2 + random.bounded(7));
        const QByteArray text = letters(60) + '.'; // no beginning of a needle
        const QByteArray expected = maskedByHand(needles, text);
        const QByteArray out = redacted(exactly(needles), text);
        QVERIFY2(out == expected, text + '\n' + needles.toList().join(' ') + '\n' + out + '\n' + expected);
    }
}

void StreamRedactorTest::whatBeginsNothingIsPassedOnAtOnce()
{
    StreamRedactor redactor(exactly({ "hunter2" }));
    QByteArray out;
    redactor.add("Password? ", out);
    QCOMPARE(out, QByteArray("Password? "));
    redactor.add("hunt", out);
    QCOMPARE(out, QByteArray("Password? "));
    redactor.add("s", out);
    QCOMPARE(out, QByteArray("Password? hunts"));
}

void StreamRedactorTest::halfASecretIsHeld()
{
    StreamRedactor redactor(exactly({ "hunter2" }));
    QByteArray out;
    redactor.add("x hunter", out);
    QCOMPARE(out, QByteArray("x "));
    QCOMPARE(redactor.held(), 6);
    redactor.finish(out); // whoever wrote it was killed
    QCOMPARE(out, QByteArray("x (masked)"));
    QCOMPARE(redacted(exactly({ "hunter2" }), "x hunte"), QByteArray("x hunte"));
}

void StreamRedactorTest::logins_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("masked");
    const auto row = [](const char* name, const char* text, const char* masked) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(masked);
    };
    row("password", "get https://me:pw@host/x now", "get https://me:(masked)@host/x now");
    row("no user", "redis://:pw@host:6379", "redis://:(masked)@host:6379");
    row("redis, no colon", "redis://pw@host:6379", "redis://(masked)@host:6379");
    row("redis, an address behind it", "redis://pw@host:1?a=b@c", "redis://(masked):(masked)@c");
    row("redis over TLS", "storage=rediss://pw@host", "storage=rediss://(masked)@host");
    row("redis, user", "redis://me:pw@host", "redis://me:(masked)@host");
    row("redis, none", "redis://host:6379/0", "redis://host:6379/0");
    row("another one, no colon", "edis://pw@host", "edis://pw@host");
    row("at sign in it", "https://me:p@w@host/x@y", "https://me:(masked)@host/x@y");
    row("colon in it", "https://me:p:w@host", "https://me:(masked)@host");
    row("token as user", "https://ghp_16C7e42F292c@github.com/x", "https://(masked)@github.com/x");
    row("token and password", "https://ghp_16C7e42F292c:x-oauth@github.com",
        "https://(masked):(masked)@github.com");
    row("at the end", "https://me:pw@", "https://me:(masked)@");
    row("user only", "ssh://git@host/x", "ssh://git@host/x");
    row("empty password", "https://me:@host", "https://me:@host");
    row("port", "http://host:80/a@b", "http://host:80/a@b");
    row("mail after it", "http://host:80 me@host", "http://host:80 me@host");
    row("quoted", "\"http://host:80\",\"me@host\"", "\"http://host:80\",\"me@host\"");
    row("no scheme", "://me:pw@host", "://me:pw@host");
    row("scp", "git@github.com:a/b", "git@github.com:a/b");
    row("C++", "std::vector<a>::b // c:d@e", "std::vector<a>::b // c:d@e");
    row("right after another", "http://one,https://me:pw@two", "http://one,https://me:(masked)@two");
    row("no port", "http://one:/x:y@z http://one:/", "http://one:/x:y@z http://one:/");
    row("two", "a://b:c@d e://f:g@h", "a://b:(masked)@d e://f:(masked)@h");
    row("the longest one", "https://me:pw@host@", "https://me:(masked)@");
    row("masked already", "https://me:(masked)@host", "https://me:(masked)@host");
    row("secret inside", "https://me:hunter2@host", "https://me:(masked)@host");
    row("secret is the host", "https://me:pw@hunter2/", "https://me:(masked)@(masked)/");
}

void StreamRedactorTest::logins()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, masked);
    const Needles set = exactly({ "hunter2" });
    QCOMPARE(redacted(set, text), masked);
    for (const QByteArray& out : redactedAtEveryCut(set, text))
        QCOMPARE(out, masked);
}

void StreamRedactorTest::longLinesAreNotHeld_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("nothing in it") << QByteArray(1 << 18, 'x');
    QTest::newRow("one secret over all") << QByteArray(1 << 18, 'a');
    QTest::newRow("secrets in a row") << QByteArray("hunter2").repeated(40'000);
    QTest::newRow("a login without end") << "https://" + QByteArray(1 << 18, 'u');
    QTest::newRow("colons") << QByteArray("x://y:").repeated(40'000);
}

void StreamRedactorTest::longLinesAreNotHeld()
{
    QFETCH(QByteArray, piece);
    StreamRedactor redactor(exactly({ "hunter2", "aaaaaa" }));
    for (int turn = 0; turn < 12; ++turn) {
        QByteArray out;
        redactor.add(piece, out);
        QVERIFY(redactor.held() <= 8192 + 8);
    }
}

void StreamRedactorTest::largeSetsAreBounded()
{
    QVector<QByteArray> needles { "hunter2" };
    QRandomGenerator random(1);
    for (int index = 0; index < 400; ++index) {
        QByteArray needle(2000, Qt::Uninitialized);
        for (char& byte : needle)
            byte = char('!' + random.bounded(90));
        needles << needle;
    }
    const Needles set = exactly(needles);
    QVERIFY(set->leftOut() > 0);
    QCOMPARE(redacted(set, "a hunter2 b"), QByteArray("a (masked) b"));
}

QTEST_GUILESS_MAIN(StreamRedactorTest)
#include "StreamRedactorTest.moc"
