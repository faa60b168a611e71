// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/SecretForms.h"
#include "core/redact/BuildSecrets.h"
#include "tests/core/redact/Cuts.h"

#include <QStringEncoder>
#include <QTemporaryFile>
#include <QTest>

using namespace torchmason;

namespace {

QByteArray masked(const QByteArray& secret, const QByteArray& text)
{
    return redacted(needlesFor({ secret }), text);
}

}

class SecretFormsTest : public QObject {
    Q_OBJECT

private slots:
    void formsAreFound_data();
    void formsAreFound();
    void base64InsideSomethingLonger_data();
    void base64InsideSomethingLonger();
    void linesOfASecretAreSecrets();
    void valuesOfADocumentAreSecrets();
    void wordsCountWhereTheyStandAlone_data();
    void wordsCountWhereTheyStandAlone();
    void shortOnesAreLeftAlone();
    void secretsOfAnEnvironment_data();
    void secretsOfAnEnvironment();
    void pathsAreNoSecrets();
    void withoutSecretsLoginsAreFound();
    void shortPasswordsAreMaskedInAddresses();
};

void SecretFormsTest::formsAreFound_data()
{
    QTest::addColumn<QByteArray>("secret");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* name, const char* secret, const char* written) {
        QTest::newRow(name) << QByteArray(secret) << QByteArray(written);
    };
    row("as it is", "pa ss/w&rd", "pa ss/w&rd");
    row("upper case", "pa-ss-word", "PA-SS-WORD");
    row("percent", "pa ss/w&rd", "pa%20ss%2Fw%26rd");
    row("percent, small digits", "pa ss/w&rd", "pa%20ss%2fw%26rd");
    row("percent, slashes kept", "pa+ss/w&rd", "pa%2Bss/w%26rd");
    row("JSON", "a\"b\\c\nd-e-f", "a\\\"b\\\\c\\nd-e-f");
    row("single quotes", "ab'cdef", "ab'\\''cdef");
    row("single quotes in Python", "ab'cdef", "ab'\"'\"'cdef");
    row("double quotes", "a\"b$c`d", "a\\\"b\\$c\\`d");
    const auto wide = [](QStringEncoder::Encoding encoding, const char* text) {
        return QByteArray(QStringEncoder(encoding).encode(QString::fromUtf8(text)));
    };
    QTest::newRow("UTF-16") << QByteArray("pä-ss-word") << wide(QStringEncoder::Utf16LE, "pä-ss-word");
    QTest::newRow("UTF-16, upper case")
        << QByteArray("pa-ss-word") << wide(QStringEncoder::Utf16LE, "PA-SS-word");
    QTest::newRow("UTF-16, big-endian")
        << QByteArray("pa-ss-word") << wide(QStringEncoder::Utf16BE, "pa-ss-word");
}

void SecretFormsTest::formsAreFound()
{
    QFETCH(QByteArray, secret);
    QFETCH(QByteArray, written);
    QCOMPARE(masked(secret, "x=" + written + "."), QByteArray("x=(masked)."));
}

void SecretFormsTest::base64InsideSomethingLonger_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("alone") << QByteArray() << QByteArray();
    QTest::newRow("user in front") << QByteArray("me:") << QByteArray();
    QTest::newRow("one byte in front") << QByteArray("x") << QByteArray("yz");
    QTest::newRow("two in front") << QByteArray("xy") << QByteArray("z");
    QTest::newRow("more behind") << QByteArray("user:") << QByteArray("\n and more");
}

void SecretFormsTest::base64InsideSomethingLonger()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray secret("s3cr3t?>Tok~n");
    for (const auto alphabet : { QByteArray::Base64Encoding, QByteArray::Base64UrlEncoding }) {
        const QByteArray text = (before + secret + after).toBase64(alphabet);
        const QByteArray out = masked(secret, text);
        QVERIFY2(out.contains("(masked)"), out);
        // At most one byte of it can be guessed from what is left.
        const QByteArray left = QByteArray(out).replace("(masked)", "");
        QVERIFY2(left.size() <= (before.size() + after.size()) * 4 / 3 + 8, out);
    }
}

void SecretFormsTest::linesOfASecretAreSecrets()
{
    const QByteArray key("-----BEGIN KEY-----\r\nMIIEvQIBADANBg\r\nkqhkiG9w0B\r\n\r\n-----END KEY-----\r\n");
    QCOMPARE(masked(key, "read MIIEvQIBADANBg ok\n"), QByteArray("read (masked) ok\n"));
    QCOMPARE(masked(key, "kqhkiG9w0B"), QByteArray("(masked)"));
    QVERIFY(!masked(key, QByteArray(key).replace("\r\n", "\n")).contains("MIIE"));
    QVERIFY(!masked(key, key).contains("kqhk"));
    QVERIFY(!masked(key, QByteArray(key).replace("\r\n", "\\n")).contains("MIIE"));
    QByteArray many;
    for (int line = 0; line < 20'000; ++line)
        many += "line-" + QByteArray::number(line) + '\n';
    QCOMPARE(plainForms(many).size(), 20'001); // and in no time
}

void SecretFormsTest::valuesOfADocumentAreSecrets()
{
    const QByteArray document = R"({
  "type": "service_account",
  "private_key_id": "0123456789abcdef",
  "private_key": "-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0B\n-----END KEY-----\n",
  "nested": [{"client_secret": "GOCSPX-abc"}]
})";
    QCOMPARE(masked(document, "id 0123456789abcdef MIIEvQIBADANBg\nkqhkiG9w0B GOCSPX-abc."),
        QByteArray("id (masked) (masked)\n(masked) (masked)."));
    const QByteArray harmless = "\"type\": \"service_account\",";
    QCOMPARE(masked(document, harmless), harmless);
    QCOMPARE(masked(document, document), QByteArray("(masked)"));
    // One that names no secrets, and what only begins so.
    QCOMPARE(masked("{\"a\": \"abcdefgh\"\n}", "{\"a\": \"abcdefgh\""), QByteArray("(masked)"));
    QCOMPARE(masked("{abc\ndefghijk", "defghijk"), QByteArray("(masked)"));
}

void SecretFormsTest::wordsCountWhereTheyStandAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* text, const char* shown) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
    };
    row("the directory is", "the (masked) is");
    row("directory", "(masked)");
    row("PASSWORD=directory;", "PASSWORD=(masked);");
    row("http://me:directory@host", "http://me:(masked)@host");
    row("Directory subdirectory directory2 a_directory", "Directory subdirectory directory2 a_directory");
    row("/home/directory/x c:\\directory", "/home/directory/x c:\\directory");
    row("directorydirectory", "directorydirectory");
    row("directory directory", "(masked) (masked)");
    row("/home/Build-7/x.whl", "/home/Build-7/x.whl");
    row("password Build-7.", "password (masked).");
    row("build-7", "build-7");
    row("ZGlyZWN0b3J5", "(masked)"); // base64 is no word
}

void SecretFormsTest::wordsCountWhereTheyStandAlone()
{
    const auto needles
        = needlesFor({ "directory", "Build-7" }, { QStringLiteral("/home/me/Build-7/source") });
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(redacted(needles, text), shown);
    for (const QByteArray& out : redactedAtEveryCut(needles, text))
        QCOMPARE(out, shown);
}

void SecretFormsTest::shortOnesAreLeftAlone()
{
    QVERIFY(plainForms("12345").isEmpty());
    QCOMPARE(plainForms("123456"), QVector<QByteArray> { "123456" });
    QCOMPARE(plainForms("abc\nabcdefg\nx"), (QVector<QByteArray> { "abc\nabcdefg\nx", "abcdefg" }));
    QCOMPARE(masked("abc", "abc abc YWJj"), QByteArray("abc abc YWJj"));
}

void SecretFormsTest::secretsOfAnEnvironment_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QVector<QByteArray>>("secrets");
    const auto row = [](const char* name, const char* value, QVector<QByteArray> secrets) {
        QTest::newRow(name) << QString::fromLatin1(name) << QByteArray(value) << secrets;
    };
    row("HF_TOKEN", "hf_abcdef", { "hf_abcdef" });
    row("AWS_SECRET_ACCESS_KEY", "abc/def+ghi", { "abc/def+ghi" });
    row("TOKENIZERS_PARALLELISM", "enabled-always", {});
    row("USE_TOKEN_AUTH", "on", {});
    row("AUTH_MODE", "unsupported", {});
    row("TOKEN_TYPE", "default", {});
    row("https_proxy", "http://me:p%40ss@proxy:3128", { "p%40ss", "p@ss" });
    row("CCACHE_REMOTE_STORAGE", "redis://:pw@cache|share-hits=false", { "pw" });
    row("CCACHE_SECONDARY_STORAGE", "http://cache|bearer-token=tok", { "tok" });
    row("GIT_CONFIG_VALUE_0", "Authorization: Bearer tok-1", { "tok-1" });
    row("http_proxy", "me:pw-1@proxy:3128", { "pw-1" });
    row("ALL_PROXY", "proxy:3128", {});
    row("CFLAGS", "-O2 -DAPI_TOKEN=\"tok 2\" -DX_KEY:STRING=tok3 -DAUTH=ON", { "tok 2", "tok3" });
    row("NEXUS_PSW", "\xff-no-text", { "\xff-no-text" });
    row("IMAGE", "me:pw@host:3128", {});
    row("HOME", "/home/me", {});
    row("MAKEFLAGS", "-j8", {});
}

void SecretFormsTest::secretsOfAnEnvironment()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, value);
    QTEST(secretsIn({ { name, value } }), "secrets");
}

void SecretFormsTest::pathsAreNoSecrets()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    const QByteArray path = QFile::encodeName(file.fileName());
    QCOMPARE(secretsIn({ { QStringLiteral("SSH_AUTH_SOCK"), path } }), QVector<QByteArray>());
    QCOMPARE(secretsIn({ { QStringLiteral("API_KEY"), path + "-not-there" } }).size(), 1);
}

void SecretFormsTest::withoutSecretsLoginsAreFound()
{
    QCOMPARE(redacted(onlyLogins(), "Cloning https://ghp_16C7e42F292c@github.com/a, http://me:pw@host/b"),
        QByteArray("Cloning https://(masked)@github.com/a, http://me:(masked)@host/b"));
}

// Too short to be looked for anywhere, but not to be known in its place.
void SecretFormsTest::shortPasswordsAreMaskedInAddresses()
{
    QCOMPARE(masked("pw", "pw http://me:pw@host"), QByteArray("pw http://me:(masked)@host"));
}

QTEST_GUILESS_MAIN(SecretFormsTest)
#include "SecretFormsTest.moc"
