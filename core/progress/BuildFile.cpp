// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildFile.h"

#include "core/base/Ascii.h"
#include "core/base/NinjaPath.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/progress/NinjaLogReader.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int deepestInclude = 4;
constexpr qint64 largestFile = 1 << 28; // 256 MB

// Whether the line goes on in the next one: an odd number of $ at its end.
bool goesOn(QByteArrayView line)
{
    qsizetype dollars = 0;
    while (dollars < line.size() && line[line.size() - 1 - dollars] == '$')
        ++dollars;
    return dollars % 2 == 1;
}

bool isNamePart(char c)
{
    return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
}

// CMake's rules are named after what they do: CXX_COMPILER__c10_Release.
QString languageOf(const QByteArray& rule, const QString& output)
{
    if (rule == "phony")
        return {};
    if (rule.startsWith("CXX_COMPILER__"))
        return QStringLiteral("C++");
    if (rule.startsWith("C_COMPILER__"))
        return QStringLiteral("C");
    if (rule.startsWith("CUDA_COMPILER__"))
        return QStringLiteral("CUDA");
    if (rule.contains("_LINKER__"))
        return QStringLiteral("link");
    return languageOfOutput(output);
}

}

std::optional<BuildFile> BuildFile::read(const QString& buildFolder)
{
    BuildFile file;
    file.m_pools.insert("console", 1);
    file.readFile(buildFolder, QStringLiteral("build.ninja"), 0);
    return file.m_statements.isEmpty() ? std::nullopt : std::optional(std::move(file));
}

void BuildFile::readFile(const QString& folder, const QString& name, int depth)
{
    RegularFile file(folder + QLatin1Char('/') + name);
    if (depth > deepestInclude || !file.open(QIODevice::ReadOnly) || file.size() > largestFile)
        return;
    const QByteArray text = file.readAll();
    QByteArray held;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = text.indexOf('\n', at);
        if (end < 0)
            end = text.size();
        QByteArrayView line(text.constData() + at, end - at);
        at = end + 1;
        if (line.endsWith('\r'))
            line.chop(1);
        const bool more = goesOn(line);
        held.append(line.constData(), line.size() - (more ? 1 : 0));
        if (more)
            continue;
        readLine(std::exchange(held, {}), folder, depth);
    }
}

void BuildFile::readLine(QByteArray line, const QString& folder, int depth)
{
    if (line.startsWith(' ')) {
        if (line.startsWith("  pool = ") && !m_statements.isEmpty())
            m_statements.last().pool = line.mid(9).trimmed();
        else if (line.startsWith("  depth = ") && !m_openPool.isEmpty())
            m_pools.insert(m_openPool, line.mid(10).trimmed().toInt());
        return;
    }
    m_openPool.clear();
    if (line.startsWith("build ")) {
        addBuild(line.mid(6));
    } else if (line.startsWith("pool ")) {
        m_openPool = line.mid(5).trimmed();
    } else if (line.startsWith("default ")) {
        for (const QByteArray& path : words(line.mid(8)))
            m_defaults << numberOf(path);
    } else if (line.startsWith("include ") || line.startsWith("subninja ")) {
        readFile(folder, decodeToolText(ninjaPath(expanded(line.mid(line.indexOf(' ') + 1).trimmed()))),
            depth + 1);
    } else if (const qsizetype equals = line.indexOf('='); equals > 0 && !line.startsWith('#')) {
        m_variables.insert(line.left(equals).trimmed(), expanded(line.mid(equals + 1).trimmed()));
    }
}

// $$, $:, "$ ", $name and ${name}.
QByteArray BuildFile::expanded(QByteArrayView word) const
{
    QByteArray result;
    for (qsizetype at = 0; at < word.size(); ++at) {
        if (word[at] != '$' || at + 1 == word.size()) {
            result += word[at];
            continue;
        }
        const bool braced = word[at + 1] == '{';
        const qsizetype begin = at + (braced ? 2 : 1);
        qsizetype end = begin;
        while (end < word.size() && isNamePart(word[end]))
            ++end;
        if (end == begin) { // an escaped character
            result += word[at + 1];
            ++at;
            continue;
        }
        result += m_variables.value(word.sliced(begin, end - begin).toByteArray());
        at = braced ? end : end - 1;
    }
    return result;
}

QVector<QByteArray> BuildFile::words(const QByteArray& text) const
{
    QVector<QByteArray> found;
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '$') {
            ++at;
            continue;
        }
        if (at < text.size() && text[at] != ' ')
            continue;
        if (at > begin) {
            const QByteArray word = text.mid(begin, at - begin);
            found << (word.contains('$') ? expanded(word) : word);
        }
        begin = at + 1;
    }
    return found;
}

int BuildFile::numberOf(const QByteArray& written)
{
    const QByteArray path = ninjaPath(written);
    const auto known = m_numbers.constFind(path);
    if (known != m_numbers.cend())
        return *known;
    const int number = int(m_paths.size());
    m_numbers.insert(path, number);
    m_paths << path;
    m_maker << -1;
    return number;
}

// OUTPUTS [| OUTPUTS]: RULE INPUTS [| INPUTS] [|| INPUTS] [|@ VALIDATIONS]
void BuildFile::addBuild(const QByteArray& text)
{
    qsizetype colon = text.indexOf(':');
    while (colon > 0 && text[colon - 1] == '$')
        colon = text.indexOf(':', colon + 1);
    if (colon < 0)
        return;
    Statement statement;
    for (const QByteArray& path : words(text.left(colon))) {
        if (path != "|")
            statement.outputs << numberOf(path);
    }
    QVector<QByteArray> rest = words(text.mid(colon + 1));
    if (rest.isEmpty() || statement.outputs.isEmpty())
        return;
    statement.rule = rest.takeFirst();
    for (const QByteArray& path : std::as_const(rest)) {
        if (path == "|@")
            break;
        if (path != "|" && path != "||")
            statement.inputs << numberOf(path);
    }
    for (const int output : std::as_const(statement.outputs))
        m_maker[output] = int(m_statements.size());
    m_statements << statement;
}

// Statements that these paths need, in the order of the file.
QVector<int> BuildFile::closure(const QVector<int>& paths) const
{
    QVector<bool> seen(m_statements.size(), false);
    QVector<int> found;
    QVector<int> open = paths;
    while (!open.isEmpty()) {
        const int maker = m_maker[open.takeLast()];
        if (maker < 0 || seen[maker])
            continue;
        seen[maker] = true;
        found << maker;
        open += m_statements[maker].inputs;
    }
    std::sort(found.begin(), found.end());
    return found;
}

BuildGraph BuildFile::graph(const QVector<int>& statements) const
{
    BuildGraph graph;
    QHash<QByteArray, int> pools;
    QHash<int, int> place; // statement -> node
    for (const int index : statements)
        place.insert(index, int(place.size()));
    for (const int index : statements) {
        const Statement& statement = m_statements[index];
        GraphNode node;
        node.output = decodeToolText(m_paths[statement.outputs.first()]);
        node.language = languageOf(statement.rule, node.output);
        for (const int input : statement.inputs) {
            if (const auto before = place.constFind(m_maker[input]); before != place.cend())
                node.before << *before;
        }
        if (const int depth = m_pools.value(statement.pool, 0); depth > 0) {
            if (!pools.contains(statement.pool)) {
                pools.insert(statement.pool, int(graph.poolDepths.size()));
                graph.poolDepths << depth;
            }
            node.pool = pools.value(statement.pool);
        }
        graph.nodes << node;
    }
    return graph;
}

BuildGraph BuildFile::graphOf(const QStringList& targets) const
{
    QVector<int> paths;
    for (const QString& target : targets) {
        if (const auto known = m_numbers.constFind(ninjaPath(target).toUtf8()); known != m_numbers.cend())
            paths << *known;
    }
    if (targets.isEmpty())
        paths = m_defaults;
    if (targets.isEmpty() && m_defaults.isEmpty()) {
        for (int path = 0; path < m_paths.size(); ++path)
            paths << path;
    }
    return graph(closure(paths));
}

BuildGraph BuildFile::preparation() const
{
    const auto file = m_numbers.constFind("build.ninja");
    if (file == m_numbers.cend() || m_maker[*file] < 0)
        return {};
    return graph(closure(m_statements[m_maker[*file]].inputs));
}

int StepsLeft::missing() const
{
    int count = 0;
    for (int node = 0; node < graph.nodes.size(); ++node)
        count += isThere[node] || graph.nodes[node].language.isEmpty() ? 0 : 1;
    return count;
}

StepsLeft readStepsLeft(const QString& buildFolder, const QStringList& targets)
{
    StepsLeft left;
    const auto file = BuildFile::read(buildFolder);
    if (!file)
        return left;
    left.graph = file->graphOf(targets);
    left.preparation = file->preparation();
    // Version 1.12 writes version 6.
    if (readNinjaLogVersion(buildFolder).value_or(6) < 6)
        left.order = NinjaOrder::File;
    const QDir folder(buildFolder);
    left.isThere.reserve(left.graph.nodes.size());
    for (const GraphNode& node : std::as_const(left.graph.nodes))
        left.isThere << (!node.language.isEmpty() && QFileInfo::exists(folder.absoluteFilePath(node.output)));
    return left;
}

}
