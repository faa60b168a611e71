// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QBuffer>
#include <QDir>
#include <QTest>

using namespace torchmason;

// Judges the rules by the big collection of labelled excerpts and complete logs, which is not in this
// repository: TORCHMASON_SHARED, or the folder "shared" beside it. Skipped where neither is there.
class CorpusTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRuleIsALabel();
    void rootComesFirst_data();
    void rootComesFirst();
    void goodLogsHaveNoRoots_data();
    void goodLogsHaveNoRoots();
    void goodLogsHaveNoRootsAtAnyTime_data();
    void goodLogsHaveNoRootsAtAnyTime();
    void failingLogs_data();
    void failingLogs();

private:
    QString firstRoot(const QByteArray& log) const;

    QDir m_shared;
    std::shared_ptr<const RuleSet> m_rules;
    QVector<Json> m_cases;
};

namespace {

QDir sharedFolder()
{
    const QString named = qEnvironmentVariable("TORCHMASON_SHARED");
    return QDir(named.isEmpty() ? QStringLiteral(TORCHMASON_SOURCE "/../shared") : named);
}

}

void CorpusTest::initTestCase()
{
    m_shared = sharedFolder();
    if (!m_shared.exists("failure-corpus/cases.jsonl"))
        QSKIP("The failure corpus is not on this machine (TORCHMASON_SHARED).");
    m_rules = loadRules();
    for (const QByteArray& line : contentOf(m_shared.filePath("failure-corpus/cases.jsonl")).split('\n')) {
        if (line.isEmpty())
            continue;
        const auto entry = parseJson(line, "cases.jsonl");
        QVERIFY(entry);
        m_cases << *entry;
    }
}

QString CorpusTest::firstRoot(const QByteArray& log) const
{
    QByteArray copy = log;
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    const auto report = diagnose(buffer, m_rules);
    const Finding first = report ? report->findings.value(0) : Finding();
    return first.root ? first.rule : QString();
}

void CorpusTest::everyRuleIsALabel()
{
    const auto document = readJsonFile(m_shared.filePath("failure-corpus/classes.json"));
    QVERIFY(document);
    const Json& labels = document->contains("classes") ? document->at("classes") : *document;
    for (const Rule& rule : m_rules->rules()) {
        // "guard" and "verify": sentences of our own steps, "tour": mistakes of our sample project, "git":
        // states of a tree; no collected log has them.
        static const QStringList own { "unrecognised", "form", "bug", "guard", "verify", "tour", "git" };
        static const QStringList uncollected { "interrupted-by-user", "build-cancelled", "log-cut-off",
            "compiler-not-found", "compiler-broken", "read-only-folder", "cmake-cannot-write",
            "too-many-open-files", "clock-skew", "codegen-source-error", "incomplete-source-tree",
            "git-ref-not-found", "git-not-installed", "cuda-no-kernel-image", "nvjitlink-mismatch",
            "msvc-section-limit", "dependency-too-old", "ccache-failure", "ninja-unknown-target",
            "pip-package-not-found", "nccl-not-fetched", "git-ref-misspelt", "python-gone",
            "cuda-headers-and-new-glibc", "cuda-older-than-source", "package-index-key",
            "arch-below-the-code", "python-limited-api", "msvc-runtime-mismatch", "libtorch-not-linked",
            "nvshmem-incomplete", "cudss-mismatch", "cutlass-refuses", "fmt-consteval", "xnnpack-old-msvc",
            "use-nightly-removed", "library-of-other-kind", "library-version-too-old-at-runtime",
            "source-without-version", "setuptools-flat-layout", "git-lfs-failed", "macos-deployment-target",
            "torch-arch-list-empty", "path-with-blank", "torch-without-cuda", "cxx-compiled-as-c",
            "kernel-needs-more-shared-memory" };
        if (!own.contains(rule.group) && !uncollected.contains(rule.id))
            QVERIFY2(labels.contains(rule.id.toStdString()), qPrintable(rule.id));
    }
}

void CorpusTest::rootComesFirst_data()
{
    QTest::addColumn<QString>("around"); // a log that ends well and gets the excerpt planted into it
    QTest::addColumn<double>("floor");
    newRow("alone", QString(), 0.98);
    newRow("in a configuration that ends well", "logs/ok-configure-2.6.0.log", 0.95);
    newRow("in a build that ends well", "logs/ok-c10-2.6.0.log", 0.95);
    newRow("before [exit 0]", "logs/ok-cfg-build-python-on-2.6.log", 0.95);
}

void CorpusTest::rootComesFirst()
{
    QFETCH(QString, around);
    QFETCH(double, floor);
    const QByteArray host = around.isEmpty() ? QByteArray() : contentOf(m_shared.filePath(around));
    QVERIFY(around.isEmpty() || !host.isEmpty());
    const qsizetype cut = host.indexOf('\n', host.size() * 2 / 3) + 1;
    int judged = 0;
    int right = 0;
    for (const Json& entry : m_cases) {
        if (!entry["root_in_log"].get<bool>())
            continue;
        const QByteArray excerpt = QByteArray::fromStdString(entry["log"].get<std::string>());
        const QString root = firstRoot(host.left(cut) + excerpt + '\n' + host.mid(cut));
        const QString label = QString::fromStdString(entry["failure_class"].get<std::string>());
        ++judged;
        if (root == label)
            ++right;
        else
            qInfo("%s told as %s", qPrintable(label), root.isEmpty() ? "nothing" : qPrintable(root));
    }
    qInfo("root first: %d of %d", right, judged);
    QVERIFY2(right >= floor * judged, "fewer roots are found than before");
}

void CorpusTest::goodLogsHaveNoRoots_data()
{
    QTest::addColumn<QString>("file");
    const QDir logs(m_shared.filePath("logs"));
    for (const QString& name : logs.entryList({ "ok-*.log", "build-interrupted-*.log", "*-resume.log" }))
        newRow(qPrintable(name), logs.filePath(name));
}

void CorpusTest::goodLogsHaveNoRoots()
{
    QFETCH(QString, file);
    const auto report = diagnoseFile(file, m_rules);
    QVERIFY(report);
    QVERIFY(!report->failed);
    for (const Finding& finding : report->findings)
        QVERIFY2(!finding.root, qPrintable(finding.rule));
}

void CorpusTest::goodLogsHaveNoRootsAtAnyTime_data()
{
    QTest::addColumn<QString>("file");
    const QDir logs(m_shared.filePath("logs"));
    for (const QString& name : logs.entryList({ "ok-*.log" }))
        newRow(qPrintable(name), logs.filePath(name));
}

// Whoever watches a healthy build must not be shown a cause, not even for a moment.
void CorpusTest::goodLogsHaveNoRootsAtAnyTime()
{
    QFETCH(QString, file);
    FailureMatcher matcher(m_rules);
    qint64 number = 0;
    for (const QByteArray& line : contentOf(file).split('\n')) {
        matcher.addLine(line, ++number, 0);
        const Finding first = matcher.findings().value(0);
        QVERIFY2(!first.root, qPrintable(QStringLiteral("%1 at line %2").arg(first.rule).arg(number)));
    }
}

void CorpusTest::failingLogs_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("rule");
    const auto row = [this](const char* name, const char* rule) {
        newRow(name, m_shared.filePath(QStringLiteral("logs/%1.log").arg(QLatin1String(name))),
            QString::fromLatin1(rule));
    };
    row("missing-third-party-pristine-1.13.1", "missing-submodules");
    row("cfg-cmake4-on-1.13.1", "missing-submodules");
    row("setup-py-2.6-no-git", "source-is-no-clone");
    row("cfg-submodule-missing-protobuf-2.6", "missing-submodules");
    row("cfg-build-test-without-googletest", "missing-submodules");
    row("cfg-mobile-missing-submodules", "missing-submodules");
    row("cfg-cuda13-old-tree-1.13.1", "missing-submodules");
    row("cfg-wrong-generator-existing-cache", "generator-mismatch");
    row("cfg-wrong-python-path", "wrong-python-interpreter");
    row("cfg-python-without-yaml", "missing-python-build-dep");
    row("cfg-cmake-too-old-3.27-required", "cmake-too-old");
    row("cfg-cuda13-2.6-default-arch", "cuda-removed-cccl-api");
    row("cfg-cuda13-arch35-cub-hint", "nvtoolsext-removed");
    row("build-oom-ulimit-v", "oom-compiler-killed");
    row("build-oom-kernel-kill-cgroup", "oom-compiler-killed");
    row("disk-full-build-dir-tmpfs14m", "disk-full");
    row("cuda13-arch90-cudahooks", "cuda-removed-api-old-source");
    row("cuda13-arch90-build-cu-objects", "cuda-removed-cccl-api");
    row("ninja-no-build-ninja", "ninja-stale-or-missing-file");
    row("link-undefined-reference-stale-glob", "stale-build-artifacts");
    row("build-missing-header-ninja", "incomplete-source-tree");
    row("ninja-too-many-open-files", "too-many-open-files");
    row("cfg-missing-compiler", "compiler-not-found");
    row("cfg-cache-compiler-empty", "compiler-not-found");
    row("cfg-mkldnn-too-old-2.6", "dependency-too-old");
    row("cfg-xnnpack-too-old", "dependency-too-old");
    row("build-system-flatbuffers-and-cpuinfo-too-old", "dependency-too-old");
    row("readonly-build-dir-cmake", "read-only-folder");
    row("codegen-native-functions-typo", "codegen-source-error");
}

void CorpusTest::failingLogs()
{
    QFETCH(QString, file);
    QFETCH(QString, rule);
    QCOMPARE(firstRoot(contentOf(file)), rule);
}

QTEST_GUILESS_MAIN(CorpusTest)
#include "CorpusTest.moc"
