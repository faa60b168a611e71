// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/RequestMaker.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/CheckReport.h"
#include "core/solver/Solver.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Sample.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

HostFacts factsOf(const Json& document, const QString& name)
{
    auto facts = hostFactsFromJson(document, name);
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    facts->isElsewhere = true;
    return *facts;
}

// "-D NAME=VALUE", "--tag TAG" and "--build DIR"; what else a machine asks with is left out.
RequestWishes wishesOf(const Json& arguments)
{
    RequestWishes wishes;
    for (size_t i = 0; i + 1 < arguments.size(); ++i) {
        const QString option = QString::fromStdString(arguments[i].get<std::string>());
        const QString value = QString::fromStdString(arguments[i + 1].get<std::string>());
        if (option == QLatin1String("-D"))
            wishes.configuration.setFlag({ value.section(QLatin1Char('='), 0, 0),
                value.section(QLatin1Char('='), 1), {}, ValueOrigin::User });
        else if (option == QLatin1String("--tag"))
            wishes.tag = value;
        else if (option == QLatin1String("--build"))
            wishes.buildFolder = value;
    }
    return wishes;
}

// Adds a row unless the machine is left out.
class MachineRows {
public:
    // Each `each`th machine.
    explicit MachineRows(int each)
        : m_each(each)
    {
    }

    void add(const QString& name, const BuildCase& wanted)
    {
        if (m_seen++ % m_each == 0)
            QTest::addRow("%s", qPrintable(name)) << wanted;
    }

private:
    int m_each;
    int m_seen = 0;
};

void addExamples(const QString& folder, const ProfileCatalogue& catalogue, MachineRows& rows)
{
    for (const QFileInfo& file : QDir(folder).entryInfoList({ QStringLiteral("*.json") }, QDir::Files)) {
        const auto document = readJsonFile(file.filePath());
        if (!document)
            qFatal("%s", qPrintable(document.error().message));
        const HostFacts facts = factsOf(*document, file.fileName());
        for (const Profile& profile : catalogue.profiles) {
            if (profile.platforms.contains(facts.platform))
                rows.add(file.baseName() + QStringLiteral(", ") + profile.id, { facts, profile, {} });
        }
    }
}

void addLabelled(const QString& path, const ProfileCatalogue& catalogue, MachineRows& rows)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", qPrintable(path));
    while (!file.atEnd()) {
        const Json machine = jsonLine(file.readLine());
        const QString id = QString::fromStdString(machine["id"].get<std::string>());
        const Profile* profile
            = catalogue.profile(QString::fromStdString(machine["profile"].get<std::string>()));
        if (!profile)
            qFatal("%s names no profile", qPrintable(id));
        rows.add(id,
            { factsOf(machine["facts"], id), *profile, wishesOf(machine.value("arguments", Json::array())) });
    }
}

constexpr int eachWithChanges = isSample ? 10 : 1;

void addMachines(int each = 1)
{
    MachineRows rows(each);
    QTest::addColumn<BuildCase>("wanted");
    const ProfileCatalogue catalogue = loadProfiles();
    addExamples(QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts"), catalogue, rows);
    addExamples(QStringLiteral(TORCHMASON_FIXTURES "/facts"), catalogue, rows);
    addLabelled(QStringLiteral(TORCHMASON_SOURCE "/tests/corpus/machines.jsonl"), catalogue, rows);
}

// What a build would take, whoever says so.
QString digestOf(const BuildCase& wanted)
{
    const BuildRequest request = draftRequest(wanted.profile, wanted.facts, wanted.wishes).request;
    QStringList parts { request.source.tag, request.buildFolder, request.python.base,
        request.python.packages.join(QLatin1Char(' ')), QString::number(request.jobs.value_or(0)),
        QString::number(request.hasGate()), QString::number(request.python.isWanted()) };
    for (const FlagValue& flag : request.configuration.flags)
        parts << flag.name + QLatin1Char('=') + flag.value;
    for (const EnvironmentValue& variable : request.configuration.environment)
        parts << QStringLiteral("env ") + variable.name + variable.value.value_or(QString());
    for (const CudaToolkitFacts& toolkit : wanted.facts.cudaToolkits)
        parts << toolkit.nvcc + (toolkit.source == chosenByUser() ? QLatin1String("!") : QLatin1String());
    for (const CompilerFacts& compiler : wanted.facts.compilers)
        parts << compiler.path + (compiler.isDefault ? QLatin1String("!") : QLatin1String());
    for (const PythonFacts& python : wanted.facts.pythons)
        parts << python.path + python.modules.join(QLatin1Char(' '))
                + QString::number(python.headers.value_or(false));
    for (const GpuFacts& gpu : wanted.facts.gpus)
        parts << gpu.pci + gpu.driver;
    for (const ToolFacts& tool : wanted.facts.tools)
        parts << tool.name + tool.version;
    std::sort(parts.begin(), parts.end());
    return parts.join(QLatin1Char('\n'));
}

// The releases of CUDA that an expression with one or two groups finds in a text.
QStringList releasesIn(const QString& text, const char* expression)
{
    QStringList releases;
    auto matches = QRegularExpression(QLatin1String(expression)).globalMatch(text);
    while (matches.hasNext()) {
        const QStringList parts = matches.next().capturedTexts().mid(1);
        releases << parts.join(QLatin1Char('.'));
    }
    releases.removeDuplicates();
    return releases;
}

QStringList toldToInstall(const QString& text)
{
    return releasesIn(text, R"([Ii]nstall CUDA (\d+\.\d+))");
}

QStringList installedBy(const QString& command)
{
    return releasesIn(command, R"((?:cuda-toolkit-|Nvidia\.CUDA --version )(\d+)[-.](\d+))");
}

QStringList installedBy(const Change& change)
{
    QStringList releases;
    for (const ChangeStep& step : change.steps) {
        if (step.kind == StepKind::Install && step.name == QLatin1String("cuda"))
            releases << step.value;
    }
    return releases;
}

// Empty where sentence, command and changes of a row name one release of CUDA to install.
QString toolkitsApart(const CheckRow& row)
{
    if (ruleOf(row) == QLatin1String("historical-profile")) // the words of a profile, for people
        return {};
    const QStringList told = toldToInstall(row.fixText);
    QStringList offered;
    for (const Change& change : row.changes) {
        const QStringList installed = installedBy(change);
        const QStringList command = installedBy(change.command);
        if (toldToInstall(change.title) != installed || (!command.isEmpty() && command != installed))
            return change.title + QLatin1String(" by ") + change.command;
        offered += installed;
    }
    const QStringList command = installedBy(row.fixCommand);
    const bool isApart = (!command.isEmpty() && command != told)
        || (!told.isEmpty() && !offered.isEmpty() && !offered.contains(told.first()))
        || (row.fixText.startsWith(QLatin1String("Install CUDA"))
            && std::any_of(row.changes.begin(), row.changes.end(), [](const Change& change) {
                   return change.canBeDone() && change.title.startsWith(QLatin1String("Use CUDA "));
               }));
    return isApart ? QStringLiteral("%1: %2 $ %3").arg(row.id, row.fixText, row.fixCommand) : QString();
}

// What a row calls impossible blocks the build, or it says what is built all the same.
bool isSaidRightly(const CheckRow& row)
{
    static const QRegularExpression impossible(
        QStringLiteral("refuse|(?:does|do) not (?:build|compile|accept|work|understand)|cannot compile|"
                       "stops after|too old for PyTorch|was not found|is not installed"));
    if (row.state != CheckState::Fail || row.group == QLatin1String("tried"))
        return !row.preventsBuild;
    return row.preventsBuild || !impossible.match(row.found).hasMatch()
        || row.found.contains(QLatin1String("It compiles for"));
}

GpuFacts card(int number, const QString& capability)
{
    GpuFacts gpu;
    gpu.name = QStringLiteral("NVIDIA card 10de:%1").arg(number, 4, 16, QLatin1Char('0'));
    gpu.computeCapability = capability;
    gpu.pci = QStringLiteral("0000:%1:00.0").arg(number, 2, 16, QLatin1Char('0'));
    gpu.driver = QStringLiteral("580.65.06");
    return gpu;
}

}

class MachinesTest : public QObject {
    Q_OBJECT

private slots:
    void everyBlockerHasAWayOut_data() { addMachines(); }
    void everyBlockerHasAWayOut();
    void noChangeIsTakenBack_data() { addMachines(eachWithChanges); }
    void noChangeIsTakenBack();
    void oneToolkitIsToldAndInstalled_data();
    void oneToolkitIsToldAndInstalled();
    void equalCardsAreOneRow();
    void aThousandCardsAreNoWork_data();
    void aThousandCardsAreNoWork();
    void aMissingDriverIsToldOnce();
};

// Each cause once, and each blocker in the list that ends the report: with a change, or with words.
void MachinesTest::everyBlockerHasAWayOut()
{
    QFETCH(const BuildCase, wanted);
    const Solution solution = solve(wanted);
    QStringList told;
    for (const CheckRow& row : solution.rows) {
        const QString cause = ruleOf(row) + row.title + row.found + row.where;
        QVERIFY2(!told.contains(cause), qPrintable(row.id + QLatin1String(": ") + row.found));
        told << cause;
        QVERIFY2(toolkitsApart(row).isEmpty(), qPrintable(toolkitsApart(row)));
        QVERIFY2(isSaidRightly(row), qPrintable(row.id + QLatin1String(": ") + row.found));
        if (row.state != CheckState::Fail)
            continue;
        QVERIFY2(!row.changes.isEmpty() || !row.fixText.isEmpty(), qPrintable(row.id));
    }
    const QString report = planReport(solution.plan, solution.left);
    QCOMPARE(report.isEmpty(), failing(solution.rows).isEmpty());
    for (const CheckRow& row : solution.left)
        QVERIFY2(report.contains(row.title), qPrintable(row.id));
    BuildCase after = wanted;
    for (const Change& change : solution.plan)
        after = changed(after, change);
    QCOMPARE(failing(problemsOf(after)), failing(solution.left));
}

// After a change nothing is offered that leads back to where it began, and no blocker comes with it.
void MachinesTest::noChangeIsTakenBack()
{
    QFETCH(const BuildCase, wanted);
    const QString before = digestOf(wanted);
    const Solution solution = solve(wanted);
    const QStringList known = failing(solution.rows);
    for (const CheckRow& row : solution.rows) {
        for (const Change& change : row.changes) {
            const BuildCase after = changed(wanted, change);
            const Solution next = solve(after);
            for (const QString& rule : failing(next.rows))
                QVERIFY2(failing(next.rows).count(rule) <= known.count(rule),
                    qPrintable(
                        row.id + QLatin1String(": ") + change.id() + QLatin1String(" brings ") + rule));
            for (const CheckRow& other : next.rows) {
                for (const Change& back : other.changes)
                    QVERIFY2(digestOf(changed(after, back)) != before,
                        qPrintable(row.id + QLatin1String(": ") + change.id() + QLatin1String(" and back by ")
                            + other.id + QLatin1String(": ") + back.id()));
            }
        }
    }
}

// Each release with each toolkit that may be here, by systems whose packages have different names.
void MachinesTest::oneToolkitIsToldAndInstalled_data()
{
    QTest::addColumn<BuildCase>("wanted");
    const ProfileCatalogue catalogue = loadProfiles();
    const auto machine = readFactsFile(
        QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts/perfect-linux-rtx5070.json"));
    const auto releases = ReleaseCatalogue::load();
    if (!machine || !releases)
        qFatal("no machine or no releases");
    const QStringList systems { QStringLiteral("Ubuntu 24.04.2 LTS"), QStringLiteral("Fedora Linux 42"),
        QStringLiteral("openSUSE Leap 15.6"), QStringLiteral("Arch Linux") };
    int number = 0;
    for (const TorchRelease& release : releases->releases()) {
        for (const QStringList& here : { QStringList(), QStringList { QStringLiteral("12.4") },
                 QStringList { QStringLiteral("11.4"), QStringLiteral("12.8") } }) {
            BuildCase wanted { *machine, *catalogue.profile(QStringLiteral("rtx50-linux")), {} };
            wanted.facts.isElsewhere = true;
            wanted.facts.osName = systems.at(number++ % systems.size());
            wanted.wishes.tag = QStringLiteral("v%1.0").arg(release.version);
            wanted.facts.cudaToolkits.clear();
            for (const QString& version : here) {
                CudaToolkitFacts toolkit;
                toolkit.version = version;
                toolkit.root = QStringLiteral("/usr/local/cuda-") + version;
                toolkit.nvcc = toolkit.root + QStringLiteral("/bin/nvcc");
                toolkit.winsOnPath = wanted.facts.cudaToolkits.isEmpty();
                wanted.facts.cudaToolkits.append(toolkit);
            }
            QTest::addRow("%s, %s, CUDA %s", qPrintable(release.version), qPrintable(wanted.facts.osName),
                qPrintable(here.join(QLatin1Char('+'))))
                << wanted;
        }
    }
}

void MachinesTest::oneToolkitIsToldAndInstalled()
{
    QFETCH(const BuildCase, wanted);
    const Solution solution = solve(wanted);
    for (const CheckRow& row : solution.rows) {
        QVERIFY2(toolkitsApart(row).isEmpty(), qPrintable(toolkitsApart(row)));
        // Arch has one release of CUDA, which is no other's.
        QVERIFY2(!row.fixCommand.contains(QLatin1String("pacman -S --needed cuda")), qPrintable(row.id));
    }
}

void MachinesTest::equalCardsAreOneRow()
{
    BuildCase wanted;
    wanted.profile = *loadProfiles().profile(QStringLiteral("rtx50-linux"));
    wanted.facts.platform = Platform::Linux;
    wanted.facts.osName = QStringLiteral("Ubuntu 24.04.2 LTS");
    for (int i = 0; i < 8; ++i) {
        wanted.facts.gpus.append(card(1, QStringLiteral("8.0")));
        wanted.facts.gpus.last().pci = QStringLiteral("0000:0%1:00.0").arg(i);
    }
    const QVector<CheckRow> rows = problemsOf(wanted);
    QCOMPARE(failing(rows).count(QStringLiteral("arch-not-for-gpu")), 1);
    for (const CheckRow& row : rows)
        QVERIFY2(row.id != QLatin1String("arch-not-for-gpu#2"), qPrintable(row.found));
}

void MachinesTest::aThousandCardsAreNoWork_data()
{
    QTest::addColumn<QString>("capability");
    QTest::newRow("not known") << "";
    QTest::newRow("that the profile does not serve") << "8.0";
}

// Each row tries its changes on all facts: a row for each card would take the square of their number.
void MachinesTest::aThousandCardsAreNoWork()
{
    QFETCH(const QString, capability);
    BuildCase wanted;
    wanted.profile = *loadProfiles().profile(QStringLiteral("rtx50-linux"));
    wanted.facts.platform = Platform::Linux;
    wanted.facts.osName = QStringLiteral("Ubuntu 24.04.2 LTS");
    for (int i = 0; i < 1000; ++i)
        wanted.facts.gpus.append(card(i, capability));
    const Solution solution = solve(wanted);
    qsizetype cards = 0;
    for (const CheckRow& row : solution.rows)
        cards += row.group == QLatin1String("graphics") || ruleOf(row) == QLatin1String("arch-not-for-gpu");
    QVERIFY2(cards >= 1 && cards <= 3, qPrintable(QString::number(cards)));
}

void MachinesTest::aMissingDriverIsToldOnce()
{
    const QString path = QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts/nouveau-rtx5070.json");
    const auto facts = readFactsFile(path);
    QVERIFY(facts.ok());
    QStringList graphics;
    for (const CheckRow& row :
        problemsOf({ *facts, *loadProfiles().profile(QStringLiteral("rtx50-linux")), {} })) {
        if (row.group == QLatin1String("graphics"))
            graphics << row.id;
    }
    QCOMPARE(graphics, QStringList { QStringLiteral("gpu") });
}

QTEST_GUILESS_MAIN(MachinesTest)
#include "MachinesTest.moc"
