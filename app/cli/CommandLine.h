// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason::cli {

// An option of a subcommand, as its table names it.
struct Option {
    const char* name; // without dashes; one letter makes a short option
    const char* valueName; // "" for a switch
    const char* help;
    enum { Once, Often } times = Once;
    const char* choices = ""; // "cache|all": a switch that one of these words may follow
};

// The words after a subcommand, read by its options: `--name VALUE`, `--name=VALUE`, `-D NAME=VALUE`,
// `-DNAME=VALUE`. Behind `--` words may begin with a dash.
class CommandLine {
public:
    explicit CommandLine(QVector<Option> options);

    // The error is a sentence without its end: what cannot be understood.
    Result<void> read(const QStringList& words);

    bool has(const char* name) const { return m_values.contains(QLatin1String(name)); }
    QString value(const char* name) const { return values(name).value(0); }
    QStringList values(const char* name) const { return m_values.value(QLatin1String(name)); }
    const QStringList& positional() const { return m_positional; }
    QString help() const; // the options, one a line

private:
    const Option* find(const QString& name) const;
    Result<void> readOption(const QStringList& words, qsizetype& at);
    Result<void> keep(
        const Option& option, std::optional<QString> value, const QStringList& words, qsizetype& at);

    QVector<Option> m_options;
    QMap<QString, QStringList> m_values;
    QStringList m_positional;
};

}
