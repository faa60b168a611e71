// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/TreeFacts.h"

#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"
#include "core/knowledge/CMakeText.h"
#include "core/knowledge/Requirement.h"
#include "core/knowledge/VersionText.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QMutex>
#include <QRegularExpression>

#include <utility>

namespace torchmason {

namespace {

constexpr qint64 longestFile = 2 << 20;
constexpr qint64 mostBytes = 16 << 20;
constexpr int mostFiles = 1000;
constexpr int mostKept = 64; // folders, most of which hold no tree

// What is no file (a pipe, a device) may never end, or never begin.
QByteArray readRegular(const QString& path, qint64 most = longestFile)
{
    return QFileInfo(path).isFile() ? readWhole(path, most) : QByteArray();
}

// Files of the build, relative. CMake looks at no other ones for the names of options.
QStringList buildFiles(const QString& folder)
{
    QStringList files { QStringLiteral("CMakeLists.txt"), QStringLiteral("setup.py"),
        QStringLiteral("pyproject.toml") };
    for (const char* part :
        { "aten", "aten/src/ATen", "binaries", "c10", "c10/cuda", "caffe2", "functorch", "torch" })
        files << QLatin1String(part) + QStringLiteral("/CMakeLists.txt");
    for (const auto& [part, form] :
        { std::pair("cmake", "*.cmake*"), std::pair("tools/setup_helpers", "*.py") }) {
        QDirIterator found(folder + u'/' + QLatin1String(part), { QLatin1String(form) }, QDir::Files,
            QDirIterator::Subdirectories);
        while (found.hasNext() && files.size() <= mostFiles)
            files << found.next().mid(folder.size() + 1);
    }
    return files;
}

bool isNameCharacter(char character, bool isFirst)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z')
        || character == '_' || (!isFirst && character >= '0' && character <= '9');
}

void collectNames(const QByteArray& text, QSet<QByteArray>& names)
{
    qsizetype begin = 0;
    while (begin < text.size()) {
        if (!isNameCharacter(text[begin], true)) {
            ++begin;
            continue;
        }
        qsizetype end = begin;
        while (end < text.size() && isNameCharacter(text[end], false))
            ++end;
        names.insert(text.mid(begin, end - begin));
        begin = end;
    }
}

void raise(QString& bound, const QString& found)
{
    if (bound.isEmpty() || compareVersions(found, bound) > 0)
        bound = found;
}

// "PyTorch requires CUDA 11.0 or above", "GCC-9.3 or newer is required"
void readRefusal(const QString& message, TorchRelease& says)
{
    static const QRegularExpression form(
        QStringLiteral("(?:PyTorch (?:requires|needs) (CUDA)|\\b(GCC))[ -]?v?(\\d+(?:\\.\\d+)*)\\+?"
                       " (?:or|and) (?:above|newer|later)"),
        QRegularExpression::CaseInsensitiveOption);
    for (auto matches = form.globalMatch(message); matches.hasNext();) {
        const auto match = matches.next();
        raise(match.captured(1).isEmpty() ? says.gccMinimum : says.cudaMinimum, match.captured(3));
    }
}

// Names that cmake/EnvVarForwarding.cmake takes over: set(_ENV_FORWARD ... NAME OTHER=CMAKE_NAME ...)
void readForwarding(const CMakeCommand& command, QSet<QString>& options)
{
    const QString& list = command.words.first();
    if (!list.startsWith(QLatin1String("_ENV_")) && !list.startsWith(QLatin1String("_LOW_PRIORITY")))
        return;
    for (const QString& word : command.words.mid(1)) {
        const QStringList both = word.split(u'=');
        options << both.first() << both.last();
    }
}

void readCMake(const QString& file, const QString& text, TreeFacts& tree)
{
    const bool isTop = file == QLatin1String("CMakeLists.txt");
    const bool isModule = file.startsWith(QLatin1String("cmake/Modules"));
    for (const CMakeCommand& command : cmakeCommands(text)) {
        const QString first = command.words.value(0);
        const QString second = command.words.value(1);
        const bool isNumber = !second.isEmpty() && second.front().isDigit();
        if (command.name == QLatin1String("option")
            || command.name == QLatin1String("cmake_dependent_option"))
            tree.options << first;
        else if (command.name == QLatin1String("set") && command.words.contains(QLatin1String("CACHE"))
            && !command.words.contains(QLatin1String("INTERNAL")))
            tree.options << first;
        else if (command.name == QLatin1String("set")
            && file.endsWith(QLatin1String("EnvVarForwarding.cmake")) && !first.isEmpty())
            readForwarding(command, tree.options);
        else if (command.name == QLatin1String("message") && first == QLatin1String("FATAL_ERROR")
            && !isModule)
            readRefusal(command.words.mid(1).join(u' '), tree.says);
        if (isTop && command.name == QLatin1String("cmake_minimum_required") && isNumber)
            tree.says.cmakeMinimum = second.section(QLatin1String("..."), 0, 0);
        if (isTop && command.name == QLatin1String("set") && first == QLatin1String("CMAKE_CXX_STANDARD")
            && tree.says.cxxStandard == 0)
            tree.says.cxxStandard = second.toInt();
    }
}

QString captured(const QString& pattern, const QString& text, int group = 1)
{
    const QRegularExpression form(pattern, QRegularExpression::MultilineOption);
    return form.match(text).captured(group);
}

// What is in code and in quotes: os.getenv("USE_X"), check_env_flag("USE_X"), the list of cmake.py.
void readPython(const QString& file, const QString& text, TreeFacts& tree)
{
    static const QRegularExpression quoted(QStringLiteral("[\"']([A-Za-z_][A-Za-z0-9_]*)[\"']"));
    for (const QString& line : text.split(u'\n')) {
        if (line.trimmed().startsWith(u'#'))
            continue;
        for (auto matches = quoted.globalMatch(line); matches.hasNext();)
            tree.options << matches.next().captured(1);
    }
    if (file != QLatin1String("setup.py") || !tree.says.pythonMinimum.isEmpty())
        return;
    const QString number = QStringLiteral("^python_min_version\\s*=\\s*\\((\\d+),\\s*(\\d+)");
    const QString major = captured(number, text);
    tree.says.pythonMinimum = major.isEmpty()
        ? captured(QStringLiteral("\\bpython_requires\\s*=\\s*[\"']\\s*>=\\s*(\\d+(?:\\.\\d+)*)"), text)
        : major + u'.' + captured(number, text, 2);
}

// The last Python before "<3.15": 3.14. Empty for another form of bound.
QString lastBefore(const QString& bound)
{
    const QStringList parts = bound.split(u'.');
    const int minor = parts.value(1).toInt();
    return parts.size() >= 2 && minor > 0 && (parts.size() == 2 || parts.value(2).toInt() == 0)
        ? QStringLiteral("%1.%2").arg(parts.first()).arg(minor - 1)
        : QString();
}

void readProject(const QByteArray& file, TreeFacts& tree)
{
    const QString text = decodeToolText(file).remove(u'\r');
    const QString project
        = captured(QStringLiteral("^\\[project\\][ \\t]*(?:#.*)?\\n((?:(?!\\[).*(?:\\n|\\z))*)"), text);
    const QString range = captured(QStringLiteral("^\\s*requires-python\\s*=\\s*[\"']([^\"'\\n]*)"), project);
    if (const QString minimum = captured(QStringLiteral("(?:>=|~=)\\s*(\\d+(?:\\.\\d+)*)"), range);
        !minimum.isEmpty())
        tree.says.pythonMinimum = minimum;
    tree.says.pythonMaximum = lastBefore(captured(QStringLiteral("<\\s*(\\d+(?:\\.\\d+)*)"), range));
    static const QRegularExpression classifier(
        QStringLiteral("Programming Language :: Python :: (\\d+\\.\\d+)"));
    for (auto matches = classifier.globalMatch(project); matches.hasNext();)
        raise(tree.pythonListed, matches.next().captured(1));
    tree.requirements += buildSystemRequires(file);
}

bool isTorchTree(const QString& folder)
{
    static const QRegularExpression project(QStringLiteral("\\bproject\\s*\\(\\s*(Torch|Caffe2)\\b"));
    return project.match(decodeToolText(readRegular(folder + QStringLiteral("/CMakeLists.txt")))).hasMatch();
}

std::shared_ptr<const TreeFacts> readTree(const QString& folder, const QStringList& files)
{
    auto tree = std::make_shared<TreeFacts>();
    tree->folder = folder;
    tree->version = captured(QStringLiteral("^(\\d+\\.\\d+(?:\\.\\d+)?)"),
        QString::fromLatin1(readRegular(folder + QStringLiteral("/version.txt"), 100)));
    tree->requirements = requirementLines(readRegular(folder + QStringLiteral("/requirements-build.txt")));
    readProject(readRegular(folder + QStringLiteral("/pyproject.toml")), *tree);
    qint64 read = 0;
    tree->isComplete = files.size() <= mostFiles;
    for (const QString& file : files) {
        const QByteArray content = readRegular(folder + u'/' + file);
        read += content.size();
        tree->isComplete = tree->isComplete && content.size() < longestFile && read < mostBytes;
        if (read >= mostBytes)
            break;
        collectNames(content, tree->names);
        if (file.endsWith(QLatin1String(".py")))
            readPython(file, decodeToolText(content), *tree);
        else if (!file.endsWith(QLatin1String(".toml")))
            readCMake(file, decodeToolText(content), *tree);
    }
    return tree;
}

// All whose change may change the answer. A file that comes or goes changes the time of its folder.
QStringList watched(const QString& folder, const QStringList& files)
{
    QStringList all = files;
    all << QStringLiteral("requirements-build.txt") << QStringLiteral("version.txt");
    for (const char* part : { "cmake", "tools/setup_helpers" }) {
        all << QLatin1String(part);
        for (const QString& file : files) {
            if (file.startsWith(QLatin1String(part) + u'/'))
                all << file.section(u'/', 0, -2);
        }
    }
    all.removeDuplicates();
    for (QString& name : all)
        name.prepend(folder + u'/');
    return all;
}

// Changes when somebody edits one of them, or checks out another revision.
QString stampOf(const QStringList& paths)
{
    QString stamp;
    for (const QString& path : paths) {
        const QFileInfo file(path);
        stamp += QStringLiteral("|%1:%2")
                     .arg(file.size())
                     .arg(file.exists() ? file.lastModified().toMSecsSinceEpoch() : 0);
    }
    return stamp;
}

thread_local KnownAnswersOnly* knownOnly = nullptr;

struct KnownTree {
    std::shared_ptr<const TreeFacts> facts;
    QStringList paths;
    QString stamp;
};

}

KnownAnswersOnly::KnownAnswersOnly()
    : m_outer(std::exchange(knownOnly, this))
{
}

KnownAnswersOnly::~KnownAnswersOnly()
{
    knownOnly = m_outer;
}

bool KnownAnswersOnly::isHere()
{
    return knownOnly != nullptr;
}

std::shared_ptr<const TreeFacts> factsOfTree(const QString& folder)
{
    if (folder.isEmpty())
        return nullptr;
    // Checks ask on every keystroke, and the trees of earlier attempts are asked, too. Disks are asked
    // outside of the lock: a share that is gone may keep one thread, but not the others.
    static QMutex mutex;
    static QHash<QString, KnownTree> known;
    KnownTree tree;
    {
        const QMutexLocker lock(&mutex);
        tree = known.value(folder);
    }
    if (knownOnly) {
        if (tree.paths.isEmpty() && !knownOnly->missed.contains(folder))
            knownOnly->missed << folder;
        return tree.facts;
    }
    if (!tree.paths.isEmpty() && stampOf(tree.paths) == tree.stamp)
        return tree.facts;
    const bool isTorch = isTorchTree(folder);
    const QStringList files = isTorch ? buildFiles(folder) : QStringList { QStringLiteral("CMakeLists.txt") };
    tree.paths = watched(folder, files);
    tree.stamp = stampOf(tree.paths); // before it is read: an edit meanwhile is seen the next time
    tree.facts = isTorch ? readTree(folder, files) : nullptr;
    const QMutexLocker lock(&mutex);
    if (known.size() >= mostKept)
        known.clear();
    known.insert(folder, tree);
    return tree.facts;
}

}
