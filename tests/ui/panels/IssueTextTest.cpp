// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptText.h"

#include <QDir>
#include <QTest>

using namespace torchmason;

// What is copied from a finding is meant for strangers.
class IssueTextTest : public QObject {
    Q_OBJECT

private slots:
    void nothingPrivateIsCopied();
    void withoutACauseTheEndOfTheLogIsCopied();
};

void IssueTextTest::nothingPrivateIsCopied()
{
    Finding finding;
    finding.title = QStringLiteral("A header is missing");
    finding.evidence
        = QDir::homePath() + QStringLiteral("/src/a.cpp:1: fatal error in C:\\Users\\Annika\\x.h");
    AttemptRecord record;
    record.request.configuration.setFlag(
        { QStringLiteral("CMAKE_PREFIX_PATH"), QStringLiteral("/home/annika/prefix"), {} });
    record.request.configuration.setFlag({ QStringLiteral("MY_TOKEN"), QStringLiteral("abcdef123456"), {} });
    const QString text = issueText(finding, record);
    for (const QString& secret :
        { QDir::homePath() + u'/', QStringLiteral("annika"), QStringLiteral("abcdef123456") })
        QVERIFY2(!text.contains(secret, Qt::CaseInsensitive), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("~/src/a.cpp:1")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("-DCMAKE_PREFIX_PATH=/home/(user)/prefix")), qPrintable(text));
}

void IssueTextTest::withoutACauseTheEndOfTheLogIsCopied()
{
    AttemptRecord record;
    record.state = AttemptState::Failed;
    record.error = QStringLiteral("Ninja ended with exit code 1.");
    record.request.configuration.setFlag({ QStringLiteral("USE_CUDA"), QStringLiteral("ON"), {} });
    const QString text = issueText(record, QStringLiteral("compile"),
        QDir::homePath() + QStringLiteral("/src/a.cpp:1: odd\nFAILED: a.o"));
    for (const char* part :
        { "### Failed", "Ninja ended with exit code 1.", "~/src/a.cpp:1: odd\nFAILED: a.o", "-DUSE_CUDA=ON" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QVERIFY2(!text.contains(QDir::homePath() + u'/'), qPrintable(text));
}

QTEST_MAIN(IssueTextTest)
#include "IssueTextTest.moc"
