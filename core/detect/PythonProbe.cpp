// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/AskAll.h"
#include "core/detect/PythonAnswer.h"
#include "core/detect/WindowsPlaces.h"

#include <QSet>

namespace torchmason {

namespace {

Result<PythonAnswer> ask(const ProbeContext& context, const PythonPlace& place)
{
    const auto output = context.output(place.path, pythonQuestion());
    if (!output && output.error().message.contains(QLatin1String("Unknown option: -I")))
        return Error { QStringLiteral("%1 is Python 2, which builds no PyTorch.").arg(place.path) };
    return output ? readPythonAnswer(plainToolText(*output), place) : Result<PythonAnswer>(output.error());
}

// The alias that leads to Windows' shop has this code in all languages. A real Python of the shop that does
// not answer is told like any other.
bool leadsToShop(const QString& path, const QString& error)
{
    return (isStoreAlias(path) && error.contains(QLatin1String("failed with code 9009")))
        || error.contains(QLatin1String("Python was not found"));
}

}

FactsChange probePythons(const ProbeContext& context)
{
    const PythonPlaces places = pythonPlaces(context);
    const auto answers = askAll(places.found, context.patience(),
        [context](const PythonPlace& place) { return ask(context, place); });
    QVector<PythonFacts> pythons;
    QVector<UnknownFact> unknown = places.unknown;
    QSet<QString> seen;
    qsizetype first = 0;
    for (qsizetype at = 0; at < places.found.size(); ++at) {
        const Result<PythonAnswer> late = noAnswerInTime(places.found[at].path, context.patience());
        const Result<PythonAnswer> answer = answers[size_t(at)].value_or(late);
        const bool isChosen = places.found[at].source == chosenByUser();
        if (!answer && !isChosen && leadsToShop(places.found[at].path, answer.error().message)) {
            first += first == at;
            continue;
        }
        if (!answer) {
            unknown.append({ QStringLiteral("python"), answer.error().message });
            if (isChosen) // another one is not taken without a word
                pythons.append({ places.found[at].path, {}, {}, {}, false, chosenByUser() });
            continue;
        }
        const QString identity = answer->prefix + QLatin1Char('|') + answer->facts.version;
        if (seen.contains(identity))
            continue;
        seen.insert(identity);
        pythons.append(answer->facts);
        pythons.last().isDefault = at == first; // none where the first one did not answer
    }
    return [pythons, unknown](HostFacts& facts) {
        facts.pythons = pythons;
        facts.unknown += unknown;
    };
}

}
