// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/Probe.h"
#include "core/detect/PythonPlaces.h"

#include <future>
#include <vector>

namespace torchmason {

namespace {

// One short call: version, whether it is a virtual environment, and the build modules that are there.
// -I keeps the working folder and PYTHON* variables out; what "pip install --user" installed counts.
// Modules are looked for, not imported: importing numpy alone takes longer than all other probes.
const char* const script = R"(
import sys, site, importlib.util as u
if site.ENABLE_USER_SITE is False and sys.prefix == sys.base_prefix:
    sys.path.append(site.getusersitepackages())
kind = 'venv' if sys.prefix != sys.base_prefix else 'system'
print('torchmason', '.'.join(map(str, sys.version_info[:3])), kind)
print(sys.prefix)
print(*[m for m in sys.argv[1:] if u.find_spec(m)])
)";

const QStringList& buildModules()
{
    static const QStringList modules { QStringLiteral("yaml"), QStringLiteral("typing_extensions"),
        QStringLiteral("setuptools"), QStringLiteral("numpy"), QStringLiteral("wheel"),
        QStringLiteral("build"), QStringLiteral("packaging"), QStringLiteral("requests"),
        QStringLiteral("six"), QStringLiteral("jinja2") };
    return modules;
}

struct PythonAnswer {
    PythonFacts facts;
    QString prefix; // shims and links lead to the same one
};

Result<PythonAnswer> ask(const ProbeContext& context, const PythonPlace& place)
{
    QStringList arguments { QStringLiteral("-I"), QStringLiteral("-c"), QString::fromLatin1(script) };
    const auto output = context.output(place.path, arguments + buildModules());
    if (!output)
        return output.error();
    const QStringList lines = plainToolText(*output).split(QLatin1Char('\n'));
    const QStringList words = lines.value(0).simplified().split(QLatin1Char(' '));
    if (words.size() < 3 || words[0] != QLatin1String("torchmason"))
        return Error { QStringLiteral("%1 did not answer as a Python interpreter does.").arg(place.path) };
    PythonFacts facts;
    facts.path = place.path;
    facts.version = words[1];
    facts.kind = place.kind.isEmpty() ? words[2] : place.kind;
    facts.modules = lines.value(2).simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    facts.source = place.source;
    return PythonAnswer { facts, lines.value(1).trimmed() };
}

}

FactsChange probePythons(const ProbeContext& context)
{
    // All at once: a machine may have a dozen, and each takes as long as a small program does.
    std::vector<std::pair<PythonPlace, std::future<Result<PythonAnswer>>>> answers;
    for (const PythonPlace& place : pythonPlaces(context))
        answers.emplace_back(
            place, std::async(std::launch::async, [&context, place] { return ask(context, place); }));
    QVector<PythonFacts> pythons;
    QVector<UnknownFact> unknown;
    QStringList seen;
    for (auto& [place, future] : answers) {
        auto answer = future.get();
        if (!answer) {
            unknown.append({ QStringLiteral("python"), answer.error().message });
            continue;
        }
        const QString identity = answer->prefix + QLatin1Char('|') + answer->facts.version;
        if (seen.contains(identity))
            continue;
        seen << identity;
        answer->facts.isDefault = pythons.isEmpty();
        pythons.append(answer->facts);
    }
    return [pythons, unknown](HostFacts& facts) {
        facts.pythons = pythons;
        facts.unknown += unknown;
    };
}

}
