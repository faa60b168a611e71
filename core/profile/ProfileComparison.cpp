// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"

#include <algorithm>

namespace torchmason {

namespace {

using Value = std::optional<QString>;

struct Field {
    QString name;
    Value value;
};
using Fields = QVector<Field>;

// A text or a list that profiles leave out where it is empty.
Value said(const QString& text)
{
    return text.isEmpty() ? Value() : Value(text);
}

Value said(const QStringList& list)
{
    return said(list.join(QLatin1Char('\n')));
}

Value said(bool is)
{
    return is ? Value(Core::tr("yes")) : Value();
}

// Rounded where that says it all.
Value said(const std::optional<Bytes>& size)
{
    if (!size)
        return std::nullopt;
    const QString rounded = formatBytes(*size);
    return parseBytes(rounded) == *size ? rounded : Core::tr("%1 (%2 bytes)").arg(rounded).arg(*size);
}

QString platformsText(const Profile& profile)
{
    QStringList names;
    for (const Platform platform : profile.platforms)
        names << platformName(platform);
    return names.join(QLatin1String(", "));
}

QString statusText(const Profile& profile)
{
    return profile.status == ProfileStatus::Historical ? Core::tr("known not to work") : Core::tr("current");
}

Fields generalFields(const Profile& profile)
{
    const SourceSpec& source = profile.source;
    const bool isDebian = source.kind == SourceKind::DebianSource;
    return {
        { Core::tr("Name"), shownData(profile.name) },
        { Core::tr("Summary"), shownData(profile.summary) },
        { Core::tr("For"), said(shownData(profile.audience)) },
        { Core::tr("Status"), statusText(profile) },
        { Core::tr("Does not work because"), said(shownData(profile.statusReason)) },
        { Core::tr("What would help"), said(profile.fixes) },
        { Core::tr("Platforms"), platformsText(profile) },
        { Core::tr("Source"), sourceKindText(source.kind) },
        { Core::tr("Repository"), said(source.url) },
        { isDebian ? Core::tr("Debian suite") : Core::tr("Git tag"), said(source.tag) },
        { Core::tr("Source package"), said(source.package) },
        { QStringLiteral("PyTorch"), said(source.version) },
    };
}

Fields needsFields(const ProfileNeeds& needs)
{
    return {
        { Core::tr("Graphics card"), said(needs.computeCapabilities) },
        { QStringLiteral("CUDA"), said(rangeText(needs.cudaMinimum, needs.cudaMaximum)) },
        { QStringLiteral("cuDNN"), said(needs.cudnn) },
        { QStringLiteral("Visual Studio"), said(needs.visualStudio) },
        { QStringLiteral("gcc"), said(rangeText({}, needs.gccMaximum)) },
        { QStringLiteral("Python"), said(rangeText(needs.pythonMinimum, needs.pythonMaximum)) },
        { Core::tr("Needs Python"), said(needs.python) },
        { QStringLiteral("CMake"), said(rangeText(needs.cmakeMinimum, {})) },
        { Core::tr("Needs apt-get and dpkg-source"), said(needs.debianSource) },
        { Core::tr("Memory"), said(needs.memory) },
        { Core::tr("Disk"), needs.disk ? Core::tr("about %1").arg(*said(needs.disk)) : Value() },
    };
}

Fields buildFields(const Profile& profile)
{
    return {
        { Core::tr("Generator"), profile.generator },
        { Core::tr("Build with"), profile.backend },
        { Core::tr("Targets"), said(profile.targets) },
        { Core::tr("Jobs"), profile.jobs ? Value(QString::number(*profile.jobs)) : Value() },
        { Core::tr("Separate environment"), said(profile.python.venv) },
        { Core::tr("Python packages"), said(profile.python.packages) },
        { Core::tr("Packages from"), said(profile.python.wheels) },
    };
}

Fields closingFields(const Profile& profile)
{
    Fields fields { { Core::tr("Known from"), said(shownData(profile.references.join(QLatin1Char('\n')))) } };
    for (const auto& [pointer, value] : profile.extras.items())
        fields.append({ QString::fromStdString(pointer), QString::fromUtf8(compactJson(value)) });
    return fields;
}

Fields environmentFields(const Profile& profile)
{
    Fields fields;
    for (const EnvironmentValue& variable : profile.configuration.environment)
        fields.append({ QLatin1Char('$') + variable.name, variable.value.value_or(Core::tr("(unset)")) });
    return fields;
}

Value valueIn(const Fields& fields, const QString& name)
{
    for (const Field& field : fields) {
        if (field.name == name)
            return field.value;
    }
    return std::nullopt;
}

class Comparison {
public:
    void compare(const Fields& left, const Fields& right)
    {
        for (const Field& field : left)
            add(field.name, field.value, valueIn(right, field.name));
        for (const Field& field : right) {
            const auto same = [&field](const Field& other) { return other.name == field.name; };
            if (std::none_of(left.begin(), left.end(), same))
                add(field.name, std::nullopt, field.value);
        }
    }

    void add(const QString& field, const Value& left, const Value& right)
    {
        if (left != right)
            differences.append({ field, left, right });
    }

    QVector<ProfileDifference> differences;
};

// Of the paragraphs only those that the other one lacks, unless they stand in another order only.
void compareNotes(const QString& left, const QString& right, Comparison& comparison)
{
    const QString gap = QStringLiteral("\n\n");
    const auto lackedBy = [&gap](const QString& other, const QString& notes) {
        QStringList paragraphs = notes.split(gap);
        paragraphs.removeIf(
            [there = other.split(gap)](const QString& paragraph) { return there.contains(paragraph); });
        return paragraphs.join(gap);
    };
    const QString onlyLeft = lackedBy(right, left);
    const QString onlyRight = lackedBy(left, right);
    const bool isOrder = onlyLeft == onlyRight;
    comparison.add(Core::tr("Notes"), said(isOrder ? left : onlyLeft), said(isOrder ? right : onlyRight));
}

// The type is shown where it is all that differs.
void compareFlags(const Configuration& left, const Configuration& right, Comparison& comparison)
{
    const auto typed = [](const FlagValue& flag) {
        return QStringLiteral("%1 (%2)").arg(
            flag.value, flag.type.isEmpty() ? Core::tr("no type") : flag.type);
    };
    for (const FlagValue& flag : left.flags) {
        const FlagValue* other = right.flag(flag.name);
        if (other && other->value == flag.value && other->type != flag.type)
            comparison.add(flag.name, typed(flag), typed(*other));
        else
            comparison.add(flag.name, flag.value, other ? Value(other->value) : Value());
    }
    for (const FlagValue& flag : right.flags) {
        if (!left.flag(flag.name))
            comparison.add(flag.name, std::nullopt, flag.value);
    }
}

QString patchText(const SourcePatch& patch)
{
    if (patch.isDiff())
        return patch.why + QLatin1Char('\n') + QString::fromUtf8(patch.diff);
    return QStringLiteral("%1\n- %2\n+ %3").arg(patch.why, patch.find, patch.replace);
}

QString patchField(const SourcePatch& patch)
{
    return patch.isDiff() ? Core::tr("Patch (diff)") : Core::tr("Patch to %1").arg(patch.file);
}

QVector<SourcePatch> onlyIn(const QVector<SourcePatch>& some, const QVector<SourcePatch>& others)
{
    QVector<SourcePatch> only;
    for (const SourcePatch& patch : some) {
        if (!others.contains(patch))
            only.append(patch);
    }
    return only;
}

// One line for each patch that only one of them makes; those of one file stand side by side.
void comparePatches(
    const QVector<SourcePatch>& left, const QVector<SourcePatch>& right, Comparison& comparison)
{
    const qsizetype before = comparison.differences.size();
    QVector<SourcePatch> others = onlyIn(right, left);
    for (const SourcePatch& patch : onlyIn(left, right)) {
        const auto same = std::find_if(others.begin(), others.end(), [&patch](const SourcePatch& other) {
            return patchField(other) == patchField(patch) && patchText(other) != patchText(patch);
        });
        comparison.differences.append({ patchField(patch), patchText(patch), std::nullopt });
        if (same == others.end())
            continue;
        comparison.differences.last().right = patchText(*same);
        others.erase(same);
    }
    for (const SourcePatch& patch : std::as_const(others))
        comparison.differences.append({ patchField(patch), std::nullopt, patchText(patch) });
    if (left == right || comparison.differences.size() > before)
        return;
    const auto names = [](const QVector<SourcePatch>& patches) {
        QStringList list;
        for (const SourcePatch& patch : patches)
            list << QStringLiteral("%1: %2").arg(patchField(patch), patch.why);
        return list;
    };
    comparison.differences.append({ Core::tr("Order of patches"), said(names(left)), said(names(right)) });
}

}

QVector<ProfileDifference> compareProfiles(const Profile& left, const Profile& right)
{
    Comparison comparison;
    comparison.compare(generalFields(left), generalFields(right));
    comparison.compare(needsFields(left.needs), needsFields(right.needs));
    compareFlags(left.configuration, right.configuration, comparison);
    comparison.compare(environmentFields(left), environmentFields(right));
    comparison.compare(buildFields(left), buildFields(right));
    comparePatches(left.patches, right.patches, comparison);
    compareNotes(shownData(left.notes), shownData(right.notes), comparison);
    comparison.compare(closingFields(left), closingFields(right));
    return comparison.differences;
}

}
