// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderFacts.h"

#include "core/buildfolder/SwitchedParts.h"
#include "core/knowledge/OptionCatalogue.h"

namespace torchmason {

namespace {

const char member[] = "buildFolder";

// What advice on cleaning asks for, besides the options.
bool isTold(const QString& name, const OptionCatalogue& options)
{
    static const QStringList others { QStringLiteral("CMAKE_GENERATOR"),
        QStringLiteral("CMAKE_HOME_DIRECTORY"), QStringLiteral("CMAKE_CACHEFILE_DIR"),
        QStringLiteral("CMAKE_BUILD_TYPE"), QStringLiteral("CMAKE_TOOLCHAIN_FILE"),
        QStringLiteral("CMAKE_C_COMPILER"), QStringLiteral("CMAKE_CXX_COMPILER"),
        QStringLiteral("CMAKE_CUDA_COMPILER"), QStringLiteral("CMAKE_CUDA_HOST_COMPILER"),
        QStringLiteral("CUDAToolkit_ROOT") };
    return others.contains(name) || options.option(name);
}

}

Json buildFolderFacts(const BuildFolderState& state)
{
    const auto options = OptionCatalogue::load();
    if (!options || (!state.isConfigured && state.outputs.isEmpty()))
        return nullptr;
    Json cache = Json::object();
    for (const CacheEntry& entry : state.cache.entries()) {
        if (isTold(entry.name, *options) && !entry.value.isEmpty())
            cache[entry.name.toStdString()] = toJson(entry.value);
    }
    QStringList outputs;
    for (const QString& part : switchedParts())
        outputs += outputsOfPart(state, part, OutputChoice::All).mid(0, 1);
    outputs.removeDuplicates();
    return { { "path", toJson(state.folder) }, { "cache", cache }, { "outputs", toJson(outputs) } };
}

Result<std::optional<BuildFolderState>> buildFolderOf(const HostFacts& facts)
{
    const auto found = facts.rest.is_object() ? facts.rest.find(member) : facts.rest.end();
    if (!facts.rest.is_object() || found == facts.rest.end() || found->is_null())
        return std::optional<BuildFolderState>();
    const Error refused { QStringLiteral(
        "buildFolder in the facts must look like {\"path\": \"C:/pt/build\", "
        "\"cache\": {\"USE_CUDA\": \"ON\"}, \"outputs\": []}.") };
    if (!found->is_object())
        return refused;
    JsonReader reader(*found, QString::fromLatin1(member));
    BuildFolderState state;
    state.folder = reader.string("path", {});
    state.outputs = reader.strings("outputs");
    const Json& cache = reader.child("cache");
    if (!reader.ok() || (!cache.is_object() && !cache.is_null()))
        return refused;
    QByteArray text;
    for (const auto& entry : cache.items()) {
        if (!entry.value().is_string())
            return refused;
        text += QByteArray::fromStdString(entry.key())
            + ":STRING=" + QByteArray::fromStdString(entry.value().get<std::string>()) + '\n';
    }
    state.cache = CMakeCache::parse(text);
    state.isConfigured = !text.isEmpty();
    return std::optional(state);
}

}
