// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/Probe.h"

#include <QFileInfo>

namespace torchmason {

namespace {

struct Candidate {
    QString path;
    QString source;
};

// CMake takes CXX, then c++, g++, clang++. The C compiler follows its C++ sister.
QVector<Candidate> candidates(const ProbeContext& context)
{
    QVector<Candidate> found;
    const auto add = [&](const QString& name, const QString& source) {
        const QString path = name.contains(QLatin1Char('/')) ? name : context.runner->findProgram(name);
        if (!path.isEmpty())
            found.append({ path, source });
    };
    const QString chosen = context.wishes.overrides.value(QStringLiteral("cxx"));
    if (!chosen.isEmpty())
        add(chosen, chosenByUser());
    // CXX may hold arguments after the program: "ccache g++".
    const QString variable = context.environment.value(QStringLiteral("CXX")).section(QLatin1Char(' '), -1);
    if (!variable.isEmpty())
        add(variable, QStringLiteral("CXX"));
    for (const char* name : { "c++", "g++", "clang++" })
        add(QLatin1String(name), QStringLiteral("PATH"));
    for (int version = 20; version >= 8; --version) {
        add(QStringLiteral("g++-%1").arg(version), QStringLiteral("PATH"));
        add(QStringLiteral("clang++-%1").arg(version), QStringLiteral("PATH"));
    }
    return found;
}

Result<CompilerFacts> compiler(const ProbeContext& context, const Candidate& candidate)
{
    const auto output = context.output(candidate.path, { QStringLiteral("--version") });
    if (!output)
        return output.error();
    const QString text = plainToolText(*output);
    CompilerFacts facts;
    facts.path = candidate.path;
    facts.source = candidate.source;
    facts.family = text.contains(QLatin1String("clang")) ? QStringLiteral("clang") : QStringLiteral("gcc");
    // "g++ (Debian 12.2.0-14+deb12u1) 12.2.0": the number after the parentheses is the compiler's.
    facts.version = versionIn(text.section(QLatin1Char('\n'), 0, 0).section(QLatin1Char(')'), -1));
    if (facts.version.isEmpty())
        facts.version = versionIn(text);
    if (facts.version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(candidate.path) };
    return facts;
}

}

FactsChange probeCompilers(const ProbeContext& context)
{
    QVector<CompilerFacts> compilers;
    QVector<UnknownFact> unknown;
    QStringList seen;
    for (const Candidate& candidate : candidates(context)) {
        const QString real = QFileInfo(candidate.path).canonicalFilePath();
        const QString identity = real.isEmpty() ? candidate.path : real;
        if (seen.contains(identity))
            continue;
        seen << identity;
        auto facts = compiler(context, candidate);
        if (!facts) {
            unknown.append({ QStringLiteral("compilers"), facts.error().message });
            continue;
        }
        facts->isDefault = compilers.isEmpty();
        compilers.append(*facts);
    }
    return [compilers, unknown](HostFacts& facts) {
        facts.compilers = compilers;
        facts.unknown += unknown;
    };
}

}
