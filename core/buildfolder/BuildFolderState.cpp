// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderState.h"

#include "core/base/NinjaPath.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/buildfolder/AskedFlags.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr qint64 largestFile = 512 * 1024 * 1024;
constexpr qint64 longestLine = 64 * 1024 * 1024; // the inputs of a large library

QByteArray contentOf(const QString& path)
{
    RegularFile file(path);
    return file.open(QIODevice::ReadOnly) && file.size() < largestFile ? file.readAll() : QByteArray();
}

// set(CMAKE_CXX_COMPILER_VERSION "12.2.0")
QString assignedValue(const QString& text, const QString& name)
{
    const QRegularExpression form(
        QStringLiteral("^set\\(%1 \"(.*)\"\\)\\s*$").arg(QRegularExpression::escape(name)),
        QRegularExpression::MultilineOption);
    return form.match(text).captured(1);
}

// CMakeFiles/3.25.1/CMakeCXXCompiler.cmake, of the CMake that came last.
QHash<QString, ConfiguredCompiler> readCompilers(const QString& folder, const CMakeCache& cache)
{
    const QString version = QStringList { cache.value(QStringLiteral("CMAKE_CACHE_MAJOR_VERSION")),
        cache.value(QStringLiteral("CMAKE_CACHE_MINOR_VERSION")),
        cache.value(QStringLiteral("CMAKE_CACHE_PATCH_VERSION")) }
                                .join(QLatin1Char('.'));
    QHash<QString, ConfiguredCompiler> compilers;
    for (const QString& language : { QStringLiteral("C"), QStringLiteral("CXX"), QStringLiteral("CUDA") }) {
        const QString text = decodeToolText(contentOf(
            QStringLiteral("%1/CMakeFiles/%2/CMake%3Compiler.cmake").arg(folder, version, language)));
        const ConfiguredCompiler compiler { assignedValue(
                                                text, QStringLiteral("CMAKE_%1_COMPILER").arg(language)),
            assignedValue(text, QStringLiteral("CMAKE_%1_COMPILER_VERSION").arg(language)),
            assignedValue(text, QStringLiteral("CMAKE_%1_HOST_COMPILER").arg(language)) };
        if (!compiler.path.isEmpty())
            compilers.insert(language, compiler);
    }
    return compilers;
}

// # ninja log v5
// start<tab>end<tab>mtime<tab>output<tab>hash
QStringList loggedOutputs(const QString& folder)
{
    QSet<QString> seen;
    QStringList outputs;
    for (const QByteArray& line : contentOf(folder + QStringLiteral("/.ninja_log")).split('\n')) {
        const QList<QByteArray> fields = line.split('\t');
        if (fields.size() != 5)
            continue;
        const QString output = decodeToolText(fields[3]);
        if (seen.contains(output) || QDir::isAbsolutePath(output))
            continue;
        seen.insert(output);
        if (QFileInfo::exists(folder + QLatin1Char('/') + output))
            outputs << output;
    }
    return outputs;
}

// build a.o b$ c.o | d.o: RULE inputs
QSet<QString> plannedOutputs(const QString& folder)
{
    QSet<QString> planned;
    RegularFile file(folder + QStringLiteral("/build.ninja"));
    if (!file.open(QIODevice::ReadOnly))
        return planned;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(longestLine);
        if (!line.startsWith("build "))
            continue;
        QString word;
        const QString text = decodeToolText(line);
        for (qsizetype at = 6; at < text.size(); ++at) {
            const QChar c = text[at];
            if (c == QLatin1Char('$') && at + 1 < text.size()) {
                word += text[++at];
            } else if (c == QLatin1Char(' ') || c == QLatin1Char(':')) {
                if (!word.isEmpty() && word != QLatin1String("|"))
                    planned.insert(ninjaPath(word));
                word.clear();
                if (c == QLatin1Char(':'))
                    break;
            } else {
                word += c;
            }
        }
    }
    return planned;
}

}

Result<BuildFolderState> readConfigured(const QString& folder)
{
    auto cache = CMakeCache::read(folder);
    if (!cache)
        return cache.error();
    BuildFolderState state;
    state.folder = folder;
    state.isConfigured = true;
    state.cache = std::move(cache).value();
    state.asked = askedFlags(folder, state.cache);
    return state;
}

Result<BuildFolderState> readBuildFolder(const QString& folder)
{
    BuildFolderState state;
    state.folder = folder;
    if (QFileInfo::exists(cacheFileOf(folder))) {
        auto configured = readConfigured(folder);
        if (!configured)
            return configured.error();
        state = std::move(configured).value();
        state.compilers = readCompilers(folder, state.cache);
    }
    state.outputs = loggedOutputs(folder);
    state.planned = plannedOutputs(folder);
    return state;
}

}
