// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/ComparableBuild.h"

#include "core/detect/HostFacts.h"

#include <QFileInfo>

namespace torchmason {

namespace {

QString treeOf(const BuildRequest& request)
{
    const SourceSpec& source = request.source;
    if (source.kind == SourceKind::Git)
        return source.url + QLatin1Char(' ') + source.tag;
    if (source.kind == SourceKind::DebianSource)
        return source.package;
    if (source.kind == SourceKind::Sample)
        return QStringLiteral("sample");
    return QFileInfo(request.sourceFolder).fileName();
}

}

QString comparableBuild(const BuildRequest& request)
{
    const Configuration& configuration = request.configuration;
    QString compiler;
    if (const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"))) {
        for (const CompilerFacts& found : facts->compilers) {
            if (found.isDefault)
                compiler = found.family + QLatin1Char(' ') + found.version.section(QLatin1Char('.'), 0, 0);
        }
    }
    return QStringList { treeOf(request), configuration.flagValue(QStringLiteral("CMAKE_BUILD_TYPE")),
        configuration.flagValue(QStringLiteral("TORCH_CUDA_ARCH_LIST")), compiler }
        .join(QLatin1Char('|'));
}

}
