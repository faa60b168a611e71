// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"
#include "core/detect/HostFacts.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/Rule.h"
#include "core/findings/RuleSet.h"
#include "core/gate/EdgeCosts.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/fuzz/JsonMutator.h"
#include "tests/fuzz/PieceDevice.h"
#include "tests/fuzz/Require.h"

using namespace torchmason;

namespace {

const QString name = QStringLiteral("fuzz.json");

void readProfile(const QByteArray& text)
{
    const ProfileReading reading = readProfileText(text, QStringLiteral("fuzz"), name);
    fuzz::require(reading.ok() || !reading.problems.isEmpty(), "a profile that is refused without a reason");
    for (const ProfileProblem& problem : reading.problems)
        fuzz::require(!profileProblemText(name, problem).isEmpty(), "a problem without words");
    if (!reading.ok())
        return;
    const QByteArray written = compactJson(toJson(reading.profile));
    const auto again = profileFromJson(*parseJson(written, name), QStringLiteral("fuzz"), name);
    fuzz::require(again.ok() && compactJson(toJson(*again)) == written, "a profile does not come back");
}

void readFacts(const QByteArray& text)
{
    const auto facts = factsFromText(text, name);
    fuzz::requireReason(facts);
    if (!facts)
        return;
    const QByteArray written = compactJson(toJson(*facts));
    const auto again = hostFactsFromJson(*parseJson(written, name), name);
    fuzz::require(again.ok() && compactJson(toJson(*again)) == written, "facts do not come back");
}

// A pack of anybody's may be searched for, too.
void readRules(const QByteArray& text)
{
    const RulePackReading reading = readRulePack(text, name);
    const auto rules = std::make_shared<RuleSet>();
    rules->add(reading.pack, name);
    rules->compile();
    static const QByteArray log
        = "boom x\n" + QByteArray(3000, 'a') + " boom\nb.cpp:3: error: no such file\n";
    PieceDevice device(log, log.size());
    fuzz::requireReason(diagnose(device, rules));
}

// What was learned of compilers is no one's to hand around, but the disk may have damaged it.
void readCosts(const QByteArray& text)
{
    const QString file = fuzz::folder() + QStringLiteral("/costs.json");
    const QString output = QStringLiteral("a.dir/a.o");
    const QString language = QStringLiteral("C++");
    fuzz::put(QStringLiteral("costs.json"), text);
    QString trouble;
    EdgeCosts costs(file, QStringLiteral("fuzz"), &trouble);
    (void)costs.expected(output, language);
    costs.learn(output, language, Bytes(1) << 30);
    fuzz::require(costs.save().ok(), "costs cannot be kept");
    trouble.clear();
    const EdgeCosts again(file, QStringLiteral("fuzz"), &trouble);
    fuzz::require(trouble.isEmpty(), "costs that were written cannot be read");
    fuzz::require(again.expected(output, language) > 0, "costs do not come back");
}

}

// Documents that people hand around: profiles, facts of a machine, packs of rules; and the costs of edges.
// The first byte says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray text = fuzz::bytesOf(data, size).sliced(1).toByteArray();
    switch (data[0] % 4) {
    case 0:
        readProfile(text);
        break;
    case 1:
        readFacts(text);
        break;
    case 3:
        readCosts(text);
        break;
    default:
        readRules(text);
    }
    return 0;
}
