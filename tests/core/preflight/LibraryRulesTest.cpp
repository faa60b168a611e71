// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/BuildCase.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"

using namespace torchmason;

namespace {

QVector<CheckRow> problems(const BuildCase& one)
{
    return preflight(one.facts, one.profile, draftRequest(one.profile, one.facts, one.wishes).request);
}

QStringList idsOfAll(const QVector<CheckRow>& rows)
{
    QStringList ids;
    for (const CheckRow& row : rows)
        ids << row.id;
    return ids;
}

}

// Libraries against the tree, the card and the toolkit that use them.
class LibraryRulesTest : public QObject {
    Q_OBJECT

private slots:
    void librariesThatTreesDoNotCompileWith_data();
    void librariesThatTreesDoNotCompileWith();
    void theMachineSaysItOfCudnnToo_data();
    void theMachineSaysItOfCudnnToo();
    void olderToolsetsAreOffered_data();
    void olderToolsetsAreOffered();
    void cudnnMustHaveCodeForTheCard_data();
    void cudnnMustHaveCodeForTheCard();
};

// cuDNN 9 has no RNN functions of version 6 any more, numpy 2 another PyArray_Descr.
void LibraryRulesTest::librariesThatTreesDoNotCompileWith_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<QString>("numpy");
    QTest::addColumn<QString>("off"); // a flag
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("state"); // empty: no row
    const char* cudnn = "cudnn-not-for-release";
    newRow("cuDNN 9 and 1.13", "v1.13.1", "9.1.0", "", "", cudnn, "fail");
    newRow("cuDNN 9 and 2.1", "v2.1.2", "9.1.0", "", "", cudnn, "fail");
    newRow("cuDNN 9 and 2.2", "v2.2.2", "9.1.0", "", "", cudnn, "warning");
    newRow("cuDNN 8", "v1.13.1", "8.9.7", "", "", cudnn, "");
    newRow("cuDNN 9 and 2.6", "v2.6.0", "9.1.0", "", "", cudnn, "");
    newRow("cuDNN is not used", "v1.13.1", "9.1.0", "", "USE_CUDNN", cudnn, "");
    const char* package = "package-not-for-release";
    newRow("numpy 2 and 2.2", "v2.2.2", "", "2.0.1", "", package, "fail");
    newRow("numpy 2 and 2.3", "v2.3.1", "", "2.0.1", "", package, "");
    newRow("numpy 1", "v2.2.2", "", "1.26.4", "", package, "");
    newRow("numpy is not used", "v2.2.2", "", "2.0.1", "USE_NUMPY", package, "");
}

void LibraryRulesTest::librariesThatTreesDoNotCompileWith()
{
    QFETCH(const QString, tag);
    QFETCH(const QString, cudnn);
    QFETCH(const QString, numpy);
    QFETCH(const QString, off);
    QFETCH(const QString, row);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.cudaToolkits.first().cudnn = cudnn;
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python3");
    python.version = QStringLiteral("3.10.12");
    python.isDefault = true;
    if (!numpy.isEmpty())
        python.packages.insert(QStringLiteral("numpy"), numpy);
    facts.pythons = { python };
    RequestWishes wishes;
    wishes.tag = tag;
    if (!off.isEmpty())
        wishes.configuration.flags = { userFlag(off, QStringLiteral("OFF")) };
    QTEST(stateOf(checkedWith(facts, QStringLiteral("a100-linux"), wishes), row), "state");
}

// PyTorch 2.13 takes cuDNN 9 alone.
void LibraryRulesTest::theMachineSaysItOfCudnnToo_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<QString>("state");
    newRow("too old", "v2.13.0", "8.9.7", "fail");
    newRow("new enough", "v2.13.0", "9.10.2", "pass");
    newRow("newer than known", "v2.2.2", "9.1.0", "warning");
    newRow("another release takes it", "v2.6.0", "8.9.7", "pass");
}

void LibraryRulesTest::theMachineSaysItOfCudnnToo()
{
    QFETCH(const QString, tag);
    QFETCH(const QString, cudnn);
    QFETCH(const QString, state);
    BuildCase one { recordedMachine(QStringLiteral("129")),
        *loadProfiles().profile(QStringLiteral("a100-linux")), {} };
    one.facts.platform = Platform::Linux;
    one.facts.isElsewhere = true;
    one.facts.cudaToolkits.first().cudnn = cudnn;
    one.wishes.tag = tag;
    const BuildRequest request = draftRequest(one.profile, one.facts, one.wishes).request;
    const QVector<CheckRow> machine = checkMachine(one.facts, one.profile, request);
    const CheckRow* row = rowOfRule(machine, QStringLiteral("cudnn"));
    QVERIFY(row);
    QCOMPARE(checkStateId(row->state), state);
    // The review says it once, in the same words.
    const QVector<CheckRow> review = problems(one);
    const CheckRow* rule = rowOfRule(review, QStringLiteral("cudnn-not-for-release"));
    QCOMPARE(rule != nullptr, state != "pass");
    QVERIFY(!rowOfRule(review, QStringLiteral("cudnn")));
    if (rule) {
        QCOMPARE(checkStateId(rule->state), state);
        QCOMPARE(row->need, rule->need);
        QVERIFY2(row->fixText.startsWith(rule->found), qPrintable(row->fixText));
    }
}

void LibraryRulesTest::olderToolsetsAreOffered_data()
{
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QStringList>("toolsets");
    QTest::addColumn<QString>("offered"); // empty: none
    const QString newest = QStringLiteral("14.44.35207");
    const QString fits = QStringLiteral("14.38.33130");
    const QString stl = QStringLiteral("stl1002");
    const QString host = QStringLiteral("host-compiler-too-new");
    const QStringList three { newest, QStringLiteral("14.40.33807"), fits };
    newRow("STL1002", "12.3.107", stl, three, fits);
    newRow("nvcc's own check", "12.3.107", host, three, fits);
    newRow("none fits", "12.3.107", host, QStringList { newest }, "");
    newRow("facts without them", "12.3.107", stl, QStringList(), "");
    newRow("newer CUDA takes it", "12.4.131", stl, three, "");
}

void LibraryRulesTest::olderToolsetsAreOffered()
{
    QFETCH(const QString, cuda);
    QFETCH(const QString, row);
    QFETCH(const QStringList, toolsets);
    QFETCH(const QString, offered);
    HostFacts facts = recordedMachine(QStringLiteral("123"));
    facts.cudaToolkits.first().version = cuda;
    CompilerFacts compiler;
    compiler.family = QStringLiteral("msvc");
    compiler.path = QStringLiteral("C:/VS 2022/VC/Tools/MSVC/14.44.35207/bin/Hostx64/x64/cl.exe");
    compiler.version = QStringLiteral("19.44.35207");
    compiler.product = QStringLiteral("Visual Studio Community 2022");
    compiler.isDefault = true;
    compiler.toolsets = toolsets;
    facts.compilers = { compiler };
    const Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda123-windows"));
    const BuildCase before { facts, profile, {} };
    QString toolset;
    for (const CheckRow& one : problems(before)) {
        for (const Change& change : one.id == row ? one.changes : QVector<Change>()) {
            if (change.steps.first().name != QLatin1String("msvc-toolset"))
                continue;
            toolset = change.steps.first().value;
            QCOMPARE(change.command,
                QStringLiteral("\"C:\\VS 2022\\VC\\Auxiliary\\Build\\vcvars64.bat\" -vcvars_ver=%1")
                    .arg(toolset));
            QVERIFY(!change.canBeDone());
            QVERIFY(!idsOfAll(problems(changed(before, change))).contains(row));
        }
    }
    QCOMPARE(toolset, offered);
}

void LibraryRulesTest::cudnnMustHaveCodeForTheCard_data()
{
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<bool>("isTold");
    newRow("Volta, last one", "7.0", "9.10.2", false);
    newRow("Volta, newer", "7.0", "9.12.0", true);
    newRow("Pascal, newer", "6.1", "9.12.0", true);
    newRow("Turing", "7.5", "9.12.0", false);
    newRow("no cuDNN", "7.0", "", false);
}

void LibraryRulesTest::cudnnMustHaveCodeForTheCard()
{
    QFETCH(const QString, capability);
    QFETCH(const QString, cudnn);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.gpus.first().computeCapability = capability;
    facts.cudaToolkits.first().version = QStringLiteral("12.6.85");
    facts.cudaToolkits.first().cudnn = cudnn;
    const QString id = QStringLiteral("cudnn-not-for-gpu");
    const QString profile = QStringLiteral("pascal-volta-windows");
    const auto isTold
        = [&](const QVector<CheckRow>& rows) { return idsOf(rows, CheckState::Warning).contains(id); };
    QTEST(isTold(checked(facts, profile)), "isTold");
    QVERIFY(
        !isTold(checked(facts, profile, { userFlag(QStringLiteral("USE_CUDNN"), QStringLiteral("OFF")) })));
}

QTEST_GUILESS_MAIN(LibraryRulesTest)
#include "LibraryRulesTest.moc"
