// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/AskAll.h"
#include "core/detect/CompilerPlaces.h"

#include <algorithm>

namespace torchmason {

namespace {

Result<CompilerFacts> compiler(const ProbeContext& context, const CompilerPlace& place)
{
    const auto output = context.output(place.path, { QStringLiteral("--version") });
    if (!output)
        return output.error();
    const QString text = plainToolText(*output);
    CompilerFacts facts;
    facts.path = place.path;
    facts.source = place.source;
    facts.realPath = place.realPath;
    facts.otherPaths = place.otherPaths;
    facts.family = text.contains(QLatin1String("clang")) ? QStringLiteral("clang") : QStringLiteral("gcc");
    // "g++ (Debian 12.2.0-14+deb12u1) 12.2.0": the number after the parentheses is the compiler's.
    facts.version = versionIn(text.section(QLatin1Char('\n'), 0, 0).section(QLatin1Char(')'), -1));
    if (facts.version.isEmpty())
        facts.version = versionIn(text);
    if (facts.version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(place.path) };
    return facts;
}

// Links of a compiler cache all lead to the cache: family and version tell what they start.
bool isKnown(const QVector<CompilerFacts>& compilers, const CompilerFacts& one)
{
    return std::any_of(compilers.begin(), compilers.end(), [&](const CompilerFacts& other) {
        const bool masked = isCompilerLauncher(one.realPath) || isCompilerLauncher(other.realPath);
        return masked && one.family == other.family && one.version == other.version;
    });
}

}

FactsChange probeCompilers(const ProbeContext& context)
{
    const CompilerPlaces places = compilerPlaces(context);
    const auto answers = askAll(places.found, context.patience(),
        [context](const CompilerPlace& place) { return compiler(context, place); });
    QVector<CompilerFacts> compilers;
    QVector<UnknownFact> unknown = places.unknown;
    for (qsizetype at = 0; at < places.found.size(); ++at) {
        const auto& answer = answers[size_t(at)];
        if (!answer || !*answer) {
            const Error error
                = answer ? answer->error() : noAnswerInTime(places.found[at].path, context.patience());
            unknown.append({ QStringLiteral("compilers"), error.message });
            if (places.found[at].source == chosenByUser()) // another one is not taken without a word
                compilers.append({ {}, places.found[at].path, {}, {}, true, chosenByUser() });
            continue;
        }
        CompilerFacts facts = **answer;
        if (isKnown(compilers, facts))
            continue;
        // Where the first one did not answer, CMake would still take it and no other.
        facts.isDefault = at == 0 && !places.firstIsMissing;
        compilers.append(facts);
    }
    return [compilers, unknown](HostFacts& facts) {
        facts.compilers = compilers;
        facts.unknown += unknown;
    };
}

}
