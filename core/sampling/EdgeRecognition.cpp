// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/EdgeRecognition.h"

#include "core/base/NinjaPath.h"

#include <QHash>
#include <QMutex>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

QString programName(const QString& path)
{
    const qsizetype slash = std::max(path.lastIndexOf(QLatin1Char('/')), path.lastIndexOf(QLatin1Char('\\')));
    QString name = path.mid(slash + 1).toLower();
    if (name.endsWith(QLatin1String(".exe")))
        name.chop(4);
    return name;
}

bool matches(const QString& name, const char* expression)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(expression)))
        .match(name)
        .hasMatch();
}

enum class Tool {
    None,
    Launcher, // ccache g++ ...
    BuildTool,
    Compiler,
    CudaCompiler,
    Linker,
    Archiver,
    Python,
};

Tool toolByName(const QString& name)
{
    return matches(name, "ccache|sccache|distcc|icecc|buildcache")         ? Tool::Launcher
        : matches(name, "ninja|ninja-build|samu|g?make|msbuild|jom|nmake") ? Tool::BuildTool
        // x86_64-linux-gnu-g++-12   clang-cl   cc1plus
        : matches(name,
              R"((.*-)?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|clang-cl|cl|icx|icpx|cc1|cc1plus|lto1)(-\d[\d.]*)?)")
        ? Tool::Compiler
        : matches(name, "nvcc|cicc|ptxas|cudafe\\+\\+|fatbinary|nvlink") ? Tool::CudaCompiler
        : matches(name, R"((.*-)?(ld|ld\.(bfd|gold|lld|mold)|lld|mold|lld-link|link|collect2))")
        ? Tool::Linker
        : matches(name, R"((.*-)?(ar|gcc-ar|llvm-ar|lib)(-\d[\d.]*)?)") ? Tool::Archiver
        : matches(name, R"(python[\d.]*)")                              ? Tool::Python
                                                                        : Tool::None;
}

// Names repeat thousands of times in a build, expressions are slow.
Tool toolOf(const QString& name)
{
    static QMutex mutex;
    static QHash<QString, Tool> known;
    const QMutexLocker locker(&mutex);
    const auto found = known.constFind(name);
    if (found != known.constEnd())
        return *found;
    if (known.size() > 1000)
        known.clear();
    return *known.insert(name, toolByName(name));
}

// -o FILE   -oFILE   /FoFILE   -Fo:FILE   /OUT:FILE
QString outputIn(const QStringList& arguments)
{
    for (qsizetype index = 1; index < arguments.size(); ++index) {
        const QString& word = arguments[index];
        if (word == QLatin1String("-o") || word == QLatin1String("--output"))
            return arguments.value(index + 1);
        if (word.startsWith(QLatin1String("/Fo")) || word.startsWith(QLatin1String("-Fo"))
            || word.startsWith(QLatin1String("/Fe"))) {
            const QString file = word.mid(word.mid(3, 1) == QLatin1String(":") ? 4 : 3);
            return file.isEmpty() ? arguments.value(index + 1) : file;
        }
        if (word.startsWith(QLatin1String("/OUT:"), Qt::CaseInsensitive)
            || word.startsWith(QLatin1String("-OUT:"), Qt::CaseInsensitive))
            return word.mid(5);
    }
    for (const QString& word : arguments.mid(1)) {
        if (word.startsWith(QLatin1String("-o")) && word.size() > 2
            && !word.startsWith(QLatin1String("-openmp")))
            return word.mid(2);
    }
    return {};
}

QString languageOfSource(const QString& word)
{
    const QString suffix = word.mid(word.lastIndexOf(QLatin1Char('.')) + 1);
    static const QHash<QString, QString> languages {
        { QStringLiteral("c"), QStringLiteral("C") },
        { QStringLiteral("cc"), QStringLiteral("C++") },
        { QStringLiteral("cpp"), QStringLiteral("C++") },
        { QStringLiteral("cxx"), QStringLiteral("C++") },
        { QStringLiteral("C"), QStringLiteral("C++") },
        { QStringLiteral("c++"), QStringLiteral("C++") },
        { QStringLiteral("cu"), QStringLiteral("CUDA") },
        { QStringLiteral("s"), QStringLiteral("other") },
        { QStringLiteral("S"), QStringLiteral("other") },
    };
    return word.startsWith(QLatin1Char('-')) ? QString() : languages.value(suffix);
}

struct Source {
    QString name;
    QString language;
};

Source sourceIn(const QStringList& arguments, const QString& output)
{
    for (auto word = arguments.rbegin(); word != arguments.rend(); ++word) {
        const QString language = languageOfSource(*word);
        if (!language.isEmpty() && *word != output)
            return { *word, language };
    }
    return {};
}

RecognisedEdge edgeOfPython(const QStringList& arguments)
{
    QString script;
    for (qsizetype index = 1; index < arguments.size() && script.isEmpty(); ++index) {
        if (arguments[index] == QLatin1String("-m"))
            script = arguments.value(index + 1);
        else if (!arguments[index].startsWith(QLatin1Char('-')))
            script = programName(arguments[index]);
    }
    const QString output = outputIn(arguments);
    return { output.isEmpty() ? script : output, QStringLiteral("other") };
}

std::optional<RecognisedEdge> edgeOfCompiler(const QStringList& arguments, Tool tool)
{
    const QString output = outputIn(arguments);
    const Source source = sourceIn(arguments, output);
    if (output.isEmpty() && source.name.isEmpty())
        return std::nullopt; // asked for its version
    const bool compiles = arguments.contains(QLatin1String("-c")) || arguments.contains(QLatin1String("/c"))
        || arguments.contains(QLatin1String("-S")) || arguments.contains(QLatin1String("-E"));
    const QString name = programName(arguments.first());
    const bool isInner = name.startsWith(QLatin1String("cc1")) || name == QLatin1String("cicc")
        || name == QLatin1String("ptxas") || name.startsWith(QLatin1String("cudafe"));
    QString language = source.language;
    if (!compiles && !isInner)
        language = QStringLiteral("link");
    else if (tool == Tool::CudaCompiler)
        language = QStringLiteral("CUDA");
    return RecognisedEdge { output.isEmpty() ? source.name : output,
        language.isEmpty() ? QStringLiteral("other") : language };
}

// ar qc lib/libc10.a a.o b.o
std::optional<RecognisedEdge> edgeOfArchiver(const QStringList& arguments)
{
    QString output = outputIn(arguments.mid(0, 1) + arguments.filter(QLatin1String(":")));
    if (output.isEmpty() && arguments.size() > 2)
        output = arguments[2];
    return output.isEmpty() ? std::nullopt : std::optional(RecognisedEdge { output, QStringLiteral("link") });
}

std::optional<RecognisedEdge> edgeOf(const QStringList& arguments)
{
    if (arguments.isEmpty())
        return std::nullopt;
    const Tool tool = toolOf(programName(arguments.first()));
    switch (tool) {
    case Tool::Launcher:
        return edgeOf(arguments.mid(1));
    case Tool::Compiler:
    case Tool::CudaCompiler:
        return edgeOfCompiler(arguments, tool);
    case Tool::Linker: {
        const QString output = outputIn(arguments);
        return output.isEmpty() ? std::nullopt
                                : std::optional(RecognisedEdge { output, QStringLiteral("link") });
    }
    case Tool::Archiver:
        return edgeOfArchiver(arguments);
    case Tool::Python:
        return arguments.size() > 1 ? std::optional(edgeOfPython(arguments)) : std::nullopt;
    case Tool::BuildTool:
    case Tool::None:
        break;
    }
    return std::nullopt;
}

}

std::optional<RecognisedEdge> recogniseEdge(const QStringList& arguments)
{
    auto edge = edgeOf(arguments);
    if (edge)
        edge->output = ninjaPath(edge->output);
    return edge;
}

QVector<RunningEdge> runningEdges(const QVector<BuildMember>& members)
{
    QHash<qint64, const BuildMember*> byPid;
    for (const BuildMember& member : members)
        byPid.insert(member.pid, &member);
    const auto parentOf = [&](const BuildMember* member) {
        const BuildMember* parent = byPid.value(member->parent);
        return parent == member ? nullptr : parent;
    };
    const auto isBuildTool = [](const BuildMember* member) {
        return !member->arguments.isEmpty()
            && toolOf(programName(member->arguments.first())) == Tool::BuildTool;
    };

    QSet<qint64> aboveBuildTools;
    for (const BuildMember& member : members) {
        if (!isBuildTool(&member))
            continue;
        for (const BuildMember* above = parentOf(&member); above && !aboveBuildTools.contains(above->pid);
             above = parentOf(above))
            aboveBuildTools.insert(above->pid);
    }

    QHash<qint64, RunningEdge> edges;
    for (const BuildMember& member : members) {
        const auto recognised
            = aboveBuildTools.contains(member.pid) ? std::nullopt : recogniseEdge(member.arguments);
        if (recognised)
            edges.insert(member.pid,
                { member.pid, recognised->output, recognised->language, member.age, Bytes(0), std::nullopt });
    }
    // The topmost edge on the way up owns the memory of what is below it.
    QSet<qint64> inner;
    for (const BuildMember& member : members) {
        qint64 owner = 0;
        int steps = 0;
        for (const BuildMember* at = &member; at && !isBuildTool(at) && ++steps < 100; at = parentOf(at)) {
            if (!edges.contains(at->pid))
                continue;
            if (owner != 0)
                inner.insert(owner);
            owner = at->pid;
        }
        if (owner != 0)
            edges[owner].memory = edges[owner].memory.value_or(0) + member.memory;
    }
    QVector<RunningEdge> list;
    for (const RunningEdge& edge : edges) {
        if (!inner.contains(edge.pid))
            list.append(edge);
    }
    std::sort(list.begin(), list.end(), [](const RunningEdge& a, const RunningEdge& b) {
        return a.age != b.age ? a.age > b.age : a.pid < b.pid;
    });
    return list;
}

}
