// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingFromMatch.h"

#include "core/base/Core.h"
#include "core/findings/FileOwner.h"
#include "core/findings/SimilarCases.h"
#include "core/knowledge/DependencyCatalogue.h"

namespace torchmason {

namespace {

constexpr int casesTold = 3;

Confidence lowered(Confidence confidence)
{
    return confidence == Confidence::High ? Confidence::Medium : Confidence::Low;
}

const QString placeholder = QStringLiteral("${subject}");
constexpr const char* noSubject = QT_TRANSLATE_NOOP("Core", "(see the message)");

void putSubject(Json& value, const QString& subject)
{
    if (value.is_string())
        value = toJson(QString::fromStdString(value.get<std::string>()).replace(placeholder, subject));
    if (!value.is_structured())
        return;
    for (Json& member : value)
        putSubject(member, subject);
}

// A log decides what stands in a subject, and an action or a line to copy is no place for anything else than
// names and paths.
bool mayAct(const QString& subject)
{
    static const QRegularExpression plain(QStringLiteral("^[\\w./\\\\: +=@,()~-]{1,300}$"));
    return plain.match(subject).hasMatch();
}

// A fix may say ${subject}: the flag, file or symbol that its rule has found. Without one there is nothing
// that it could act on.
QVector<Fix> fixesFor(const Rule& rule, const QString& subject)
{
    QVector<Fix> fixes;
    for (Fix fix : rule.fixes) {
        const bool acts
            = fix.action.is_object() && QString::fromStdString(fix.action.dump()).contains(placeholder);
        if (acts && !mayAct(subject))
            continue;
        fix.title.replace(placeholder, subject);
        fix.detail.replace(placeholder, subject);
        putSubject(fix.action, subject);
        fixes.append(fix);
    }
    return fixes;
}

// Whose code it is: the rule says so, or the file of the message. Compilers name headers that are not to
// blame, so the output of a failed edge tells where the header belongs to the machine.
void nameOwner(Finding& finding, const Rule& rule, const QString& path)
{
    finding.owner = rule.owner;
    if (rule.bug) {
        finding.component = rule.bug->component;
        return;
    }
    const FileOwner file = path.isEmpty() ? FileOwner() : ownerOfFile(path);
    finding.component = file.component;
    if (finding.owner.isEmpty())
        finding.owner = file.owner;
}

QString bugSentence(const KnownBug& bug)
{
    QString text = bug.affected.isEmpty()
        ? Core::tr("This is a known bug in %1.").arg(bug.component)
        : Core::tr("This is a known bug in %1 (%2).").arg(bug.component, bug.affected);
    if (!bug.fixedIn.isEmpty())
        text += QLatin1Char(' ') + Core::tr("Fixed in: %1.").arg(bug.fixedIn);
    return text + QLatin1Char(' ') + Core::tr("More: %1").arg(bug.thread);
}

// The package that has what was not found, and the option that does without it.
QVector<Fix> fixesForMissing(const QString& subject)
{
    const Result<DependencyCatalogue> catalogue = DependencyCatalogue::load();
    const Dependency* missing = catalogue ? catalogue->bringing(subject) : nullptr;
    if (!missing)
        return {};
    const QString conda = missing->conda.isEmpty()
        ? QString()
        : Core::tr("In a conda environment: conda install -c conda-forge %1.").arg(missing->conda);
    QVector<Fix> fixes { { QStringLiteral("install-package"), QStringLiteral("command"),
        Core::tr("Install %1").arg(missing->name), conda, Json { { "install", toJson(missing->name) } } } };
    if (!missing->option.isEmpty())
        fixes.append({ QStringLiteral("switch-off"), QStringLiteral("set-flag"),
            Core::tr("Build without %1").arg(missing->name),
            Core::tr("This option is of PyTorch itself; an extension has its own."),
            Json { { "name", toJson(missing->option) }, { "value", "OFF" } } });
    return fixes;
}

// A patch is for the source's own file, not for an installed copy of it or one in another bundled project.
QVector<Fix> withoutForeignPatches(QVector<Fix> fixes, const QString& evidence)
{
    const QString line = QString(evidence).replace(QLatin1Char('\\'), QLatin1Char('/'));
    fixes.removeIf([&](const Fix& fix) {
        if (fix.kind != QLatin1String("patch"))
            return false;
        const QString before = line.section(QString::fromStdString(fix.action.value("file", "")), 0, 0);
        return before == line || (!before.isEmpty() && !before.endsWith(QLatin1Char('/')))
            || before.contains(QLatin1String("-packages/")) || before.contains(QLatin1String("third_party/"));
    });
    return fixes;
}

}

Finding findingOf(const RuleMatch& match, const Rule& rule)
{
    const Signature& signature = rule.signatures[match.signature];
    const bool isGeneric = signature.role == SignatureRole::Generic;
    Finding finding;
    finding.rule = rule.id;
    const QString named = match.subject.isEmpty() ? Core::tr(noSubject) : match.subject;
    finding.title = QString(rule.title).replace(placeholder, named);
    finding.explanation = QString(rule.explanation).replace(placeholder, named);
    finding.kind = rule.kind;
    finding.stage = match.stage;
    finding.line = match.line;
    finding.byteOffset = match.byteOffset;
    finding.evidence = match.evidence;
    finding.subject = match.subject;
    finding.edge = match.edge;
    const Confidence confidence = signature.confidence.value_or(rule.confidence);
    finding.confidence = signature.strength == SignatureStrength::Strong ? confidence : lowered(confidence);
    if (rule.kind == QLatin1String("not-found") && isGeneric)
        finding.fixes = fixesForMissing(match.subject);
    finding.fixes += withoutForeignPatches(fixesFor(rule, match.subject), match.evidence);
    nameOwner(finding, rule, match.file);
    if (rule.bug)
        finding.explanation += QLatin1Char(' ') + bugSentence(*rule.bug);
    else if (isGeneric && !finding.component.isEmpty())
        finding.explanation += QLatin1Char(' ') + Core::tr("The file is part of: %1.").arg(finding.component);
    return finding;
}

QString shownData(const QString& sentence, const QString& subject)
{
    const QString named = subject.isEmpty() ? QString::fromLatin1(noSubject) : subject;
    const QString known = QString(sentence).replace(named, placeholder);
    QString shown = shownData(known);
    if (shown == known)
        return shownData(sentence);
    return shown.replace(placeholder, subject.isEmpty() ? Core::tr(noSubject) : subject);
}

void addBug(Finding& finding, const Rule& bug)
{
    finding.component = bug.bug->component;
    finding.owner = bug.owner;
    finding.explanation += QLatin1Char(' ') + bug.explanation + QLatin1Char(' ') + bugSentence(*bug.bug);
    finding.fixes = withoutForeignPatches(bug.fixes, finding.evidence) + finding.fixes;
}

void addSimilarCases(Finding& finding)
{
    static const Result<SimilarCases> cases = SimilarCases::load();
    if (!cases)
        return;
    int number = 0;
    for (const SimilarCase& one : cases->nearest(finding.evidence, casesTold)) {
        const QStringList detail { one.solution, one.url };
        finding.fixes.append({ QStringLiteral("similar-%1").arg(++number), QStringLiteral("text"),
            Core::tr("A similar case: %1").arg(one.cause), detail.join(QLatin1Char(' ')).trimmed(),
            nullptr });
    }
}

}
