// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivacyFilter.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

class PrivateNamesTest : public QObject {
    Q_OBJECT

private slots:
    void namesAreTakenOut_data();
    void namesAreTakenOut();
    void commonNamesStay_data();
    void commonNamesStay();
    void codePagesAreNotLookedForInUtf8();
    void ownNamesAreFound();
};

void PrivateNamesTest::namesAreTakenOut_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    newRow("home folder", "in /home/anna/src/pytorch", "in ~/src/pytorch");
    newRow("home alone", "cd /home/anna", "cd ~");
    newRow("a longer name is not it", "/home/annabel/src", "/home/(user)/src");
    newRow("somebody else's folder", "/home/berta/venv/bin/python", "/home/(user)/venv/bin/python");
    newRow("folder on Windows", R"(C:\Users\Carl\AppData\Local)", R"(C:\Users\(user)\AppData\Local)");
    newRow("folder on Windows with a blank", R"(C:\Users\Carl Custom\AppData)", R"(C:\Users\(user)\AppData)");
    newRow("folder on Windows in JSON", R"("C:\\Users\\Carl\\x.exe")", R"("C:\\Users\\(user)\\x.exe")");
    newRow("folder on Windows with slashes", "-DX=c:/users/Carl/cuda", "-DX=c:/users/(user)/cuda");
    newRow("folder of Windows seen from WSL", "/mnt/c/Users/Carl/pt", "/mnt/c/Users/(user)/pt");
    newRow("everybody's folder", R"(C:\Users\Public\Documents)", R"(C:\Users\Public\Documents)");
    newRow("user as a word", "owner: anna, mail anna@example.org", "owner: (user), mail (user)@example.org");
    newRow("user in another case", "Anna_build", "(user)_build");
    newRow("user inside a word", "Hannah in Savanna2", "Hannah in Savanna2");
    newRow("computer", "cc1plus on annas-box.lan failed", "cc1plus on (computer).lan failed");
    newRow("computer inside a word", "annas-boxes", "annas-boxes");
    newRow("card's identifier", "GPU-6b1e5c2a-93d1-4f0e-8a8e-0123456789ab", "GPU-(id)");
    newRow("secret", "HF_TOKEN=hf_abcdefgh12345678", "HF_TOKEN=(masked)");
    newRow("secrets on two lines", "A_TOKEN=secret12345\nB_TOKEN=secret67890",
        "A_TOKEN=(masked)\nB_TOKEN=(masked)");
    newRow("what is no name", "/usr/local/cuda-12.9/bin/nvcc", "/usr/local/cuda-12.9/bin/nvcc");
    newRow("home of nobody", "set /home first", "set /home first");
    newRow("nothing", "", "");
}

void PrivateNamesTest::namesAreTakenOut()
{
    QFETCH(QString, text);
    const PrivateNames names { "/home/anna", { "anna" }, { "annas-box" } };
    const QString shown = publishable(text, names);
    QTEST(shown, "shown");
    QCOMPARE(publishable(shown, names), shown);
}

void PrivateNamesTest::commonNamesStay_data()
{
    QTest::addColumn<QString>("home");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    newRow("root", "/root", "root", "CUDA_TOOLKIT_ROOT_DIR=/root/cuda, chroot, the root cause",
        "CUDA_TOOLKIT_ROOT_DIR=~/cuda, chroot, the root cause");
    newRow("image of a cloud", "/home/ubuntu", "ubuntu", "Ubuntu 24.04 in /home/ubuntu/pt",
        "Ubuntu 24.04 in ~/pt");
    newRow("one letter", "/home/j", "j", "ninja -j 4 in /home/j/pt", "ninja -j 4 in ~/pt");
    newRow("two letters", "/home/li", "li", "li, in /home/li/pt", "li, in ~/pt");
    // Two letters tell a lot there, and no blanks stand between words.
    newRow("two letters of Han", "/data/pt", QString::fromUtf8("\u5f20\u4f1f"),
        QString::fromUtf8("\u7528\u6237\u5f20\u4f1f\u7684"), QString::fromUtf8("\u7528\u6237(user)\u7684"));
    newRow("no home", "/", "", "/usr/bin", "/usr/bin");
    newRow("home on Windows", "C:/Users/Anna Lind", "Anna Lind",
        R"(c:\users\anna lind\pt, C:\\Users\\Anna Lind\\x)", R"(~\pt, ~\\x)");
}

void PrivateNamesTest::commonNamesStay()
{
    QFETCH(QString, home);
    QFETCH(QString, user);
    QFETCH(QString, text);
    QTEST(publishable(text, { home, { user }, { "localhost" } }), "shown");
}

// The two bytes of this name in GBK are the end of another letter in UTF-8.
void PrivateNamesTest::codePagesAreNotLookedForInUtf8()
{
    const PrivacyFilter filter({ {}, { QString::fromUtf8("\u5b9d") }, {} },
        [](const QString&) { return QVector<QByteArray> { "\xb1\xa6" }; });
    const QString text = QString::fromUtf8("\xe4\xb1\xa6 \u5b9d");
    QCOMPARE(filter.shown(text), QString::fromUtf8("\xe4\xb1\xa6 (user)"));
    QCOMPARE(filter.sameLength(text.toUtf8()), QByteArray("\xe4\xb1\xa6 xxx"));
    QCOMPARE(filter.sameLength("by \xb1\xa6\n"), QByteArray("by xx\n"));
}

void PrivateNamesTest::ownNamesAreFound()
{
    const PrivateNames names = ownPrivateNames();
    QVERIFY(!names.home.isEmpty());
    QVERIFY(names.hosts.contains(QSysInfo::machineHostName()));
}

QTEST_GUILESS_MAIN(PrivateNamesTest)
#include "PrivateNamesTest.moc"
