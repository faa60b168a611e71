// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/SecretMask.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// Passwords and tokens: what is taken for one, and that none reaches the disk.
class SecretMaskTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void secretsNeverReachTheDisk()
    {
        BuildRequest request = anyRequest();
        request.configuration.environment
            = { { QStringLiteral("HF_TOKEN"), QStringLiteral("hunter2"), ValueOrigin::User },
                  { QStringLiteral("HTTPS_PROXY"), QStringLiteral("http://me:hunter2@proxy:3128"),
                      ValueOrigin::User },
                  { QStringLiteral("CC"), QStringLiteral("gcc-12"), ValueOrigin::User } };
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(request);
        auto writer = AttemptWriter::open(reserved->folder);
        AttemptRecord record = anyRecord(AttemptState::Running);
        record.request = request;
        record.plan.stages.append(Stage {});
        record.plan.stages.last().commands.append(
            Command { QStringLiteral("cmake"), {}, {}, request.configuration.environment, {} });
        QVERIFY((*writer)->writeRecord(record).ok());
        for (const QString& path :
            { AttemptFiles::request(reserved->folder), AttemptFiles::record(reserved->folder) }) {
            QVERIFY2(!contentOf(path).contains("hunter2"), qPrintable(path));
            QVERIFY2(contentOf(path).contains("gcc-12"), qPrintable(path));
        }
        QCOMPARE(realSecrets(request.configuration).size(), 2);
    }

    void secretNames_data()
    {
        QTest::addColumn<bool>("secret");
        for (const char* name :
            { "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "DB_PASSWD", "API_KEY", "GPG_PASSPHRASE",
                "AZURE_STORAGE_CONNECTION_STRING", "SMTP_PASS", "MYSQL_PWD", "DB_PWD", "sshpass",
                "githubToken", "PRIVATE_KEY", "NEXUS_PSW", "DB_PW", "DBPASS", "PGPASS", "GCP_CREDS", "MY_JWT",
                "TS_AUTHKEY", "COOKIE", "HTTP_AUTHORIZATION", "PASSCODE", "SLACK_WEBHOOK_URL" })
            newRow(name, true);
        for (const char* name : { "PATH", "MONKEY", "KEYBOARD_LAYOUT", "TORCH_CUDA_ARCH_LIST", "CC", "AUTHOR",
                 "TOKENIZERS_PARALLELISM", "USE_PASSTHROUGH", "LLVM_ENABLE_NEW_PASS_MANAGER", "BYPASS", "PWD",
                 "OLDPWD", "CMAKE_PWD", "HOST_PWD", "GIT_CONFIG_KEY_0", "GIT_ASKPASS", "COMPASS", "SACREDS",
                 "USE_LIGHTWEIGHT_DISPATCH" })
            newRow(name, false);
    }
    void secretNames() { QTEST(namesSecret(QLatin1String(QTest::currentDataTag())), "secret"); }

    void partsOfTextsAreMasked_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const auto row
            = [](const char* name, const char* text, const char* shown) { newRow(name, text, shown); };
        const auto same = [&row](const char* name, const char* text) { row(name, text, text); };
        row("password", "https://me:hunter2@proxy:3128", "https://me:(masked)@proxy:3128");
        row("password with an at sign", "redis://:hunt@er2@cache", "redis://:(masked)@cache");
        row("two addresses", "https://a:b@c https://d:e@f", "https://a:(masked)@c https://d:(masked)@f");
        row("token as user", "https://ghp_x@github.com/a/b.git", "https://(masked)@github.com/a/b.git");
        row("token as user, with a password", "https://ghp_x:x-oauth-basic@github.com/a",
            "https://(masked):(masked)@github.com/a");
        row("token of no known kind", "https://3kq5zb7xw2p4n6m8r9t0vyc1@dev.azure.com/o",
            "https://(masked)@dev.azure.com/o");
        row("ccache", "http://cache:8080/x|layout=bazel|bearer-token=hunter2|read-only=true",
            "http://cache:8080/x|layout=bazel|bearer-token=(masked)|read-only=true");
        row("parameters", "https://h/f?sv=2&sig=hunter2&access_token=hunter2#top",
            "https://h/f?sv=2&sig=(masked)&access_token=(masked)#top");
        row("header", "Authorization: Bearer hunter2", "Authorization: Bearer (masked)");
        same("masked already", "https://me:(masked)@proxy http://c|bearer-token=(masked)");
        same("user's name", "https://git@github.com/a/b.git");
        same("long user's name", "https://a-rather-long-organisation@dev.azure.com/o");
        same("name and port", "ssh://git@example.org:22/a");
        same("port only", "http://proxy:3128/a@b");
        same("harmless parameters", "https://h/f?tokenizer=a&monkey=b|auth=on");
        same("no address", "-O2 a@b:c");
        same("nothing", "");
    }
    void partsOfTextsAreMasked()
    {
        QFETCH(QString, text);
        QTEST(withoutSecrets(text), "shown");
    }

    void linesForOthersAreMasked_data()
    {
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* text, const char* shown) { newRow(text, shown); };
        row("MY_TOKEN=abc make failed", "MY_TOKEN=(masked) make failed");
        row("cmake -DX_TOKEN=abc -DX_TOKEN:STRING=abc -G Ninja",
            "cmake -DX_TOKEN=(masked) -DX_TOKEN:STRING=(masked) -G Ninja");
        row("--api-key=abc \"MY_SECRET=a b\" next", "--api-key=(masked) \"MY_SECRET=(masked)\" next");
        row("PASSWORD='a b' next", "PASSWORD='(masked)' next");
        row("https://me:pw@host/x", "https://me:(masked)@host/x");
        for (const char* harmless : { "a.cpp:3: error: USE_CUDA=ON", "TOKENIZERS_PARALLELISM=4",
                 "USE_TOKEN=OFF", "MONKEY=abc", "HF_TOKEN=(masked)", "token == other", "monkey=value", "" })
            row(harmless, harmless);
    }
    void linesForOthersAreMasked()
    {
        QTEST(withoutSecrets(QString::fromUtf8(QTest::currentDataTag())), "shown");
    }

    void passwordsInSourceAddressesAreRefused_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("isGood");
        newRow("password", "https://me:hunter2@example.org/pytorch.git", false);
        newRow("token as user", "https://ghp_x@github.com/pytorch/pytorch.git", false);
        newRow("masked in an older attempt", "https://(masked)@github.com/pytorch/pytorch.git", false);
        newRow("a name and a port, no password", "ssh://git@example.org:22/pytorch.git", true);
        newRow("plain", "https://github.com/pytorch/pytorch.git", true);
    }
    void passwordsInSourceAddressesAreRefused()
    {
        QFETCH(QString, url);
        BuildRequest request = anyRequest();
        request.source.url = url;
        const auto reserved = AttemptStore(m_home->path()).reserve(request);
        QTEST(reserved.ok(), "isGood");
        QVERIFY(reserved || reserved.error().message.contains("credential helper"));
    }

    void secretsInFlagsAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("isGood");
        newRow("by name", "X_TOKEN", "hunter2", false);
        newRow("by its address", "MIRROR", "https://me:hunter2@example.org", false);
        newRow("token in an address", "MIRROR", "https://ghp_hunter2@example.org", false);
        newRow("inside of other flags", "CMAKE_CXX_FLAGS", "-O2 -DX_API_KEY=hunter2", false);
        newRow("masked in an older attempt", "X_TOKEN", "(masked)", false);
        newRow("switches inside of other flags", "CMAKE_CXX_FLAGS", "-DUSE_AUTH=1 -DMONKEY=7", true);
        newRow("a switch", "USE_AUTH", "ON", true);
        newRow("empty", "X_TOKEN", "", true);
        newRow("harmless name", "USE_PASSTHROUGH", "7", true);
        newRow("harmless address", "MIRROR", "https://git@example.org", true);
    }
    void secretsInFlagsAreRefused()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        BuildRequest request = anyRequest();
        request.configuration.setFlag({ name, value, {}, ValueOrigin::User });
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(request);
        QTEST(reserved.ok(), "isGood");
        QCOMPARE(store.list().size(), reserved ? 1 : 0); // a refused request takes no number
        if (!reserved) {
            QVERIFY2(reserved.error().message.contains(name)
                    && reserved.error().message.contains("environment variable"),
                qPrintable(reserved.error().message));
            QVERIFY(!reserved.error().message.contains("hunter2"));
            QVERIFY(!compactJson(toJson(masked(request))).contains("hunter2"));
        } else {
            QCOMPARE(masked(request).configuration, request.configuration);
        }
    }

    void environmentsAreMasked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("kept");
        const auto row
            = [](const char* name, const char* value, const char* kept) { newRow(name, name, value, kept); };
        row("HF_TOKEN", "hunter2", "(masked)");
        row("https_proxy", "me:hunter2@host:3128", "me:(masked)@host:3128");
        row("HTTP_PROXY", "http://me:hunter2@host:3128", "http://me:(masked)@host:3128");
        row("no_proxy", "localhost,127.0.0.1,::1", "localhost,127.0.0.1,::1");
        row("CFLAGS", "-O2 -DAPI_TOKEN=hunter2", "-O2 -DAPI_TOKEN=(masked)");
        row("USE_AUTH", "ON", "ON");
        row("LDFLAGS", "-Wl,-rpath=/a:/b", "-Wl,-rpath=/a:/b");
    }
    // And whoever is given what was masked in what is kept looks for the same in the logs.
    void environmentsAreMasked()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        BuildRequest request = anyRequest();
        request.configuration.environment = { { name, value, ValueOrigin::User } };
        QTEST(masked(request).configuration.environment.first().value.value(), "kept");
        const bool isMasked = realSecrets(request.configuration).size() == 1;
        QCOMPARE(isMasked, value.contains("hunter2"));
        QCOMPARE(secretsOf(name, value), isMasked ? QStringList("hunter2") : QStringList());
    }

    void packagesAreNoAddresses()
    {
        BuildRequest request = anyRequest();
        request.python.packages = { "numpy==2.0", "https://me:hunter2@host/a.whl" };
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(request);
        QVERIFY(!reserved);
        QVERIFY(reserved.error().message.contains("NAME==VERSION"));
        QVERIFY(!reserved.error().message.contains("hunter2"));
        QVERIFY(store.list().isEmpty());
        QVERIFY(!compactJson(toJson(masked(request))).contains("hunter2"));
    }

    void secretsInArgumentsAreMasked()
    {
        StagePlan plan;
        plan.stages.append(Stage {});
        plan.stages[0].commands.append(Command { "cmake",
            { "-DX_TOKEN=hunter2", "-DX_TOKEN:STRING=hunter2", "-DMIRROR=https://a:hunter2@b",
                "-DUSE_AUTH:BOOL=ON", "-DA=b=c", "-UX_TOKEN" },
            {}, {}, {} });
        QCOMPARE(masked(plan).stages[0].commands[0].arguments,
            QStringList({ "-DX_TOKEN=(masked)", "-DX_TOKEN:STRING=(masked)", "-DMIRROR=https://a:(masked)@b",
                "-DUSE_AUTH:BOOL=ON", "-DA=b=c", "-UX_TOKEN" }));
    }
};

QTEST_GUILESS_MAIN(SecretMaskTest)
#include "SecretMaskTest.moc"
