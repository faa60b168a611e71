// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <QByteArray>
#include <QHash>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// What tools say in several languages, by name: "no-such-file" is "No such file or directory", "Datei oder
// Verzeichnis nicht gefunden" and so on. Rules write %{no-such-file}.
using WordLists = QHash<QString, QStringList>;

enum class SignatureStrength {
    Strong, // a tool that prints this has failed, and for this reason
    Weak, // may be the reason when nothing stronger is found: warnings, lone words
    Faint, // stands in many good logs, too: named only in an excerpt that tells nothing else
};

enum class SignatureRole {
    Cause,
    Consequence, // shown, but never a root
    Notice, // the same, and shown for logs that ended well, too: a part was switched off silently
    Generic, // some error of a tool; named only when nothing known is found in a failed log
};

// What a rule looks for in one line (or in one wrapped CMake message): any of the fixed texts, then the
// expression. The named group "subject" (or "subject2", "subject3") becomes the finding's subject.
struct Signature {
    QVector<QByteArray> literals; // either case
    QStringList tools; // of Diagnostic::tool: only their messages count; the expression sees their text
    QRegularExpression expression; // empty pattern: a literal is enough
    bool placed = false; // only messages of these tools that name file and line
    SignatureStrength strength = SignatureStrength::Strong;
    SignatureRole role = SignatureRole::Cause;
    std::optional<Confidence> confidence; // where it is another one than that of the rule
    bool inWarnings = false; // a strong one: also in warnings, notes and status lines
    QStringList when; // markers of which at least one must be somewhere in the log
    int within = 0; // lines before that `when` looks at; 0: all of the log
    QStringList unless; // markers of which none may be there
};

// A mistake of a released source, as those who make it have told.
struct KnownBug {
    QString component; // "flash-attention"
    QString affected; // releases, in words: "2.5.0 to 2.5.6"; empty where not known
    QString fixedIn; // a release or a commit; empty where not known
    QString thread; // address
    QString example; // a line that shows it; tests read it
};

// A recognised failure.
struct Rule {
    QString id;
    QString title;
    QString group;
    QString explanation;
    QString kind; // of failureKinds(); empty: not said
    QString owner; // of failureOwners(); empty: the place of the message tells
    std::optional<KnownBug> bug;
    Confidence confidence = Confidence::Medium;
    QVector<Signature> signatures;
    QStringList explains; // rules whose matches are only consequences where this one matched
    QVector<Fix> fixes;
};

enum class MarkerEvidence {
    None,
    Failed, // "ninja: build stopped": something failed, but this line is not the reason
    Succeeded, // "Build files have been written to"
    Interrupted,
    Retried, // "Retry scheduled": what failed just before is tried again
    GaveUp, // "a second time, aborting": and that failed, too
};

// A line that is no finding itself and helps to decide about others.
struct Marker {
    QString id;
    QVector<QByteArray> literals;
    QRegularExpression expression;
    MarkerEvidence evidence = MarkerEvidence::None;
};

// One file of rules.
struct RulePack {
    QString name;
    WordLists words;
    QVector<Rule> rules;
    QVector<Marker> markers;
};

// What could be read of a pack. A rule or marker with a mistake is left out and the others stay.
struct RulePackReading {
    RulePack pack;
    QStringList problems; // "mine.json, line 12, rules[3].signatures[0].expression: ..."
};

// What sort of failure it is, and who can mend it: the words that rules may say.
const QStringList& failureKinds();
const QStringList& failureOwners();

// Reads a pack of rules, schema 1 (resources/rules/schema/rules.json says the same). `words` are lists of
// earlier packs, which the texts of this one may name as %{name} beside its own.
RulePackReading readRulePack(const QByteArray& text, const QString& file, const WordLists& words = {});

}
