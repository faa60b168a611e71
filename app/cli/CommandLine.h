// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason::cli {

class Console;

// The options of one subcommand: declared first, then parsed. Understands `--name VALUE`, `--name=VALUE`,
// `-D NAME=VALUE`, `-DNAME=VALUE`, and `--` before words that begin with a dash. `--help` is always there.
class CommandLine {
public:
    // `usage` as in "plan --profile ID [options]"; `summary` is one or two sentences.
    CommandLine(QString usage, QString summary);

    // `name` without dashes; one letter makes a short option. `valueName` is empty for a switch.
    void option(const QString& name, const QString& valueName, const QString& help);
    // May be given several times.
    void repeatedOption(const QString& name, const QString& valueName, const QString& help);
    // A switch that may be followed by one of a few words: --clean, --clean cache, --clean=cache.
    void switchWithChoice(const QString& name, const QStringList& choices, const QString& help);
    // More text for --help, below the options.
    void note(const QString& text) { m_notes.append(text); }

    // Prints the help or the one sentence about wrong use itself, and then answers the exit code to end with.
    std::optional<int> parse(const QStringList& words, Console& console, int mostPositional = 0);

    bool has(const QString& name) const { return m_values.contains(name); }
    QString value(const QString& name) const { return m_values.value(name).value(0); }
    QStringList values(const QString& name) const { return m_values.value(name); }
    const QStringList& positional() const { return m_positional; }
    QString help() const;

private:
    struct Option {
        QString name;
        QString valueName;
        QString help;
        bool repeated = false;
        QStringList choices; // not empty: a switch that may have a value
    };
    const Option* find(const QString& name) const;
    Result<void> read(const QStringList& words);
    Result<void> readOption(const QStringList& words, qsizetype& at);
    Result<void> keep(const Option& option, const QString& spelled, std::optional<QString> value,
        const QStringList& words, qsizetype& at);

    QString m_usage;
    QString m_summary;
    QVector<Option> m_options;
    QStringList m_notes;
    QMap<QString, QStringList> m_values;
    QStringList m_positional;
};

}
