// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/KnownEdges.h"

#include "core/base/Json.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <algorithm>

// Q_INIT_RESOURCE must stand outside namespaces.
static void loadGateResources()
{
    Q_INIT_RESOURCE(torchmason_gate);
}

namespace torchmason {

namespace {

QVector<HeavyFile> readHeavyFiles()
{
    loadGateResources();
    const auto document = readJsonFile(QStringLiteral(":/torchmason/gate/heavy.json"));
    Q_ASSERT(document.ok());
    QVector<HeavyFile> files;
    for (const Json& entry : (*document)["known"])
        files.append({ QString::fromStdString(entry["part"].get<std::string>()),
            QString::fromStdString(entry.value("language", std::string())),
            entry.value("mebibytes", Bytes(0)) * mebibyte, entry.value("seconds", 0.0),
            QString::fromStdString(entry.value("source", std::string())) });
    return files;
}

// "ATen/Operators_3.cpp" -> "ATen/Operators_#.cpp": one release cuts a generated file into five, another into
// one. Only the file's name is meant; "jit/" of another folder is another thing.
QString familyOf(const QString& name)
{
    const qsizetype begin = name.lastIndexOf(QLatin1Char('/')) + 1;
    const qsizetype dot = name.indexOf(QLatin1Char('.'), begin);
    QString stem = name.mid(begin, dot < 0 ? -1 : dot - begin);
    while (!stem.isEmpty() && (stem.back().isDigit() || stem.back() == QLatin1Char('_')))
        stem.chop(1);
    if (stem.isEmpty())
        return name;
    return name.left(begin) + stem + QLatin1Char('#') + (dot < 0 ? QString() : name.mid(dot));
}

// Of several files: the mean of their times, because times are added up; the largest of their peaks, because
// each has to fit.
class Group {
public:
    void add(const TabledEdge& edge)
    {
        m_seconds += edge.seconds;
        m_peak = std::max(m_peak, edge.peak);
        ++m_count;
    }
    KnownEdge mean(KnownEdge::From from) const { return { m_seconds / m_count, m_peak, from }; }

private:
    double m_seconds = 0;
    Bytes m_peak = 0;
    int m_count = 0;
};

QString languageOfName(const QString& name)
{
    if (name.startsWith(QLatin1String("gen ")) || name.startsWith(QLatin1String("lib ")))
        return QStringLiteral("other");
    const QString suffix = name.section(QLatin1Char('.'), -1);
    if (suffix == QLatin1String("cu"))
        return QStringLiteral("CUDA");
    if (suffix == QLatin1String("c"))
        return QStringLiteral("C");
    const bool isCpp = suffix == QLatin1String("cpp") || suffix == QLatin1String("cc");
    return isCpp ? QStringLiteral("C++") : QStringLiteral("other");
}

class Table {
public:
    static const Table& once()
    {
        static const Table table;
        return table;
    }

    KnownEdge find(const QString& name, const QString& language) const
    {
        if (const auto own = m_edges.constFind(name); own != m_edges.cend())
            return own->mean(KnownEdge::From::Itself);
        if (const auto family = m_families.constFind(familyOf(name)); family != m_families.cend())
            return family->mean(KnownEdge::From::Family);
        if (const auto folder = m_folders.constFind(folderKey(name, language)); folder != m_folders.cend())
            return folder->mean(KnownEdge::From::Folder);
        return {};
    }

    Bytes largestPeak(const QString& language) const { return m_largest.value(language); }

private:
    Table()
    {
        loadGateResources();
        QFile file(QStringLiteral(":/torchmason/gate/edges.tsv"));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        Q_ASSERT(isOpen);
        while (isOpen && !file.atEnd()) {
            const auto edge = parseTabledEdge(file.readLine());
            if (!edge)
                continue;
            const QString language = languageOfName(edge->name);
            m_edges[edge->name].add(*edge);
            m_families[familyOf(edge->name)].add(*edge);
            Bytes& largest = m_largest[language];
            largest = std::max(largest, edge->peak);
            // Code generators and libraries of one folder have nothing in common.
            if (language != QLatin1String("other"))
                m_folders[folderKey(edge->name, language)].add(*edge);
        }
    }

    QHash<QString, Group> m_edges; // by name
    QHash<QString, Group> m_families;
    QHash<QString, Group> m_folders;
    QHash<QString, Bytes> m_largest; // by language
};

// Of time and of memory the most special report that has it.
KnownEdge reported(const QString& output, const QString& language)
{
    KnownEdge edge;
    for (const HeavyFile& file : heavyFiles()) {
        if (!output.contains(file.part) || (!file.language.isEmpty() && file.language != language))
            continue;
        edge.from = KnownEdge::From::Report;
        edge.seconds = edge.seconds > 0 ? edge.seconds : file.seconds;
        edge.peak = edge.peak > 0 ? edge.peak : file.peak;
    }
    return edge;
}

}

const QVector<HeavyFile>& heavyFiles()
{
    static const QVector<HeavyFile> once = readHeavyFiles();
    return once;
}

const HeavyFile* heavyFile(const QString& part)
{
    for (const HeavyFile& file : heavyFiles()) {
        if (file.part == part)
            return &file;
    }
    return nullptr;
}

Bytes largestKnownPeak(const QString& language)
{
    Bytes largest = Table::once().largestPeak(language);
    for (const HeavyFile& file : heavyFiles()) {
        if (file.language == language)
            largest = std::max(largest, file.peak);
    }
    return largest;
}

bool isObject(const QString& output)
{
    return output.endsWith(QLatin1String(".o")) || output.endsWith(QLatin1String(".obj"));
}

// CMake puts the object of SOURCE/sub/x.cpp into sub/CMakeFiles/TARGET.dir/x.cpp.o, with "__" for "..";
// FindCUDA of older releases writes torch_cuda_generated_x.cu.o.
QString nameOfEdge(const QString& output, const QString& language)
{
    if (language == QLatin1String("link")) {
        const QString file = output.section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
        return QStringLiteral("lib ") + (file.startsWith(QLatin1String("lib")) ? file.mid(3) : file);
    }
    const qsizetype begin = output.indexOf(QLatin1String("CMakeFiles/"));
    const qsizetype end = output.indexOf(QLatin1String(".dir/"), begin);
    if (begin < 0 || end < 0) // not the object that is made of this very file
        return QStringLiteral("gen ") + output;
    QStringList parts = (output.left(begin) + output.mid(end + 5)).split(QLatin1Char('/'));
    std::replace(parts.begin(), parts.end(), QStringLiteral("__"), QStringLiteral(".."));
    QString source = QDir::cleanPath(parts.join(QLatin1Char('/')));
    while (source.startsWith(QLatin1String("../")))
        source.remove(0, 3);
    const qsizetype file = source.lastIndexOf(QLatin1Char('/')) + 1;
    const QLatin1String generated("_generated_");
    if (const qsizetype at = source.indexOf(generated, file); at >= 0 && language == QLatin1String("CUDA"))
        source.remove(file, at + generated.size() - file);
    if (isObject(source))
        source.truncate(source.lastIndexOf(QLatin1Char('.')));
    return source;
}

std::optional<TabledEdge> parseTabledEdge(QByteArrayView line)
{
    const QList<QByteArray> fields = line.trimmed().toByteArray().split('\t');
    bool isTime = false;
    bool isSize = false;
    if (fields.size() != 3 || fields[0].startsWith('#'))
        return std::nullopt;
    const double seconds = fields[0].toDouble(&isTime);
    const Bytes mebibytes = fields[1].toULongLong(&isSize);
    if (!isTime || !isSize || seconds < 0)
        return std::nullopt;
    return TabledEdge { QString::fromUtf8(fields[2]), seconds, mebibytes * mebibyte };
}

QString folderKey(const QString& name, const QString& language)
{
    return language + QLatin1Char('\n') + name.left(name.lastIndexOf(QLatin1Char('/')));
}

KnownEdge knownEdge(const QString& output, const QString& language)
{
    const KnownEdge measured = Table::once().find(nameOfEdge(output, language), language);
    if (measured.from == KnownEdge::From::Itself || measured.from == KnownEdge::From::Family)
        return measured;
    const KnownEdge report = reported(output, language);
    return report.from == KnownEdge::From::Report ? report : measured;
}

}
