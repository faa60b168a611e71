// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/ConfigurationCheck.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/Platform.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/buildfolder/SameValue.h"
#include "core/config/OptionValue.h"
#include "core/parse/LogParser.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 longestLog = 256 * 1024 * 1024;

// The words behind "Manually-specified variables were not used by the project:"
QStringList unusedIn(const Diagnostic& message)
{
    static const QString start = QStringLiteral("variables were not used by the project:");
    const qsizetype at = message.text.indexOf(start);
    return at < 0 ? QStringList()
                  : message.text.mid(at + start.size()).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

class OutputReader {
public:
    void addLine(QByteArrayView raw, qint64 number)
    {
        m_parser.addLine(raw, number, 0, [this](ParsedLine& line) { take(line); });
    }

    ConfigureOutput finish()
    {
        m_parser.finish([this](ParsedLine& line) { take(line); });
        return m_output;
    }

private:
    void take(ParsedLine& parsed)
    {
        if (parsed.kind == ParsedLine::Kind::Message) {
            takeMessage(parsed);
            return;
        }
        const QString line = plainToolText(parsed.line.text).trimmed();
        if (line.contains(QLatin1String("******** Summary ********"))) {
            m_output.summary.clear(); // bundled projects print theirs before PyTorch does
            m_inSummary = true;
        } else if (m_inSummary) {
            addSummaryLine(line);
        }
        static const QString notFound = QStringLiteral("-- Could NOT find ");
        if (line.startsWith(notFound))
            m_output.notFound << line.mid(3);
    }

    // --   USE_CUDA              : OFF
    // --   BUILD_LITE_INTERPRETER: OFF
    void addSummaryLine(const QString& line)
    {
        static const QRegularExpression form(QStringLiteral("^--\\s+([A-Z][A-Z0-9_]+)\\s*:\\s*(.*)$"));
        if (!line.startsWith(QLatin1String("--")) || line.startsWith(QLatin1String("-- Configuring "))) {
            m_inSummary = false;
            return;
        }
        if (const auto match = form.match(line); match.hasMatch())
            m_output.summary.insert(match.captured(1), match.captured(2).trimmed());
    }

    void takeMessage(ParsedLine& parsed)
    {
        const std::optional<Diagnostic>& message = parsed.message();
        if (!message)
            return;
        if (message->severity == Severity::Warning && !message->tool.isEmpty())
            m_output.warnings << *message;
        m_output.unused << unusedIn(*message);
    }

    ConfigureOutput m_output;
    LogParser m_parser;
    bool m_inSummary = false;
};

constexpr QLatin1String blasFlag("BLAS");

const SilentPart* silentPart(const QString& flag)
{
    const QVector<SilentPart>& all = silentParts();
    const auto found = std::find_if(
        all.begin(), all.end(), [&flag](const SilentPart& part) { return flag == QLatin1String(part.flag); });
    return found == all.end() ? nullptr : &*found;
}

class Comparison {
public:
    Comparison(const CMakeCache& cache, const ConfigureOutput& output)
        : m_cache(cache)
        , m_output(output)
    {
    }

    void compare(const FlagValue& wish)
    {
        if (wish.name == blasFlag && isWithoutBlas(wish.value))
            return;
        const auto result = resultOf(wish);
        if (!result || isSameFlagValue(wish.value, *result) || m_output.unused.contains(wish.name))
            return;
        FlagDifference difference { wish.name, wish.value, *result, {}, false };
        const SilentPart* part = silentPart(wish.name);
        const bool isGone = isCMakeTrue(wish.value) && !isCMakeTrue(*result);
        const QString needed = part ? QLatin1String(part->needs) : QString();
        if (!needed.isEmpty() && isGone && !isAnyOn(needed)) {
            difference.reason = Core::tr("it needs %1, which is OFF").arg(needed);
        } else {
            difference.reason = reasonFor(wish.name);
            difference.stops = part && isGone && !isWithoutDistributed(wish.name);
        }
        differences << difference;
    }

    QVector<FlagDifference> differences;

private:
    // The summary has the values that CMake works with; an entry of the cache may be hidden by a variable.
    std::optional<QString> resultOf(const FlagValue& wish) const
    {
        const QString printed = m_output.summary.value(wish.name);
        if (isCMakeSwitch(printed) && isCMakeSwitch(wish.value))
            return printed;
        const CacheEntry* entry = m_cache.entry(wish.name);
        return entry ? std::optional(entry->value) : std::nullopt;
    }

    // The entry BLAS of the cache stays as it was asked for when none is found: the summary alone tells.
    // Eigen comes with PyTorch and brings no LAPACK.
    bool isWithoutBlas(const QString& wish)
    {
        QStringList gone;
        for (const char* name : { "USE_BLAS", "USE_LAPACK" }) {
            const QString printed = m_output.summary.value(QLatin1String(name));
            if (isCMakeSwitch(printed) && !isCMakeTrue(printed))
                gone << Core::tr("%1 is %2").arg(QLatin1String(name), printed);
        }
        // Some, as BLIS, come without LAPACK: told, but that is what was asked for.
        const bool isNone = gone.value(0).startsWith(QLatin1String("USE_BLAS"));
        if (gone.isEmpty() || wish.isEmpty()
            || wish.compare(QLatin1String("Eigen"), Qt::CaseInsensitive) == 0)
            return false;
        const QString reason = reasonFor(blasFlag);
        if (!reason.isEmpty())
            gone << reason;
        differences.append({ blasFlag, wish, {}, gone.join(QStringLiteral("; ")), isNone });
        return true;
    }

    // NCCL serves torch.distributed alone, and there is none for Windows.
    bool isWithoutDistributed(const QString& flag) const
    {
        return flag == QLatin1String("USE_NCCL")
            && (hostPlatform() == Platform::Windows || !isOn(QStringLiteral("USE_DISTRIBUTED")));
    }

    bool isAnyOn(const QString& flags) const
    {
        const QStringList names = flags.split(QStringLiteral(" or "));
        return std::any_of(names.begin(), names.end(), [this](const QString& name) { return isOn(name); });
    }

    bool isOn(const QString& flag) const
    {
        const QString printed = m_output.summary.value(flag);
        return isCMakeTrue(printed.isEmpty() ? m_cache.value(flag) : printed);
    }

    // The warning that names the flag, else the one that names the part; and what was not found, which says
    // more.
    QString reasonFor(const QString& flag) const
    {
        const QString part = flag.section(QLatin1Char('_'), 1);
        QStringList words;
        for (const QString& word : { flag, part }) {
            const QRegularExpression whole(QStringLiteral("(?<![A-Za-z0-9_])(?:-D)?%1(?![A-Za-z0-9_])")
                                               .arg(QRegularExpression::escape(word)));
            const auto named = std::find_if(m_output.warnings.begin(), m_output.warnings.end(),
                [&](const Diagnostic& warning) { return !word.isEmpty() && warning.text.contains(whole); });
            if (named == m_output.warnings.end())
                continue;
            words << QStringLiteral("\"%1\"").arg(named->text);
            if (!named->file.isEmpty())
                words.last() += QStringLiteral(" (%1:%2)").arg(named->file).arg(named->line);
            break;
        }
        for (const QString& line : m_output.notFound) {
            const QString name = line.section(QLatin1Char(' '), 3, 3); // Could NOT find CUDA (missing: ...)
            if (name.startsWith(part, Qt::CaseInsensitive) && !part.isEmpty()) {
                words << QStringLiteral("\"%1\"").arg(line);
                break;
            }
        }
        return words.join(QStringLiteral("; "));
    }

    const CMakeCache& m_cache;
    const ConfigureOutput& m_output;
};

QString counted(qsizetype number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(number);
}

QString goodEnd(const ConfigurationReport& report, qsizetype flags)
{
    if (!report.differences.isEmpty())
        return counted(report.differences.size(),
            Core::tr("One flag differs from what was asked for; see above."),
            Core::tr("%1 flags differ from what was asked for; see above."));
    if (!report.unused.isEmpty())
        return Core::tr("The configuration has the flags that were asked for, as far as it uses them.");
    return counted(flags, Core::tr("The configuration has the flag that was asked for."),
        Core::tr("The configuration has what the %1 flags asked for."));
}

QString stopSentence(const QVector<FlagDifference>& differences)
{
    QStringList sentences;
    for (const FlagDifference& difference : differences) {
        if (difference.stops)
            sentences << differenceSentence(difference);
    }
    return sentences.join(QLatin1Char(' '));
}

}

ConfigureOutput readConfigureOutput(const QByteArray& log)
{
    OutputReader reader;
    qint64 number = 0;
    for (const QByteArray& line : log.split('\n'))
        reader.addLine(
            line.endsWith('\r') ? QByteArrayView(line).chopped(1) : QByteArrayView(line), ++number);
    return reader.finish();
}

Result<ConfigureOutput> readConfigureLog(const QString& path)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file);
    if (file.size() > longestLog)
        return Error { Core::tr("%1 is too long to be what CMake printed.").arg(path) };
    return readConfigureOutput(file.readAll());
}

const QVector<SilentPart>& silentParts()
{
    static const QVector<SilentPart> all {
        { "USE_CUDA", "" },
        { "USE_CUDNN", "USE_CUDA" },
        { "USE_ROCM", "" },
        { "USE_XPU", "" },
        { "USE_DISTRIBUTED", "" },
        { "USE_MPI", "USE_DISTRIBUTED" },
        { "USE_NCCL", "USE_CUDA or USE_ROCM" },
        { "USE_NUMPY", "BUILD_PYTHON" },
        { "USE_MKLDNN", "" },
    };
    return all;
}

ConfigurationReport compareConfiguration(
    const QVector<FlagValue>& wishes, const CMakeCache& cache, const ConfigureOutput& output)
{
    Comparison comparison(cache, output);
    ConfigurationReport report;
    for (const FlagValue& wish : wishes) {
        comparison.compare(wish);
        if (output.unused.contains(wish.name))
            report.unused << wish.name;
    }
    report.differences = comparison.differences;
    std::stable_partition(report.differences.begin(), report.differences.end(),
        [](const FlagDifference& difference) { return difference.stops; });
    return report;
}

QString differenceSentence(const FlagDifference& difference)
{
    const QString result = difference.result.isEmpty() ? QStringLiteral("empty") : difference.result;
    const QString asked = !difference.stops ? Core::tr("%1 was asked to be %2 and is %3 now")
        : difference.flag == blasFlag
        ? Core::tr("%1 was asked to be %2, but CMake goes on without BLAS or LAPACK")
        : Core::tr("%1 was asked to be %2, but CMake switched it %3");
    const bool isBlas = difference.stops && difference.flag == blasFlag;
    const QString text = isBlas ? asked.arg(difference.flag, difference.wish)
                                : asked.arg(difference.flag, difference.wish, result);
    return difference.reason.isEmpty() ? text + QLatin1Char('.')
                                       : text + QStringLiteral(": %1.").arg(difference.reason);
}

Result<QString> checkConfiguration(
    const ConfigurationStepWishes& wishes, const std::function<void(const QString&)>& print)
{
    const auto cache = CMakeCache::read(wishes.buildFolder);
    if (!cache)
        return cache.error();
    ConfigureOutput output;
    if (!wishes.logFile.isEmpty()) {
        auto read = readConfigureLog(wishes.logFile);
        if (read)
            output = std::move(read).value();
        else
            print(read.error().message);
    }
    const ConfigurationReport report = compareConfiguration(wishes.flags, *cache, output);
    for (const FlagDifference& difference : report.differences) {
        if (!difference.stops)
            print(QLatin1String(helperWarning) + differenceSentence(difference));
    }
    if (!report.unused.isEmpty())
        print(Core::tr("This source does not use %1.").arg(report.unused.join(QLatin1String(", "))));
    if (!report.stops())
        return goodEnd(report, wishes.flags.size());
    if (!wishes.accepted)
        return Error { stopSentence(report.differences) };
    return Core::tr("Accepted, though: %1").arg(stopSentence(report.differences));
}

}
