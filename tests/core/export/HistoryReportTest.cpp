// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HistoryReport.h"
#include "tests/core/history/AttemptSet.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

QVector<ReportedAttempt> reported(const AttemptSet& set)
{
    QVector<ReportedAttempt> all;
    for (const AttemptSummary& attempt : set.store().list())
        all.append({ attempt, {} });
    return all;
}

}

class HistoryReportTest : public QObject {
    Q_OBJECT

private slots:
    void fourAttemptsReadAsALog();
    void namedAttemptsStillKnowWhatCameBefore();
    void twoOtherMachinesAreNotOneTree();
    void textOfOthersIsNoMarkdown();
    void namesAndSecretsAreMasked();
};

// As a user kept it by hand: four attempts, the same finding each time.
void HistoryReportTest::fourAttemptsReadAsALog()
{
    const QTemporaryDir folder;
    AttemptSet set(folder.path());
    set.setFlag("USE_DISTRIBUTED", "ON");
    set.add(AttemptState::Failed, "c10d-unresolved-symbol", "c10d::Work is unresolved");
    set.setFlag("USE_DISTRIBUTED", "OFF", ValueOrigin::Fix);
    set.goOnWith(1, "c10d-unresolved-symbol", "Switch distributed off");
    set.add(AttemptState::Failed, "c10d-unresolved-symbol", "c10d::Work is unresolved");
    set.request.continuesAttempt.reset();
    set.request.answers.clear();
    set.request.configuration.removeFlag("USE_DISTRIBUTED");
    set.add(AttemptState::Failed, "c10d-unresolved-symbol", "c10d::Work is unresolved");
    set.facts.cudaToolkits.first().version = "12.3.107";
    set.add(AttemptState::Failed, "c10d-unresolved-symbol", "c10d::Work is unresolved");
    QVector<ReportedAttempt> all = reported(set);
    all.first().note = "CUDA 12.9 may be too new.\nTry 12.3."; // the newest comes first
    all.first().tags = QStringList { "desiree" };
    const QString text = historyReport(all, {});
    qsizetype at = 0;
    for (const char* part : { "# Build attempts\n\n4 attempts: 4 failed.", "## What stands out",
             "did not help", "c10d::Work is", "## All attempts", "| Outcome | Duration |",
             "| 1 | 2023-11-14 23:13 | cuda | 2.6.0 | failed | 1 h |", "## Attempt 1: failed",
             "- Duration: 1 h\n", "- TORCH\\_CUDA\\_ARCH\\_LIST: `8.9`", "- USE\\_DISTRIBUTED: `ON`",
             "**Outcome:** failed: c10d::Work is unresolved\n", "## Attempt 2: failed",
             "- Continues: attempt 1", "- USE\\_DISTRIBUTED: `OFF`, before: `ON`", "**Learned:**",
             "The fix \"Switch distributed off\" for \"c10d::Work is unresolved\" of attempt 1 did not help: "
             "the same failure occurred again.",
             "## Attempt 3: failed", "- USE\\_DISTRIBUTED: not set, before: `OFF`", "## Attempt 4: failed",
             "- Tags: `desiree`", "- nvcc: `12.3.107`, before: `12.9.86`",
             "> CUDA 12.9 may be too new.\n> Try 12.3." }) {
        at = text.indexOf(QLatin1String(part), at);
        QVERIFY2(at >= 0, qPrintable(QLatin1String(part) + "\nis missing in\n" + text));
    }
    QVERIFY(!text.contains("c10d-unresolved-symbol")); // people read titles
}

void HistoryReportTest::namedAttemptsStillKnowWhatCameBefore()
{
    const QTemporaryDir folder;
    AttemptSet set(folder.path());
    set.add(AttemptState::Succeeded);
    set.setFlag("TORCH_CUDA_ARCH_LIST", "12.0");
    set.add(AttemptState::Succeeded);
    const QString text = historyReport(reported(set), { { 2 }, false });
    QVERIFY2(text.contains("1 attempt: 1 succeeded"), qPrintable(text));
    QVERIFY(!text.contains("## Attempt 1"));
    QVERIFY(text.contains("- TORCH\\_CUDA\\_ARCH\\_LIST: `12.0`, before: `8.9`"));
}

// Both have /src/pytorch, as machines of a kind do.
void HistoryReportTest::twoOtherMachinesAreNotOneTree()
{
    const QTemporaryDir folder;
    AttemptSet set(folder.path());
    set.add(AttemptState::Failed);
    set.setFlag("TORCH_CUDA_ARCH_LIST", "12.0");
    set.add(AttemptState::Failed);
    QVector<ReportedAttempt> all = reported(set); // the newest first
    ImportNote from;
    from.from = "alpha";
    all[1].attempt.record.imported = from;
    from.from = "beta";
    all[0].attempt.record.imported = from;
    QVERIFY(!historyReport(all, {}).contains("Changed since"));
    all[0].attempt.record.imported->from = "alpha";
    QVERIFY(historyReport(all, {}).contains("Changed since attempt 1"));
}

void HistoryReportTest::textOfOthersIsNoMarkdown()
{
    const QTemporaryDir folder;
    AttemptSet set(folder.path());
    const QString hostile = QString::fromUtf8(
        "<img src=x onerror=y> [a](http://evil) `x` | **b** \x1b[31m \u202Eabc\n# heading");
    set.request.profileName = hostile;
    set.request.profileId = hostile;
    set.request.sourceFolder = hostile;
    set.setFlag("A", "`` | </code>\n## Attempt 9");
    set.add(AttemptState::Failed, hostile, hostile);
    QVector<ReportedAttempt> all = reported(set);
    Finding finding;
    finding.root = true;
    finding.evidence = "```\n# not a heading";
    all.first().findings = { finding };
    all.first().note = hostile;
    all.first().tags = QStringList { hostile };
    const QString text = historyReport(all, {});
    QVERIFY(!text.contains(QLatin1Char('\x1b')) && !text.contains(QChar(0x202E)));
    QVERIFY(!text.contains("\n# heading") && !text.contains("\n## Attempt 9") && !text.contains("\n# not"));
    QVERIFY2(text.contains("- A: ``` `` | </code> ## Attempt 9 ```"), qPrintable(text));
    QVERIFY(text.contains("```` ``` # not a heading ````"));
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        // Beside spans of code, "<" and "|" stand behind a backslash.
        if (line.startsWith("| 1 "))
            QVERIFY2(line.contains("\\<img") && line.contains("\\|"), qPrintable(line));
        if (line.startsWith("> \\<"))
            QVERIFY2(line.contains("\\[a\\](http://evil) \\`x\\`"), qPrintable(line));
    }
}

void HistoryReportTest::namesAndSecretsAreMasked()
{
    const QTemporaryDir folder;
    AttemptSet set(folder.path());
    set.request.sourceFolder = "/home/anna_lind/src";
    set.request.configuration.setEnvironment({ "HF_TOKEN", "hf_abcdefghijkl", ValueOrigin::User });
    set.add(AttemptState::Failed, "some-rule", "Not found in /home/anna_lind/src");
    QVector<ReportedAttempt> all = reported(set);
    all.first().attempt.record.request.configuration.setEnvironment(
        { "HF_TOKEN", "hf_abcdefghijkl", ValueOrigin::User }); // as if it had not been masked
    all.first().note = "Ask anna at /home/anna_lind/notes";
    const QString text = historyReport(all, {});
    QVERIFY2(!text.contains("anna_lind") && !text.contains("anna\\_lind"), qPrintable(text));
    QVERIFY(!text.contains("hf_abc"));
    const QString named = historyReport(all, { {}, true });
    QVERIFY2(named.contains("`/home/anna_lind/src`"), qPrintable(named));
    QVERIFY(!named.contains("hf_abc"));
}

QTEST_GUILESS_MAIN(HistoryReportTest)
#include "HistoryReportTest.moc"
