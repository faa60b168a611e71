// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/HostOption.h"

namespace torchmason::cli {

void declareHostOption(CommandLine& line, const QString& help)
{
    line.option(QStringLiteral("host"), QStringLiteral("FACTS.json"), help);
}

Result<std::optional<HostFacts>> hostNamedBy(const CommandLine& line)
{
    const QString file = line.value(QStringLiteral("host"));
    if (file.isEmpty())
        return std::optional<HostFacts>();
    const auto document = readJsonFile(file);
    if (!document)
        return document.error();
    const auto facts = hostFactsFromJson(*document, file);
    if (!facts)
        return facts.error();
    return std::optional(*facts);
}

}
