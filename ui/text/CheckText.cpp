// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/CheckText.h"

#include "ui/text/Ui.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

// The row is of the first one of which it has the group, or the beginning of its id.
const QStringList topics[] = {
    { "system", "historical", "tag", "patch" },
    {}, // flags and variables, and what is of no other
    { "graphics", "arch", "driver", "toolkit", "cuda", "cudnn" },
    { "compiler", "host-compiler", "glibc", "stl", "cxx", "windows-sdk" },
    { "python", "package" },
    { "tools", "cmake", "ninja", "generator" },
    { "source-folder", "build-folder", "wheels-folder", "missing-wheel", "install" },
    { "space", "memory", "max-jobs", "jobs", "heavy" },
};
constexpr qsizetype otherTopic = 1;

qsizetype topicOf(const CheckRow& row)
{
    const auto found = std::find_if(std::begin(topics), std::end(topics), [&](const QStringList& topic) {
        return std::any_of(topic.begin(), topic.end(),
            [&](const QString& name) { return row.group == name || row.id.startsWith(name); });
    });
    return found == std::end(topics) ? otherTopic : found - std::begin(topics);
}

}

QString fieldName(BuildField field)
{
    static const char* const names[]
        = { "", QT_TRANSLATE_NOOP("Ui", "Result"), QT_TRANSLATE_NOOP("Ui", "Source folder"),
              QT_TRANSLATE_NOOP("Ui", "Build folder"), QT_TRANSLATE_NOOP("Ui", "Clean first"),
              QT_TRANSLATE_NOOP("Ui", "Python"), QT_TRANSLATE_NOOP("Ui", "Packages from"),
              QT_TRANSLATE_NOOP("Ui", "Release"), QT_TRANSLATE_NOOP("Ui", "Install into") };
    return Ui::tr(names[int(field)]);
}

QString keptTogether(QString text)
{
    static const QRegularExpression unit(QStringLiteral(R"((\d) (?=(?:bytes|[KMGT]B|s|min|h|%)(?!\w)))"));
    static const QRegularExpression version(QStringLiteral(R"(\b(CUDA|cuDNN|PyTorch|Python|gcc) (?=\d))"));
    static const QRegularExpression path(QStringLiteral("(?<!\\S)/(?=\\S)"));
    return text.replace(unit, QStringLiteral("\\1\u00a0"))
        .replace(version, QStringLiteral("\\1\u00a0"))
        .replace(path, QStringLiteral("/\u2060"));
}

QString checkGroupIcon(const QString& group)
{
    static const QHash<QString, const char*> icons { { QStringLiteral("system"), "machine" },
        { QStringLiteral("graphics"), "graphics" }, { QStringLiteral("cuda"), "flame" },
        { QStringLiteral("compiler"), "compiler" }, { QStringLiteral("python"), "python" },
        { QStringLiteral("tools"), "tools" }, { QStringLiteral("space"), "disk" },
        { QStringLiteral("tried"), "play" }, { QStringLiteral("configuration"), "flag" } };
    return QLatin1String(icons.value(group, "info"));
}

QVector<CheckRow> inOrderOfTopics(QVector<CheckRow> rows)
{
    std::stable_partition(rows.begin(), rows.end(), [](const CheckRow& row) { return row.preventsBuild; });
    for (auto first = rows.begin(); first != rows.end();) {
        const auto last = std::find_if(first, rows.end(), [first](const CheckRow& row) {
            return row.state != first->state || row.preventsBuild != first->preventsBuild;
        });
        std::stable_sort(first, last,
            [](const CheckRow& left, const CheckRow& right) { return topicOf(left) < topicOf(right); });
        first = last;
    }
    return rows;
}

}
