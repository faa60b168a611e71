// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/HostOption.h"

#include "core/detect/FactsFile.h"

#include <QFile>

#include <cstdio>

namespace torchmason::cli {

namespace {

Result<HostFacts> factsFrom(const QString& name)
{
    if (name != QLatin1String("-"))
        return readFactsFile(name);
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read standard input: %1.").arg(input.errorString()) };
    return factsFromText(input.readAll(), QStringLiteral("standard input"));
}

}

void declareHostOption(CommandLine& line, const QString& help)
{
    line.option(QStringLiteral("host"), QStringLiteral("FACTS.json"), help);
}

Result<std::optional<HostFacts>> hostNamedBy(const CommandLine& line)
{
    const QString file = line.value(QStringLiteral("host"));
    if (file.isEmpty())
        return std::optional<HostFacts>();
    const auto facts = factsFrom(file);
    if (!facts)
        return facts.error();
    return std::optional(*facts);
}

}
