// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FailureMatcher.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "core/parse/LogMessages.h"
#include "core/parse/LogParser.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace torchmason;

// How fast a large log goes through the parsers and the rules on one core, beside rg searching the same file
// for the rules' expressions as one set, and rg and grep for their fixed texts. argv[1] may name a real log,
// which is then repeated, and argv[2] the megabytes.

namespace {

qsizetype logSize = 200 << 20;

// What most of a build's output looks like: status lines, the odd warning, configuration lines.
QByteArray sampleText()
{
    QByteArray text;
    for (int i = 1; i <= 400; ++i) {
        text += "[" + QByteArray::number(i)
            + "/6154] Building CXX object caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/native/" + "Kernel"
            + QByteArray::number(i) + ".cpp.DEFAULT.cpp.o\n";
        if (i % 4 == 0)
            text += "-- Looking for sys/types" + QByteArray::number(i) + ".h - found\n";
        if (i % 100 == 0) {
            text += "../aten/src/ATen/a.cpp:81:9: warning: unused variable 'size' [-Wunused-variable]\n"
                    "   81 |   auto size = self.size(0);\n      |        ^~~~\n";
        }
    }
    return text;
}

// Lines that are no status lines at all, so that every byte meets the rules' scanner.
QByteArray commandText()
{
    QByteArray text;
    for (int i = 1; i <= 400; ++i)
        text += "/usr/bin/c++ -DUSE_DISTRIBUTED -I/home/user/pytorch/aten/src -O2 -c a"
            + QByteArray::number(i) + ".cpp -o a.o\n";
    return text;
}

QByteArray repeated(const QByteArray& text)
{
    QByteArray log;
    log.reserve(logSize + text.size());
    while (log.size() < logSize)
        log += text;
    return log;
}

template <typename Line> qint64 forEachLine(const QByteArray& log, Line line)
{
    qint64 number = 0;
    for (qsizetype at = 0; at < log.size();) {
        const void* end = std::memchr(log.constData() + at, '\n', size_t(log.size() - at));
        const qsizetype length = end ? static_cast<const char*>(end) - log.constData() - at : log.size() - at;
        line(QByteArrayView(log).sliced(at, length), ++number, at);
        at += length + 1;
    }
    return number;
}

void tell(const char* what, qint64 lines, qsizetype bytes, qint64 nanoseconds)
{
    const double seconds = double(nanoseconds) / 1e9;
    std::printf("  %-34s %7.2f s  %6.2f million lines/s  %6.0f MB/s\n", what, seconds,
        double(lines) / seconds / 1e6, double(bytes) / seconds / 1e6);
}

void compareWith(
    const QString& program, const QStringList& options, const QString& patterns, const QString& log)
{
    const QString path = QStandardPaths::findExecutable(program);
    if (path.isEmpty()) {
        std::printf("  %-34s not installed\n", qPrintable(program));
        return;
    }
    QProcess process;
    QElapsedTimer timer;
    timer.start();
    process.start(path, options + QStringList { QStringLiteral("-f"), patterns, log });
    process.waitForFinished(-1);
    const QByteArray found = process.readAllStandardOutput().trimmed();
    if (found.isEmpty())
        std::printf(
            "  %s says: %s\n", qPrintable(program), process.readAllStandardError().right(200).constData());
    std::printf("  %-34s %7.2f s  %s lines\n",
        qPrintable(program + QLatin1Char(' ') + options.join(QLatin1Char(' '))),
        double(timer.nsecsElapsed()) / 1e9, found.constData());
}

void writePatterns(const RuleSet& rules, QFile& fixed)
{
    for (const Rule& rule : rules.rules()) {
        for (const Signature& signature : rule.signatures) {
            for (const QByteArray& literal : signature.literals)
                fixed.write(literal + '\n');
        }
    }
    fixed.flush();
}

// rg has no look-around and names no group twice. Its groups lose their names; an expression that it cannot
// have is left out, which is to its advantage.
int writeExpressions(const RuleSet& rules, QFile& expressions)
{
    static const QRegularExpression name(QStringLiteral(R"(\(\?<(?![=!])\w+>)"));
    static const QRegularExpression beyond(QStringLiteral(R"(\(\?(?:<?[=!]|>)|\\[1-9]|[+*?}]\+)"));
    // Nor does it take a backslash where none is needed.
    static const QRegularExpression needless(QStringLiteral(R"(\\([^\x00-\x7f]|[ "'/<>@!=:,%]))"));
    int leftOut = 0;
    for (const Rule& rule : rules.rules()) {
        for (const Signature& signature : rule.signatures) {
            QString pattern = signature.expression.pattern();
            if (beyond.match(pattern).hasMatch()) {
                ++leftOut;
            } else if (!pattern.isEmpty()) {
                const bool isCaseless
                    = signature.expression.patternOptions() & QRegularExpression::CaseInsensitiveOption;
                pattern.replace(name, QStringLiteral("(?:"));
                pattern.replace(needless, QStringLiteral("\\1"));
                expressions.write((isCaseless ? "(?i:" : "(?:") + pattern.toUtf8() + ")\n");
            } else {
                for (const QByteArray& literal : signature.literals)
                    expressions.write("(?i:"
                        + QRegularExpression::escape(QString::fromUtf8(literal))
                              .replace(needless, QStringLiteral("\\1"))
                              .toUtf8()
                        + ")\n");
            }
        }
    }
    expressions.flush();
    return leftOut;
}

void measure(const char* title, const QByteArray& text, const std::shared_ptr<const RuleSet>& rules)
{
    const QByteArray log = repeated(text);
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("big.log")));
    QFile fixed(folder.filePath(QStringLiteral("fixed.txt")));
    QFile expressions(folder.filePath(QStringLiteral("expressions.txt")));
    if (!file.open(QIODevice::WriteOnly) || !fixed.open(QIODevice::WriteOnly)
        || !expressions.open(QIODevice::WriteOnly) || file.write(log) != log.size()) {
        std::printf("no room for the log in %s\n", qPrintable(folder.path()));
        return;
    }
    file.flush();
    writePatterns(*rules, fixed);
    const int leftOut = writeExpressions(*rules, expressions);
    std::printf("%s, %lld MB:\n", title, static_cast<long long>(log.size() / 1'000'000));

    QElapsedTimer timer;
    timer.start();
    LogMessages messages;
    const auto count = [&](ParsedLine& parsed) { messages.add(parsed); };
    LogParser parser;
    qint64 lines = forEachLine(
        log, [&](QByteArrayView line, qint64 number, qint64 at) { parser.addLine(line, number, at, count); });
    tell("parsers", lines, log.size(), timer.nsecsElapsed());

    timer.restart();
    FailureMatcher matcher(rules);
    lines = forEachLine(
        log, [&](QByteArrayView line, qint64 number, qint64 at) { matcher.addLine(line, number, at); });
    tell("rules", lines, log.size(), timer.nsecsElapsed());

    timer.restart();
    FailureMatcher both(rules, count);
    lines = forEachLine(
        log, [&](QByteArrayView line, qint64 number, qint64 at) { both.addLine(line, number, at); });
    tell("parsers and rules", lines, log.size(), timer.nsecsElapsed());

    timer.restart();
    if (const auto report = diagnoseFile(file.fileName(), rules))
        tell("a file, two threads", report->lines, log.size(), timer.nsecsElapsed());
    std::printf("  expressions, but %d that rg cannot have:\n", leftOut);
    compareWith(QStringLiteral("rg"), { QStringLiteral("-ca") }, expressions.fileName(), file.fileName());
    std::printf("  only the fixed texts:\n");
    compareWith(QStringLiteral("rg"), { QStringLiteral("-ciaF") }, fixed.fileName(), file.fileName());
    compareWith(QStringLiteral("grep"), { QStringLiteral("-caF") }, fixed.fileName(), file.fileName());
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const std::shared_ptr<const RuleSet> rules = loadRules();
    if (argc > 2)
        logSize = qsizetype(std::atoll(argv[2])) << 20;
    if (argc > 1) {
        QFile file(QString::fromLocal8Bit(argv[1]));
        if (file.open(QIODevice::ReadOnly))
            measure(argv[1], file.readAll(), rules);
        return 0;
    }
    measure("a build's output", sampleText(), rules);
    measure("command lines only", commandText(), rules);
    return 0;
}
