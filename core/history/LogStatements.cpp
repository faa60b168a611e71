// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogStatements.h"

#include "core/base/ControlCharacters.h"
#include "core/parse/LogMarks.h"
#include "core/redact/SecretText.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr qsizetype longestStatement = 8000; // of a command with all its flags
constexpr qsizetype mostFlags = 400;
constexpr qsizetype mostSummary = 400;

// The words of a command as a shell reads them, as far as no program is run for one. A quote that does not
// end stands for itself: setup.py prints commands without the quotes that they need.
QStringList wordsOf(const QString& command)
{
    QStringList words;
    QString word;
    bool isInWord = false;
    for (qsizetype at = 0; at < command.size(); ++at) {
        const QChar c = command[at];
        const bool isQuote = c == u'"' || c == u'\'';
        const qsizetype close = isQuote ? command.indexOf(c, at + 1) : -1;
        if (close > 0) {
            word += QStringView(command).sliced(at + 1, close - at - 1);
            at = close;
            isInWord = true;
        } else if (c.isSpace()) {
            if (isInWord)
                words << word;
            word.clear();
            isInWord = false;
        } else {
            word += c;
            isInWord = true;
        }
    }
    return isInWord ? words << word : words;
}

// "GNU" of CMake -> "gcc", as HostFacts calls it.
QString familyOf(const QString& id)
{
    return id == QLatin1String("GNU") ? QStringLiteral("gcc") : id.toLower();
}

}

void LogStatements::addLine(QByteArrayView line)
{
    while (line.startsWith(' '))
        line = line.sliced(1);
    if (line.size() < 8 || line.size() > longestStatement)
        return;
    if (const QByteArrayView command = echoedCommand(line); !command.isEmpty()) {
        takeCommand(command);
        return;
    }
    const bool isDash = line.startsWith("--");
    if (m_inSummary && !isDash)
        m_inSummary = false;
    if (isDash)
        takeDash(withoutControls(QString::fromUtf8(line)));
    else if (QByteArrayView("BCHNcP").contains(line[0]) && line.size() < 500)
        takeOther(withoutControls(QString::fromUtf8(line)));
}

void LogStatements::takeCommand(QByteArrayView command)
{
    const QString text = withoutControls(QString::fromUtf8(command));
    static const QRegularExpression clone(
        QStringLiteral(R"(\bgit\s+clone\b.*?\s((?:https?|ssh|git)://\S+|git@\S+))"));
    if (const auto match = clone.match(text); match.hasMatch() && m_source.url.isEmpty()) {
        m_source.kind = SourceKind::Git;
        m_source.url = withoutSecrets(match.captured(1));
        static const QRegularExpression branch(QStringLiteral(R"(\s(?:-b|--branch)[\s=](\S+))"));
        m_source.tag = branch.match(text).captured(1);
    }
    takeWords(wordsOf(text));
}

// A=B before a program and behind "env" and "export", -DA=B of cmake, -jN of ninja and make.
void LogStatements::takeWords(const QStringList& words)
{
    static const QRegularExpression variable(QStringLiteral("^([A-Z][A-Z0-9_]*)=(.*)$"));
    static const QRegularExpression define(QStringLiteral("^-D([A-Za-z][A-Za-z0-9_]*)(?::([A-Z]+))?=(.*)$"));
    static const QRegularExpression jobs(QStringLiteral("^(?:-j|--parallel=?)(\\d{1,4})$"));
    bool isCMake = false;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const QString& word = words[at];
        isCMake |= word.section(u'/', -1).startsWith(QLatin1String("cmake"));
        if (const auto match = define.match(word); match.hasMatch() && isCMake) {
            const FlagValue flag { match.captured(1), match.captured(3), match.captured(2),
                ValueOrigin::User };
            if (m_configuration.flags.size() < mostFlags
                && withoutSecretsOf(flag.name, flag.value) == flag.value)
                m_configuration.setFlag(flag);
        } else if (const auto set = variable.match(word); set.hasMatch() && !isCMake) {
            m_configuration.setEnvironment(
                { set.captured(1), withoutSecretsOf(set.captured(1), set.captured(2)), ValueOrigin::User });
            if (set.captured(1) == QLatin1String("MAX_JOBS"))
                m_jobs = set.captured(2).toInt();
        } else if (const auto number = jobs.match(word); number.hasMatch()) {
            m_jobs = number.captured(1).toInt();
        } else if (word == QLatin1String("-G") && isCMake && at + 1 < words.size()) {
            m_generator = words[at + 1];
        }
    }
}

void LogStatements::takeDash(const QString& line)
{
    if (line.contains(QLatin1String("******** Summary ********"))) {
        m_summary.clear(); // bundled projects print theirs before PyTorch does
        m_inSummary = true;
        return;
    }
    if (m_inSummary && !line.startsWith(QLatin1String("-- Configuring "))) {
        static const QRegularExpression form(
            QStringLiteral("^--\\s+([A-Z][A-Z0-9_]+|CMake version|Python version|C\\+\\+ compiler version|"
                           "Build type|System|CUDA version|cuDNN version|BLAS)\\s*:\\s*(.*)$"));
        const auto match = form.match(line);
        const QString value = match.captured(2).trimmed();
        if (match.hasMatch() && !value.isEmpty() && m_summary.size() < mostSummary)
            m_summary.insert(match.captured(1), withoutSecretsOf(match.captured(1), value));
        if (match.captured(1) == QLatin1String("CMake version"))
            take(QStringLiteral("cmake"), value);
        else if (match.captured(1) == QLatin1String("TORCH_VERSION"))
            m_source.version = value;
        else if (match.captured(1) == QLatin1String("C++ compiler version") && !m_compiler.isEmpty())
            take(QStringLiteral("c++ compiler"), m_compiler + u' ' + value);
        else if (match.captured(1) == QLatin1String("Python version"))
            take(QStringLiteral("python"), value);
        else if (match.captured(1) == QLatin1String("CUDA version"))
            take(QStringLiteral("nvcc"), value);
        return;
    }
    m_inSummary = false;
    static const QRegularExpression identified(
        QStringLiteral("^-- The (CXX|CUDA) compiler identification is (\\w+) ([\\d.]+)"));
    static const QRegularExpression python(
        QStringLiteral("^-- Found Python(?:3)?: .*\\(found (?:suitable )?version \"([\\d.]+)\""));
    static const QRegularExpression written(QStringLiteral("^-- Build files have been written to: (.+)$"));
    static const QRegularExpression version(QStringLiteral("^-- Building version (\\S+)"));
    if (const auto match = identified.match(line); match.hasMatch()) {
        const bool isCuda = match.captured(1) == QLatin1String("CUDA");
        m_compiler = isCuda ? m_compiler : familyOf(match.captured(2));
        take(isCuda ? QStringLiteral("nvcc") : QStringLiteral("c++ compiler"),
            isCuda ? match.captured(3) : m_compiler + u' ' + match.captured(3));
    } else if (const auto found = python.match(line); found.hasMatch()) {
        take(QStringLiteral("python"), found.captured(1));
    } else if (const auto folder = written.match(line); folder.hasMatch()) {
        m_buildFolder = folder.captured(1).trimmed();
    } else if (const auto building = version.match(line); building.hasMatch()) {
        m_source.version = building.captured(1);
    }
}

void LogStatements::takeOther(const QString& line)
{
    static const QRegularExpression wheel(QStringLiteral("^Building wheel torch-(\\S+)"));
    static const QRegularExpression head(QStringLiteral("^HEAD is now at ([0-9a-f]{7,40})\\b"));
    static const QRegularExpression tag(QStringLiteral("^Note: switching to '([^']+)'"));
    static const QRegularExpression cmake(
        QStringLiteral("^(?:cmake version |CMake .*You are running version )([\\d.]+\\d)"));
    static const QRegularExpression nvcc(
        QStringLiteral("^Cuda compilation tools, release [\\d.]+, V([\\d.]+)"));
    static const QRegularExpression python(QStringLiteral("^Python (\\d+\\.\\d+\\.\\d+)"));
    if (const auto match = wheel.match(line); match.hasMatch())
        m_source.version = match.captured(1);
    else if (const auto commit = head.match(line); commit.hasMatch())
        take(QStringLiteral("source"), commit.captured(1));
    else if (const auto named = tag.match(line); named.hasMatch())
        m_source.tag = named.captured(1);
    else if (const auto told = cmake.match(line); told.hasMatch())
        take(QStringLiteral("cmake"), told.captured(1));
    else if (const auto cuda = nvcc.match(line); cuda.hasMatch())
        take(QStringLiteral("nvcc"), cuda.captured(1));
    else if (const auto interpreter = python.match(line); interpreter.hasMatch())
        take(QStringLiteral("python"), interpreter.captured(1));
}

void LogStatements::take(const QString& name, const QString& value)
{
    if (!value.isEmpty() && !m_inputs.value(name).startsWith(value)) // "13.0" says less than "13.0.88"
        m_inputs.insert(name, value);
}

void LogStatements::fill(BuildRequest& request) const
{
    request.configuration = m_configuration;
    request.source = m_source;
    request.buildFolder = m_buildFolder;
    request.jobs = m_jobs && *m_jobs > 0 ? m_jobs : std::nullopt;
    request.generator = m_generator; // empty: the log does not tell
}

}
