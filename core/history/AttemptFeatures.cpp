// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptFeatures.h"

#include "core/base/Core.h"
#include "core/base/SentencePart.h"
#include "core/detect/HostFacts.h"
#include "core/fixes/RequestDifference.h"
#include "core/knowledge/OptionCatalogue.h"

namespace torchmason {

namespace {

bool isOwn(const Configuration& configuration, const QString& name)
{
    if (const FlagValue* flag = configuration.flag(name))
        return isWish(flag->origin);
    for (const EnvironmentValue& variable : configuration.environment) {
        if (name.endsWith(QLatin1Char(' ') + variable.name))
            return isWish(variable.origin);
    }
    return false;
}

// What is set to its default is as good as not set.
QString keyOf(const QString& name, const QString& value)
{
    static const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(name) : nullptr;
    if (!option)
        return value.simplified();
    const QString whole = value.isEmpty() ? OptionCatalogue::defaultFor(*option, hostPlatform()) : value;
    if (option->kind == QLatin1String("bool"))
        return isCMakeTrue(whole) ? QStringLiteral("ON") : QStringLiteral("OFF");
    return whole.simplified();
}

void put(QMap<QString, QString>& values, const QString& name, const QString& value)
{
    if (!value.isEmpty())
        values.insert(name, value);
}

void putFacts(QMap<QString, QString>& values, const HostFacts& facts)
{
    put(values, QStringLiteral("operating system"), facts.osName);
    put(values, QStringLiteral("processor"), facts.cpuModel);
    if (!facts.gpus.isEmpty()) {
        put(values, QStringLiteral("graphics card"), facts.gpus.first().name);
        put(values, QStringLiteral("driver"), facts.gpus.first().driver);
    }
    if (const CudaToolkitFacts* toolkit = facts.winningToolkit()) {
        put(values, QStringLiteral("nvcc"), toolkit->version);
        put(values, QStringLiteral("cuDNN"), toolkit->cudnn);
    }
    for (const CompilerFacts& compiler : facts.compilers) {
        if (compiler.isDefault)
            put(values, QStringLiteral("c++ compiler"), compilerName(compiler));
    }
    for (const char* name : { "cmake", "ninja" }) {
        if (const ToolFacts* tool = facts.tool(QLatin1String(name)))
            put(values, tool->name, tool->version);
    }
    if (const PythonFacts* python = facts.defaultPython())
        put(values, QStringLiteral("python"), python->version);
}

}

DecidingSettings settingsOf(const BuildRequest& request)
{
    DecidingSettings settings;
    for (const RequestDifference& difference : requestDifferences(BuildRequest(), request)) {
        if (!isAboutBeginning(difference))
            settings.values.insert(difference.name,
                { difference.before, difference.after, isOwn(request.configuration, difference.name) });
    }
    return settings;
}

DecidingSettings settingsWithFolder(const AttemptRecord& record)
{
    DecidingSettings settings = settingsOf(record.request);
    const auto switches = record.folderSwitches.value_or(QMap<QString, QString>());
    for (const auto& [name, value] : switches.asKeyValueRange()) {
        if (!settings.values.contains(name))
            settings.values.insert(name, { {}, value, false });
    }
    return settings;
}

AttemptFeature featureOf(const DecidingSettings& settings, const QString& name, const QString& usual)
{
    const auto set = settings.values.constFind(name);
    const QString value = set == settings.values.cend() ? usual : set->value;
    const QString shown = shortText(shownName({ name, {}, {} }));
    const bool isPhrase = shown.contains(QLatin1Char(' ')) && !name.startsWith(QLatin1String("Environment "));
    return { value.isEmpty() ? Core::tr("%1 not set").arg(shown)
                             : shown + QLatin1String(isPhrase ? ": " : "=") + shortText(value),
        keyOf(name.section(QLatin1Char(' '), -1), value), set != settings.values.cend() && set->isOwn,
        value.isEmpty() ? Core::tr("not set") : shortText(value) };
}

QMap<QString, QString> environmentOf(const AttemptRecord& record)
{
    QMap<QString, QString> values;
    put(values, QStringLiteral("release"), record.request.source.version);
    if (values.isEmpty())
        put(values, QStringLiteral("release"), record.request.source.tag);
    if (record.request.hostFacts.is_object()) {
        if (const auto facts = hostFactsFromJson(record.request.hostFacts, QStringLiteral("hostFacts")))
            putFacts(values, *facts);
    }
    for (const StageResult& stage : record.stages) {
        for (auto input = stage.inputs.begin(); input != stage.inputs.end(); ++input)
            put(values, input.key(), *input);
    }
    return values;
}

QVector<EnvironmentChange> environmentChanges(
    const QMap<QString, QString>& before, const QMap<QString, QString>& after)
{
    QVector<EnvironmentChange> changes;
    for (auto was = before.begin(); was != before.end(); ++was) {
        const auto is = after.constFind(was.key());
        if (is != after.cend() && *is != *was)
            changes.append({ was.key(), *was, *is });
    }
    return changes;
}

QString shortText(const QString& text, qsizetype most)
{
    QString line = inOneLine(text.left(most * 2));
    for (QChar& letter : line) {
        if (letter.category() == QChar::Other_Control || letter.category() == QChar::Other_Format
            || letter.category() == QChar::Separator_Line || letter.category() == QChar::Separator_Paragraph)
            letter = letter == u'\t' ? u' ' : QChar(QChar::ReplacementCharacter);
    }
    return line.size() <= most ? line : line.left(most - 3) + QStringLiteral("...");
}

}
