// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandLine.h"

#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"

namespace torchmason::cli {

namespace {

QString dashed(const QString& name)
{
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

}

CommandLine::CommandLine(QString usage, QString summary)
    : m_usage(std::move(usage))
    , m_summary(std::move(summary))
{
}

void CommandLine::option(const QString& name, const QString& valueName, const QString& help)
{
    m_options.append({ name, valueName, help, false, {} });
}

void CommandLine::repeatedOption(const QString& name, const QString& valueName, const QString& help)
{
    m_options.append({ name, valueName, help, true, {} });
}

void CommandLine::switchWithChoice(const QString& name, const QStringList& choices, const QString& help)
{
    m_options.append({ name, {}, help, false, choices });
}

const CommandLine::Option* CommandLine::find(const QString& name) const
{
    for (const Option& option : m_options) {
        if (option.name == name)
            return &option;
    }
    return nullptr;
}

std::optional<int> CommandLine::parse(const QStringList& words, Console& console, int mostPositional)
{
    for (const QString& word : words) {
        if (word == QLatin1String("--"))
            break;
        if (word == QLatin1String("--help") || word == QLatin1String("-h")) {
            console.print(help());
            return ExitCode::Good;
        }
    }
    auto read = this->read(words);
    if (read && m_positional.size() > mostPositional)
        read = Error { QStringLiteral("\"%1\" is one word too many").arg(m_positional.at(mostPositional)) };
    if (read)
        return std::nullopt;
    return console.wrongUse(QStringLiteral("%1; see torchmason-cli %2 --help.")
                                .arg(read.error().message, m_usage.section(QLatin1Char(' '), 0, 0)));
}

Result<void> CommandLine::read(const QStringList& words)
{
    for (qsizetype at = 0; at < words.size(); ++at) {
        const QString& word = words.at(at);
        if (word == QLatin1String("--")) {
            m_positional += words.mid(at + 1);
            break;
        }
        if (!word.startsWith(QLatin1Char('-')) || word.size() == 1) {
            m_positional.append(word);
            continue;
        }
        if (auto read = readOption(words, at); !read)
            return read;
    }
    return {};
}

Result<void> CommandLine::readOption(const QStringList& words, qsizetype& at)
{
    const QString& word = words.at(at);
    if (word.startsWith(QLatin1String("--"))) {
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const QString name = equals < 0 ? word.mid(2) : word.mid(2, equals - 2);
        const Option* option = name.size() > 1 ? find(name) : nullptr;
        if (!option)
            return Error { QStringLiteral("there is no option --%1").arg(name) };
        return keep(*option, dashed(name), equals < 0 ? std::nullopt : std::optional(word.mid(equals + 1)),
            words, at);
    }
    const QString name = word.mid(1, 1);
    const Option* option = find(name);
    if (!option || (option->valueName.isEmpty() && word.size() > 2))
        return Error { QStringLiteral("there is no option %1").arg(word) };
    return keep(
        *option, dashed(name), word.size() > 2 ? std::optional(word.mid(2)) : std::nullopt, words, at);
}

Result<void> CommandLine::keep(const Option& option, const QString& spelled, std::optional<QString> value,
    const QStringList& words, qsizetype& at)
{
    if (!option.choices.isEmpty()) {
        if (!value && at + 1 < words.size() && option.choices.contains(words.at(at + 1)))
            value = words.at(++at);
        if (value && !option.choices.contains(*value))
            return Error { QStringLiteral("%1 takes %2, not \"%3\"")
                               .arg(spelled, option.choices.join(QLatin1String(", ")), *value) };
        m_values.insert(option.name, { value.value_or(QString()) });
        return {};
    }
    if (option.valueName.isEmpty()) {
        if (value)
            return Error { QStringLiteral("%1 takes no value").arg(spelled) };
        m_values.insert(option.name, { QString() });
        return {};
    }
    if (!value && at + 1 >= words.size())
        return Error { QStringLiteral("%1 needs a value (%2)").arg(spelled, option.valueName) };
    if (!value)
        value = words.at(++at);
    if (!option.repeated && m_values.contains(option.name))
        return Error { QStringLiteral("%1 is given twice").arg(spelled) };
    m_values[option.name].append(*value);
    return {};
}

QString CommandLine::help() const
{
    QString text = QStringLiteral("usage: torchmason-cli %1\n\n%2\n").arg(m_usage, m_summary);
    text += QStringLiteral("\noptions:\n");
    const auto line = [&text](const QString& left, const QString& help) {
        text += left.size() < 26
            ? QStringLiteral("  %1%2\n").arg(left, -26).arg(help)
            : QStringLiteral("  %1\n  %2%3\n").arg(left, QString(26, QLatin1Char(' ')), help);
    };
    for (const Option& option : m_options) {
        const QString value = option.choices.isEmpty()
            ? option.valueName
            : QStringLiteral("[%1]").arg(option.choices.join(QLatin1Char('|')));
        line((dashed(option.name) + QLatin1Char(' ') + value).trimmed(), option.help);
    }
    line(QStringLiteral("--help"), QStringLiteral("this text"));
    for (const QString& note : m_notes)
        text += QLatin1Char('\n') + note + QLatin1Char('\n');
    return text;
}

}
