// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/RuleSearch.h"

#include "core/base/TextDecoding.h"
#include "core/parse/LogParser.h"
#include "core/parse/PlainPunctuation.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype windowBefore = 4096; // bytes around a literal that an expression gets to see
constexpr qsizetype windowSize = 8192;
constexpr size_t mostGivenUp = 2; // expressions, in one line
constexpr qsizetype longestEvidence = 600; // characters of a line that is too long to be read
constexpr qsizetype evidenceBefore = 150; // of them before what was recognised

// What an expression captured as the variable part; alternatives have groups of their own.
QString subjectOf(const QRegularExpressionMatch& match)
{
    for (const QString& group :
        { QStringLiteral("subject"), QStringLiteral("subject2"), QStringLiteral("subject3") }) {
        const QString captured = match.captured(group);
        if (!captured.isEmpty())
            return captured;
    }
    return {};
}

// The line, or as much of it as a person reads around the place that was recognised: CMake puts whole
// compiler runs into one message.
QString excerptAround(const QString& line, qsizetype place)
{
    const QString text = line.trimmed();
    if (text.size() <= longestEvidence)
        return text;
    const qsizetype from = std::clamp<qsizetype>(place - evidenceBefore, 0, text.size() - longestEvidence);
    const QString dots = QStringLiteral("...");
    return (from > 0 ? dots : QString()) + text.mid(from, longestEvidence)
        + (from + longestEvidence < text.size() ? dots : QString());
}

// Warnings prove nothing unless their rule says so, and echoes of commands never do.
bool mayDecide(const Signature& signature, ParsedLine& line)
{
    const Severity severity = line.severity();
    if (severity != Severity::Note && severity != Severity::Warning)
        return severity != Severity::None || !isEcho(line.line.text);
    return signature.inWarnings || signature.role == SignatureRole::Notice
        || signature.role == SignatureRole::Consequence
        || (signature.role == SignatureRole::Cause && signature.strength != SignatureStrength::Strong);
}

const Signature* signatureOf(const RuleSet& rules, const RuleSet::Target& target)
{
    return target.rule < 0 ? nullptr : &rules.rules()[target.rule].signatures[target.signature];
}

bool takesLine(const RuleSet& rules, int index, ParsedLine& line)
{
    const Signature* signature = signatureOf(rules, rules.targets()[size_t(index)]);
    return !signature || mayDecide(*signature, line);
}

}

bool mayMatch(const RuleSet& rules, ParsedLine& line)
{
    return rules.scanner().isIn(line.line.text, [&](int literal) {
        const std::vector<int>& targets = rules.targetsOf(literal);
        return std::any_of(
            targets.begin(), targets.end(), [&](int index) { return takesLine(rules, index, line); });
    });
}

void RuleSearch::search(
    const RuleSet& rules, ParsedLine& line, const std::function<bool(int target)>& wanted, const Found& found)
{
    ++m_searchNumber;
    m_seenBy.resize(rules.targets().size());
    m_candidates.clear();
    m_givenUp.clear();
    rules.scanner().scan(line.line.text, [&](int literal, qsizetype at) {
        for (const int target : rules.targetsOf(literal))
            addCandidate(target, at);
    });
    if (m_candidates.empty())
        return;
    m_messageText.reset();
    m_windowStart = -1;
    std::sort(m_candidates.begin(), m_candidates.end());
    for (const auto& [target, at] : m_candidates) {
        if (m_givenUp.size() == mostGivenUp)
            return;
        if (takesLine(rules, target, line) && wanted(target))
            tryTarget(rules, target, at, line, found);
    }
}

// Long command lines hold some literals hundreds of times; the first place is enough.
void RuleSearch::addCandidate(int target, qsizetype at)
{
    if (m_seenBy[size_t(target)] == m_searchNumber)
        return;
    m_seenBy[size_t(target)] = m_searchNumber;
    m_candidates.emplace_back(target, at);
}

// Decoded once for all expressions that look at the same part of a line, and nearly all lines are one part.
void RuleSearch::openWindow(QByteArrayView line, qsizetype at)
{
    const qsizetype from = line.size() <= windowSize ? 0 : std::max<qsizetype>(0, at - windowBefore);
    if (from == m_windowStart)
        return;
    m_windowStart = from;
    m_windowText = plainToolText(line.sliced(from, std::min(windowSize, line.size() - from)));
    m_plainText = plainPunctuation(m_windowText);
}

// Of a long one the part around the place in the line: the text is the line's end, but for a code behind it.
QString RuleSearch::messageText(ParsedLine& line, qsizetype at)
{
    if (!m_messageText)
        m_messageText = plainPunctuation(line.message()->text);
    if (m_messageText->size() <= windowSize)
        return *m_messageText;
    const qsizetype from = m_messageText->size() - (line.line.text.size() - at) - windowBefore;
    return m_messageText->mid(std::clamp<qsizetype>(from, 0, m_messageText->size() - windowSize), windowSize);
}

void RuleSearch::tryTarget(
    const RuleSet& rules, int index, qsizetype at, ParsedLine& line, const Found& found)
{
    const RuleSet::Target& target = rules.targets()[size_t(index)];
    const Signature* signature = signatureOf(rules, target);
    const bool seesMessage = signature && !signature->tools.isEmpty();
    if (seesMessage) {
        const std::optional<Diagnostic>& message = line.message();
        if (!message || !signature->tools.contains(message->tool)
            || (signature->placed && message->line == 0))
            return;
    }
    openWindow(line.line.text, at);
    const QRegularExpression& expression = rules.expressionOf(target);
    qsizetype place = at - m_windowStart; // in bytes, which is near enough where there is no expression
    QString subject;
    if (!expression.pattern().isEmpty()) {
        // Decoded text is valid, and looking through long lines once more for each expression costs most of
        // all.
        const QRegularExpressionMatch match
            = expression.match(seesMessage ? messageText(line, at) : m_plainText, 0,
                QRegularExpression::NormalMatch, QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.isValid())
            m_givenUp.push_back(index);
        if (!match.hasMatch())
            return;
        subject = subjectOf(match);
        if (!seesMessage)
            place = match.capturedStart();
    }
    found(index, excerptAround(m_windowText, place), subject);
}

}
