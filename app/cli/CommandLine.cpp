// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandLine.h"

namespace torchmason::cli {

namespace {

QString dashed(const Option& option)
{
    const QString name = QLatin1String(option.name);
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

}

CommandLine::CommandLine(QVector<Option> options)
    : m_options(std::move(options))
{
}

const Option* CommandLine::find(const QString& name) const
{
    for (const Option& option : m_options) {
        if (QLatin1String(option.name) == name)
            return &option;
    }
    return nullptr;
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
            return Error { QStringLiteral("There is no option --%1").arg(name) };
        return keep(*option, equals < 0 ? std::nullopt : std::optional(word.mid(equals + 1)), words, at);
    }
    const Option* option = find(word.mid(1, 1));
    if (!option || (!*option->valueName && word.size() > 2))
        return Error { QStringLiteral("There is no option %1").arg(word) };
    return keep(*option, word.size() > 2 ? std::optional(word.mid(2)) : std::nullopt, words, at);
}

Result<void> CommandLine::keep(
    const Option& option, std::optional<QString> value, const QStringList& words, qsizetype& at)
{
    QStringList& kept = m_values[QLatin1String(option.name)];
    if (*option.choices) {
        const QStringList choices = QString::fromLatin1(option.choices).split(QLatin1Char('|'));
        if (!value && choices.contains(words.value(at + 1)))
            value = words.at(++at);
        if (value && !choices.contains(*value))
            return Error { QStringLiteral("%1 takes %2, not \"%3\"")
                               .arg(dashed(option), choices.join(QLatin1String(", ")), *value) };
        kept = { value.value_or(QString()) };
        return {};
    }
    if (!*option.valueName) {
        if (value)
            return Error { QStringLiteral("%1 takes no value").arg(dashed(option)) };
        kept = { QString() };
        return {};
    }
    if (!value && at + 1 >= words.size())
        return Error {
            QStringLiteral("%1 needs a value (%2)").arg(dashed(option), QLatin1String(option.valueName))
        };
    if (!value)
        value = words.at(++at);
    if (option.times == Option::Once && !kept.isEmpty())
        return Error { QStringLiteral("%1 is given twice").arg(dashed(option)) };
    kept.append(*value);
    return {};
}

QString CommandLine::help() const
{
    QString text;
    for (const Option& option : m_options + QVector<Option> { { "help", "", "this text" } }) {
        const QString value = *option.choices ? QStringLiteral("[%1]").arg(QLatin1String(option.choices))
                                              : QLatin1String(option.valueName);
        const QString left = (dashed(option) + QLatin1Char(' ') + value).trimmed();
        text += QStringLiteral("  %1").arg(left, -26);
        if (left.size() >= 26)
            text += QLatin1Char('\n') + QString(28, QLatin1Char(' '));
        text += QLatin1String(option.help) + QLatin1Char('\n');
    }
    return text;
}

}
