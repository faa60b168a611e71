// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/DependencyCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

Dependency readDependency(JsonReader& reader, const KnowledgeSources&)
{
    Dependency one;
    readMembers<Dependency>(reader, one,
        { { "name", &Dependency::name }, { "headers", &Dependency::headers },
            { "libraries", &Dependency::libraries }, { "cmake", &Dependency::cmake },
            { "programs", &Dependency::programs }, { "debian", &Dependency::debian },
            { "fedora", &Dependency::fedora }, { "suse", &Dependency::suse }, { "arch", &Dependency::arch },
            { "conda", &Dependency::conda }, { "winget", &Dependency::winget },
            { "option", &Dependency::option } });
    return one;
}

PackagedVersions readSystem(JsonReader& reader, const KnowledgeSources&)
{
    PackagedVersions one;
    readMembers<PackagedVersions>(reader, one,
        { { "system", &PackagedVersions::system }, { "cmake", &PackagedVersions::cmake },
            { "python", &PackagedVersions::python }, { "morePythons", &PackagedVersions::morePythons },
            { "gcc", &PackagedVersions::gcc } });
    return one;
}

// "mpi" of "-lmpi", "/usr/lib/libmpi.so.40", "mpi.lib"; empty where it looks like no library.
QString libraryName(const QString& file)
{
    static const QRegularExpression form(
        QStringLiteral(
            "^(?:-l|(?:.*/)?lib)([\\w+-]+?)(?:\\.(?:so|a|dylib)[\\d.]*)?$|^(?:.*/)?([\\w+-]+)\\.lib$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(file);
    return match.captured(1) + match.captured(2);
}

bool isFileOf(const QString& path, const QString& header)
{
    return path == header || path.endsWith(QLatin1Char('/') + header);
}

}

Result<DependencyCatalogue> DependencyCatalogue::load()
{
    static const auto rows
        = readRows<Dependency>(QStringLiteral("dependencies.json"), "dependencies", readDependency);
    static const auto systems
        = readRows<PackagedVersions>(QStringLiteral("dependencies.json"), "systems", readSystem);
    if (!rows || !systems)
        return rows ? systems.error() : rows.error();
    DependencyCatalogue catalogue;
    catalogue.m_dependencies = *rows;
    catalogue.m_systems = *systems;
    return catalogue;
}

const PackagedVersions* DependencyCatalogue::packagedBy(const QString& osName) const
{
    const auto found = std::find_if(m_systems.begin(), m_systems.end(),
        [&osName](const PackagedVersions& one) { return osName.startsWith(one.system); });
    return found == m_systems.end() ? nullptr : &*found;
}

const Dependency* DependencyCatalogue::named(const QString& name) const
{
    const auto found = std::find_if(m_dependencies.begin(), m_dependencies.end(),
        [&name](const Dependency& one) { return one.name == name; });
    return found == m_dependencies.end() ? nullptr : &*found;
}

const Dependency* DependencyCatalogue::bringing(const QString& missing) const
{
    QString path = missing;
    path.replace(QLatin1Char('\\'), QLatin1Char('/'));
    const QString library = libraryName(path);
    const auto brings = [&](const Dependency& one) {
        const auto isHeader = [&path](const QString& header) { return isFileOf(path, header); };
        return one.cmake.contains(path, Qt::CaseInsensitive) || one.programs.contains(path)
            || (!library.isEmpty() && one.libraries.contains(library, Qt::CaseInsensitive))
            || std::any_of(one.headers.begin(), one.headers.end(), isHeader);
    };
    const auto found = std::find_if(m_dependencies.begin(), m_dependencies.end(), brings);
    return found == m_dependencies.end() ? nullptr : &*found;
}

}
