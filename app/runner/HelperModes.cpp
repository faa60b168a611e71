// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/HelperModes.h"

#include "core/stages/SourceCheck.h"

#include <QMap>

#include <cstdio>
#include <functional>

namespace torchmason {

namespace {

constexpr int failedExit = 1;
constexpr int wrongUseExit = 2;

void printLine(FILE* stream, const QString& line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stream);
    std::fflush(stream);
}

// What follows the mode: --name value, names may repeat.
class HelperArguments {
public:
    explicit HelperArguments(const QStringList& words)
    {
        for (qsizetype index = 0; index + 1 < words.size(); index += 2)
            m_values.insert(words[index], words[index + 1]);
        m_isWhole = words.size() % 2 == 0;
    }

    // The value of an option that must be there.
    QString need(const char* name)
    {
        const QString value = m_values.value(QLatin1String(name));
        if (value.isEmpty())
            m_missing = QLatin1String(name);
        return value;
    }
    QString value(const char* name) const { return m_values.value(QLatin1String(name)); }
    QStringList values(const char* name) const
    {
        QStringList list = m_values.values(QLatin1String(name));
        std::reverse(list.begin(), list.end());
        return list;
    }
    bool isWhole() const { return m_isWhole; }
    const QString& missing() const { return m_missing; }

private:
    QMultiMap<QString, QString> m_values;
    QString m_missing;
    bool m_isWhole = false;
};

using Mode = std::function<Result<QString>(HelperArguments&)>;

const QMap<QString, Mode>& modes()
{
    static const QMap<QString, Mode> all {
        { QStringLiteral("check-source"),
            [](HelperArguments& a) { return checkSourceTree(a.need("--source")); } },
        { QStringLiteral("prepare-git"),
            [](HelperArguments& a) { return prepareGitFolder(a.need("--source")); } },
    };
    return all;
}

}

std::optional<int> runHelperMode(const QStringList& arguments)
{
    if (arguments.isEmpty() || !modes().contains(arguments.first()))
        return std::nullopt;
    HelperArguments options(arguments.mid(1));
    if (!options.isWhole()) {
        printLine(stderr, QStringLiteral("%1: each option needs a value.").arg(arguments.first()));
        return wrongUseExit;
    }
    const auto result = modes()[arguments.first()](options);
    if (!options.missing().isEmpty()) {
        printLine(stderr,
            QStringLiteral("%1: the option %2 is missing.").arg(arguments.first(), options.missing()));
        return wrongUseExit;
    }
    printLine(result ? stdout : stderr, result ? *result : result.error().message);
    return result ? 0 : failedExit;
}

}
