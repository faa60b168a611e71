// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptLines.h"

namespace torchmason {

namespace {

constexpr const char* begin = R"sh(set -euo pipefail
now='the beginning'
trap 'code=$?; [ "$code" = 0 ] || printf "Stopped in the step \"%s\" (exit code %s).\n" "$now" "$code" >&2' EXIT
step() { now=$1; printf '== %s\n' "$1"; }
stop() { printf '%s\n' "$1" >&2; exit 1; }
WHEEL=

)sh";

QString askedText(ScriptName name)
{
    if (name == ScriptName::Jobs)
        return QStringLiteral("JOBS=$(nproc)\n");
    return QStringLiteral(
        "PYTHON=$(command -v python3 || command -v python || true)\n"
        "[ -n \"$PYTHON\" ] || stop 'No Python was found: write its place behind PYTHON= in "
        "this script.'\n");
}

class ShellLines : public ScriptLines {
public:
    Platform platform() const override { return Platform::Linux; }

    QByteArray whole(const QStringList& head, const QString& definitions, const QString& body,
        const QString&) const override
    {
        QString text = QStringLiteral("#!/usr/bin/env bash\n");
        for (const QString& sentence : head)
            text += comment(sentence);
        return (text + QLatin1String(begin) + definitions + body).toUtf8();
    }

    QString variable(ScriptName name) const override { return QLatin1Char('$') + scriptNameOf(markOf(name)); }

    QString definition(const ScriptVariable& variable, const QString& value) const override
    {
        const QString name = scriptNameOf(markOf(variable.name));
        return comment(variable.why)
            + (variable.isAsked ? askedText(variable.name)
                                : QStringLiteral("%1=%2\n").arg(name, quotedForSh(value)));
    }

    QString comment(const QString& text) const override
    {
        return QStringLiteral("# %1\n").arg(scriptSentence(text));
    }

    QString step(const QString& name) const override
    {
        return QStringLiteral("step %1\n").arg(quotedForSh(scriptSentence(name)));
    }

    QString place(const QString& path) const override { return quotedForSh(path); }

    QString line(const Command& command, const QString& rest = {}) const override
    {
        const QString text = commandText(command, Platform::Linux) + rest;
        return command.workingFolder.isEmpty()
            ? text + QLatin1Char('\n')
            : QStringLiteral("(cd %1 && %2)\n").arg(quotedForSh(command.workingFolder), text);
    }

    QString lineUnless(const Command& works, const Command& command) const override
    {
        return commandText(works, Platform::Linux) + QStringLiteral(" >/dev/null 2>&1 || ") + line(command);
    }

    QString runPython(const QString& python, const QString& folder, const QString& program) const override
    {
        return QStringLiteral("%1 - %2 <<'TORCHMASON_PATCHES'\n%3TORCHMASON_PATCHES\n")
            .arg(quotedForSh(python), quotedForSh(folder), program);
    }

    QString stop(const QString& sentence) const override
    {
        return QStringLiteral("stop ") + quotedForSh(scriptSentence(sentence));
    }

    QString exists(const QString& path) const override
    {
        return QStringLiteral("[ -e %1 ]").arg(quotedForSh(path));
    }

    QString isOn(const QString& flag) const override
    {
        return QStringLiteral("[ \"$IS_%1\" = ON ]").arg(flag);
    }
    QString isNot(const QString& condition) const override { return QStringLiteral("! ") + condition; }

    QString lookAt(const QString& build, const QStringList& flags) const override
    {
        const QString cache = quotedForSh(build + QStringLiteral("/CMakeCache.txt"));
        QString text;
        for (const QString& flag : flags)
            text += QStringLiteral(
                "IS_%1=$(grep -aqsiE '^%1:[A-Z]*=(1|ON|TRUE|YES|Y)$' -- %2 && echo ON || true)\n")
                        .arg(flag, cache);
        return text;
    }

    QString when(const QStringList& conditions, const QString& command) const override
    {
        return QStringLiteral("if %1; then\n  %2\nfi\n").arg(conditions.join(QLatin1String(" && ")), command);
    }

    QString section(const QString& condition, const QString& lines, const QString&) const override
    {
        return QStringLiteral("if %1; then\n%2fi\n").arg(condition, lines);
    }
};

}

std::unique_ptr<ScriptLines> shellLines()
{
    return std::make_unique<ShellLines>();
}

}
