// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"
#include "tests/support/CheckedBuild.h"

#include <QTest>

using namespace torchmason;

namespace {

QString stateOf(const QVector<CheckRow>& rows, const QString& id)
{
    for (const CheckRow& row : rows) {
        if (row.id == id)
            return checkStateId(row.state);
    }
    return {};
}

QVector<CheckRow> checkedWith(const HostFacts& facts, const QString& profileId, const RequestWishes& wishes)
{
    const Profile profile = *loadProfiles().profile(profileId);
    return preflight(facts, profile, draftRequest(profile, facts, wishes).request);
}

}

// Where a build lies, and what the flags and variables ask of the machine.
class FolderRulesTest : public QObject {
    Q_OBJECT

private slots:
    void codePagesHaveCharacters_data();
    void codePagesHaveCharacters();
    void pathsMustBeInTheCodePage_data();
    void pathsMustBeInTheCodePage();
    void drivesOfWindowsAreTold_data();
    void drivesOfWindowsAreTold();
    void theFirstWslIsTold();
    void jobsMustBeANumber_data();
    void jobsMustBeANumber();
    void rocmIsForOtherCards_data();
    void rocmIsForOtherCards();
};

void FolderRulesTest::codePagesHaveCharacters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("has");
    QTest::newRow("plain") << "C:/dev" << 1252 << true;
    QTest::newRow("its own letters") << "C:/Алексей" << 1251 << true;
    QTest::newRow("others") << "C:/Алексей" << 1252 << false;
    QTest::newRow("no similar letter instead") << "C:/Jiří" << 1252 << false;
    QTest::newRow("UTF-8") << "C:/测试" << 65001 << true;
    QTest::newRow("GBK") << "C:/测试" << 936 << true;
}

void FolderRulesTest::codePagesHaveCharacters()
{
    QFETCH(const QString, text);
    QFETCH(const int, page);
    const auto has = isInCodePage(text, page);
    QVERIFY(has);
    QTEST(*has, "has");
    QVERIFY(!isInCodePage(text, 99999)); // none that there is
}

void FolderRulesTest::pathsMustBeInTheCodePage_data()
{
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("codePage");
    QTest::addColumn<QString>("place"); // of what the row is about
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("state"); // empty: no row
    const auto add = [](const char* name, const char* row, const char* page, const QString& place,
                         const char* cuda, const char* state) {
        QTest::newRow(name) << QString::fromLatin1(row) << QString::fromLatin1(page) << place
                            << QString::fromLatin1(cuda) << QString::fromLatin1(state);
    };
    const QString other = QStringLiteral("C:/Алексей/x");
    for (const char* row : { "build-path", "source-path", "temp-path" })
        add(row, row, "CP1252", other, "ON", "fail");
    add("Python", "python-path", "CP1252", other, "ON", "warning");
    add("build folder without CUDA", "build-path", "CP1252", other, "OFF", "warning");
    add("build folder in the page", "build-path", "CP1251", other, "ON", "warning");
    add("build folder, page not known", "build-path", "", other, "ON", "warning");
    add("TEMP without CUDA", "temp-path", "CP1252", other, "OFF", "");
    add("TEMP in the page", "temp-path", "CP1251", other, "ON", "");
    add("Python in the page", "python-path", "CP1251", other, "ON", "");
}

void FolderRulesTest::pathsMustBeInTheCodePage()
{
    QFETCH(const QString, row);
    QFETCH(const QString, codePage);
    QFETCH(const QString, place);
    QFETCH(const QString, cuda);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.isElsewhere = true;
    facts.codePage = codePage;
    RequestWishes wishes;
    wishes.sourceFolder = QStringLiteral("C:/pt");
    wishes.buildFolder = QStringLiteral("C:/pt/build");
    wishes.configuration.flags = { userFlag(QStringLiteral("USE_CUDA"), cuda) };
    if (row == QLatin1String("build-path"))
        wishes.buildFolder = place;
    if (row == QLatin1String("source-path"))
        wishes.sourceFolder = place;
    if (row == QLatin1String("temp-path"))
        facts.disks = { { QStringLiteral("temp"), place, {}, {} } };
    if (row == QLatin1String("python-path"))
        facts.pythons.first().path = place;
    QTEST(stateOf(checkedWith(facts, QStringLiteral("rtx5070-cuda129-windows"), wishes), row), "state");
}

void FolderRulesTest::drivesOfWindowsAreTold_data()
{
    QTest::addColumn<QStringList>("environment");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("state");
    const QStringList wsl { QStringLiteral("wsl2") };
    QTest::newRow("drive") << wsl << "/mnt/c/Users/me/pytorch"
                           << "warning";
    QTest::newRow("folder of Linux") << wsl << "/home/me/pytorch"
                                     << "";
    QTest::newRow("a mount of another name") << wsl << "/mnt/data/pytorch"
                                             << "";
    QTest::newRow("no WSL") << QStringList() << "/mnt/c/pytorch"
                            << "";
}

void FolderRulesTest::drivesOfWindowsAreTold()
{
    QFETCH(const QStringList, environment);
    QFETCH(const QString, folder);
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.environment = environment;
    RequestWishes wishes;
    wishes.sourceFolder = folder;
    wishes.buildFolder = QStringLiteral("/home/me/build");
    QTEST(stateOf(checkedWith(facts, QStringLiteral("cpu-only"), wishes), QStringLiteral("source-path")),
        "state");
}

void FolderRulesTest::theFirstWslIsTold()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    const auto state = [&](const char* where) {
        facts.environment = { QString::fromLatin1(where) };
        return stateOf(checkedWith(facts, QStringLiteral("cpu-only"), {}), QStringLiteral("system"));
    };
    QCOMPARE(state("wsl1"), QStringLiteral("warning"));
    QVERIFY(state("wsl2") != QLatin1String("warning"));
}

void FolderRulesTest::jobsMustBeANumber_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("number") << "4" << false;
    QTest::newRow("word") << "many" << true;
    QTest::newRow("none") << "0" << true;
    QTest::newRow("empty, as if it were not set") << "" << false;
}

void FolderRulesTest::jobsMustBeANumber()
{
    QFETCH(const QString, value);
    RequestWishes wishes;
    wishes.configuration.environment = { { QStringLiteral("MAX_JOBS"), value, ValueOrigin::User } };
    const auto rows = checkedWith(
        recordedMachine(QStringLiteral("129")), QStringLiteral("rtx5070-cuda129-windows"), wishes);
    QTEST(stateOf(rows, QStringLiteral("max-jobs")) == QLatin1String("warning"), "isTold");
}

void FolderRulesTest::rocmIsForOtherCards_data()
{
    QTest::addColumn<QString>("rocm"); // empty: not set by the user
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<bool>("hasCard");
    QTest::addColumn<QString>("row"); // empty: none
    QTest::newRow("both") << "ON"
                          << "ON" << true << "rocm-and-cuda";
    QTest::newRow("both, and no card") << "ON"
                                       << "ON" << false << "rocm-and-cuda";
    QTest::newRow("a card of NVIDIA alone") << "ON"
                                            << "OFF" << true << "rocm-for-nvidia";
    QTest::newRow("no card of NVIDIA") << "ON"
                                       << "OFF" << false << "";
    QTest::newRow("off") << ""
                         << "ON" << true << "";
}

void FolderRulesTest::rocmIsForOtherCards()
{
    QFETCH(const QString, rocm);
    QFETCH(const QString, cuda);
    QFETCH(const bool, hasCard);
    QFETCH(const QString, row);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    if (!hasCard)
        facts.gpus.clear();
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(QStringLiteral("USE_CUDA"), cuda) };
    if (!rocm.isEmpty())
        wishes.configuration.flags.append(userFlag(QStringLiteral("USE_ROCM"), rocm));
    const auto rows = checkedWith(facts, QStringLiteral("rtx50-linux"), wishes);
    for (const char* id : { "rocm-and-cuda", "rocm-for-nvidia" })
        QCOMPARE(stateOf(rows, QString::fromLatin1(id)),
            row == QLatin1String(id) ? QStringLiteral("warning") : QString());
}

QTEST_GUILESS_MAIN(FolderRulesTest)
#include "FolderRulesTest.moc"
