// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RulePackReader.h"
#include "core/findings/RuleSet.h"

#include <QDir>
#include <QFile>

// Resources of a static library must be asked for, outside of any namespace.
static void initRuleResources()
{
    Q_INIT_RESOURCE(rules);
}

namespace torchmason {

namespace {

void addPack(RuleSet& rules, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        rules.addProblem(QStringLiteral("Cannot read %1: %2.").arg(path, file.errorString()));
        return;
    }
    const RulePackReading reading = readRulePack(file.readAll(), path, rules.words());
    for (const QString& problem : reading.problems)
        rules.addProblem(problem);
    rules.add(reading.pack, path);
}

void addFolder(RuleSet& rules, const QString& folder)
{
    const QDir packs(folder);
    for (const QString& name : packs.entryList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name))
        addPack(rules, packs.filePath(name));
}

}

// The shipped packs come first, so that a user's pack can add rules but not replace ours.
std::shared_ptr<const RuleSet> loadRules()
{
    initRuleResources();
    const auto rules = std::make_shared<RuleSet>();
    addFolder(*rules, QStringLiteral(":/torchmason/rules"));
    addFolder(*rules, AppPaths::userRulesFolder());
    rules->compile();
    for (const QString& problem : rules->problems())
        log::warning("findings", problem);
    return rules;
}

}
