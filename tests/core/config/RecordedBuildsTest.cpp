// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderRows.h"
#include "core/detect/HostFacts.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/Solver.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

const QString fixtures = QStringLiteral(TORCHMASON_FIXTURES);

// One build that somebody tried: tests/fixtures/history.
struct Record {
    BuildCase wanted;
    QStringList blockers; // rules
    bool hasMore = false; // others may stand beside them
    QStringList warnings; // among others
    QVector<QPair<QString, QString>> says; // rule, words of its row
    QString plan; // "ready": with it nothing stands in the way; "not"; "any"
};

template <typename Value> Value required(const Result<Value>& value)
{
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return *value;
}

QString textOf(const Json& value)
{
    return QString::fromStdString(value.get<std::string>());
}

QStringList listOf(const Json& record, const char* member)
{
    QStringList list;
    for (const Json& entry : record.value(member, Json::array()))
        list << textOf(entry);
    return list;
}

// The facts of a machine, with members that differ here, and what lies in the build folder.
HostFacts factsOf(const Json& record)
{
    const QString file = fixtures + QStringLiteral("/facts/") + textOf(record["host"]);
    Json document = required(readJsonFile(file));
    document.update(record.value("facts", Json::object()));
    if (record.contains("buildFolder"))
        document["buildFolder"] = record["buildFolder"];
    return required(factsFromText(compactJson(document), file));
}

Profile profileOf(const Json& profile)
{
    if (profile.is_object())
        return required(profileFromJson(profile, QStringLiteral("attempt"), QStringLiteral("attempt.json")));
    const ProfileCatalogue catalogue { shippedProfiles(), {} };
    const Profile* found = catalogue.profile(textOf(profile));
    if (!found)
        qFatal("no profile %s", qPrintable(textOf(profile)));
    return *found;
}

Record readRecord(const QString& file)
{
    const Json record = required(readJsonFile(file));
    Record result { { factsOf(record), profileOf(record["profile"]), {} }, listOf(record, "blockers"),
        record.value("includes", false), listOf(record, "warnings"), {}, textOf(record["plan"]) };
    RequestWishes& wishes = result.wanted.wishes;
    const bool windows = result.wanted.facts.platform == Platform::Windows;
    wishes.sourceFolder = windows ? QStringLiteral("C:/dev/pytorch") : QStringLiteral("/workspace/pytorch");
    wishes.buildFolder = wishes.sourceFolder + QStringLiteral("/build");
    wishes.configuration.unsetFlags = listOf(record, "unset");
    for (const QString& name : listOf(record, "unsetEnvironment"))
        wishes.configuration.environment.append({ name, std::nullopt, ValueOrigin::User });
    const Json environment = record.value("environment", Json::object());
    for (const auto& entry : environment.items())
        wishes.configuration.environment.append(
            { QString::fromStdString(entry.key()), textOf(entry.value()), ValueOrigin::User });
    const Json said = record.value("says", Json::object());
    for (const auto& entry : said.items())
        result.says.append({ QString::fromStdString(entry.key()), textOf(entry.value()) });
    return result;
}

QStringList rulesOf(const QVector<CheckRow>& rows, CheckState state)
{
    QStringList rules;
    for (const CheckRow& row : rows) {
        if (row.state == state && !rules.contains(ruleOf(row)))
            rules << ruleOf(row);
    }
    return rules;
}

}

Q_DECLARE_METATYPE(Record)

// What people tried before there was this program, and how it ended: each failure must be foreseen with its
// reason, and what worked must not be stopped.
class RecordedBuildsTest : public QObject {
    Q_OBJECT

private slots:
    void isForeseen_data();
    void isForeseen();
};

void RecordedBuildsTest::isForeseen_data()
{
    QTest::addColumn<Record>("record");
    const QDir folder(fixtures + QStringLiteral("/history"));
    const QStringList files = folder.entryList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name);
    QVERIFY(files.size() > 10);
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << readRecord(folder.filePath(file));
}

void RecordedBuildsTest::isForeseen()
{
    QFETCH(Record, record);
    const BuildCase& wanted = record.wanted;
    const BuildRequest request = draftRequest(wanted.profile, wanted.facts, wanted.wishes).request;
    const Solution solution = solve(wanted);
    const QVector<CheckRow> rows = buildFolderRows(request, wanted.facts) + solution.rows;
    QStringList blockers = rulesOf(rows, CheckState::Fail);
    if (record.hasMore)
        blockers.removeIf([&](const QString& rule) { return !record.blockers.contains(rule); });
    blockers.sort();
    record.blockers.sort();
    QCOMPARE(blockers, record.blockers);
    const QStringList warnings = rulesOf(rows, CheckState::Warning);
    for (const QString& rule : record.warnings)
        QVERIFY2(warnings.contains(rule), qPrintable(rule + QLatin1String(" not in ") + warnings.join(u' ')));
    for (const auto& [rule, words] : record.says) {
        const bool isSaid
            = std::any_of(rows.begin(), rows.end(), [&, rule = rule, words = words](const auto& row) {
                  return ruleOf(row) == rule && (row.found + row.need + row.fixText).contains(words);
              });
        QVERIFY2(isSaid, qPrintable(rule + QLatin1String(" does not say ") + words));
    }
    if (record.plan != QLatin1String("any"))
        QCOMPARE(solution.left.isEmpty(), record.plan == QLatin1String("ready"));
}

QTEST_GUILESS_MAIN(RecordedBuildsTest)
#include "RecordedBuildsTest.moc"
