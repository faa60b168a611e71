// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HistoryReport.h"

#include "core/fixes/RequestDifference.h"
#include "core/history/AttemptFeatures.h"
#include "core/history/AttemptPatterns.h"
#include "core/history/FixOutcome.h"
#include "core/history/Lineage.h"
#include "core/redact/PrivacyFilter.h"
#include "core/store/SecretMask.h"

#include <QDateTime>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype longestValue = 400;
constexpr qsizetype longestSentence = 20'000; // also a line of a note

// Signs that Markdown reads; "&" and "<" are HTML's.
const QString marks = QStringLiteral("\\`*_{}[]<>#|~&$");

QString dateOf(const AttemptRecord& record)
{
    return startText(record,
        QDateTime::fromMSecsSinceEpoch(startOf(record)).toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")));
}

class Report {
public:
    Report(QVector<ReportedAttempt> all, const HistoryReportWish& wish)
        : m_all(std::move(all))
        , m_numbers(wish.numbers.begin(), wish.numbers.end())
        , m_privacy(wish.keepsNames ? PrivacyFilter::secretsOnly() : PrivacyFilter(ownPrivateNames()))
    {
        std::sort(m_all.begin(), m_all.end(), [](const ReportedAttempt& one, const ReportedAttempt& other) {
            return one.attempt.number < other.attempt.number;
        });
        QVector<AttemptSummary> attempts;
        for (ReportedAttempt& reported : m_all) {
            AttemptRecord& record = reported.attempt.record;
            record.request = masked(std::move(record.request));
            attempts.append(reported.attempt);
        }
        m_patterns = attemptPatterns(attempts);
        for (const FixOutcome& fix : fixOutcomes(attempts))
            m_fixes[fix.attempt].append(fix);
        findBefore();
    }

    QString text() const
    {
        QString text = QStringLiteral("# Build attempts\n\n") + summary() + patterns() + table();
        for (const ReportedAttempt& reported : m_all) {
            if (isAsked(reported.attempt.number))
                text += section(reported);
        }
        return text
            + QStringLiteral("---\n\nWritten by Torchmason %1.\n").arg(QStringLiteral(TORCHMASON_VERSION));
    }

private:
    // The one before it of the same tree and the same machine.
    void findBefore()
    {
        QHash<QString, qsizetype> last; // place of the last one, by tree
        for (qsizetype place = 0; place < m_all.size(); ++place) {
            const AttemptSummary& attempt = m_all.at(place).attempt;
            const QString tree = sourceTreeOf(attempt.record);
            if (const auto found = last.constFind(tree); found != last.cend())
                m_before.insert(attempt.number, *found);
            if (attempt.error.isEmpty())
                last.insert(tree, place);
        }
    }
    bool isAsked(int number) const { return m_numbers.isEmpty() || m_numbers.contains(number); }

    // Text of others, in one line that is nothing but text. Names go before anything is put between their
    // letters, and before it is cut.
    QString plain(const QString& text, qsizetype most = longestValue) const
    {
        QString safe;
        for (const QChar letter : shortText(m_privacy.shown(text), most)) {
            if (marks.contains(letter))
                safe += QLatin1Char('\\');
            safe += letter;
        }
        return safe;
    }
    QString code(const QString& text) const
    {
        QString shown = shortText(m_privacy.shown(text), longestValue);
        QString fence = QStringLiteral("`");
        while (shown.contains(fence))
            fence += QLatin1Char('`');
        if (fence.size() > 1)
            shown = QLatin1Char(' ') + shown + QLatin1Char(' ');
        return fence + (shown.trimmed().isEmpty() ? QStringLiteral(" ") : shown) + fence;
    }
    QString valueText(const QString& value) const
    {
        return value.isEmpty() ? QStringLiteral("not set") : code(value);
    }
    QString lineOf(const char* name, const QString& value) const // of what is safe already
    {
        return value.isEmpty() ? QString() : QStringLiteral("- %1: %2\n").arg(QLatin1String(name), value);
    }

    QString summary() const
    {
        int count = 0;
        QMap<QString, int> states;
        for (const ReportedAttempt& reported : m_all) {
            if (isAsked(reported.attempt.number)) {
                ++count;
                ++states[stateText(reported.attempt)];
            }
        }
        QStringList parts;
        for (auto state = states.begin(); state != states.end(); ++state)
            parts << QStringLiteral("%1 %2").arg(QString::number(*state), state.key());
        return QStringLiteral("%1: %2. Times are UTC.\n\n")
            .arg(count == 1 ? QStringLiteral("1 attempt") : QStringLiteral("%1 attempts").arg(count),
                parts.isEmpty() ? QStringLiteral("none") : parts.join(QStringLiteral(", ")));
    }
    QString stateText(const AttemptSummary& attempt) const
    {
        return attempt.error.isEmpty() ? attemptStateId(attempt.record.state) : QStringLiteral("unreadable");
    }
    QString patterns() const
    {
        QString text;
        for (const AttemptPattern& pattern : m_patterns) {
            if (std::any_of(pattern.attempts.begin(), pattern.attempts.end(),
                    [this](int number) { return isAsked(number); }))
                text += QStringLiteral("- %1\n").arg(plain(pattern.sentence, longestSentence));
        }
        return text.isEmpty() ? text : QStringLiteral("## What stands out\n\n%1\n").arg(text);
    }
    QString table() const
    {
        QString text = QStringLiteral(
            "## All attempts\n\n"
            "| No. | Date | Profile | Release | Outcome | Duration | Peak memory | Finding |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (const ReportedAttempt& reported : m_all) {
            const AttemptSummary& attempt = reported.attempt;
            const AttemptRecord& record = attempt.record;
            if (!isAsked(attempt.number))
                continue;
            text += attempt.error.isEmpty()
                ? QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 | %8 |\n")
                      .arg(QString::number(attempt.number), dateOf(record), plain(record.request.profileId),
                          plain(releaseOf(record)), stateText(attempt),
                          record.duration ? formatDuration(*record.duration) : QString(),
                          record.peakMemory ? formatBytes(*record.peakMemory) : QString(),
                          plain(record.firstFinding))
                : QStringLiteral("| %1 | | | | unreadable | | | %2 |\n")
                      .arg(QString::number(attempt.number), plain(attempt.error));
        }
        return text + QLatin1Char('\n');
    }
    static QString releaseOf(const AttemptRecord& record)
    {
        const SourceSpec& source = record.request.source;
        return source.version.isEmpty() ? source.tag : source.version;
    }

    QString section(const ReportedAttempt& reported) const
    {
        const AttemptRecord& record = reported.attempt.record;
        QString text = QStringLiteral("## Attempt %1: %2\n\n")
                           .arg(QString::number(reported.attempt.number), stateText(reported.attempt));
        if (!reported.attempt.error.isEmpty())
            return text + lineOf("Error", plain(reported.attempt.error)) + QLatin1Char('\n');
        const BuildRequest& request = record.request;
        text += lineOf("Date", dateOf(record));
        text += lineOf("Profile", plain(request.profileName) + QLatin1Char(' ') + code(request.profileId));
        text += lineOf("Release", plain(releaseOf(record)));
        text += lineOf("Source", request.sourceFolder.isEmpty() ? QString() : code(request.sourceFolder));
        text += lineOf("Duration", record.duration ? formatDuration(*record.duration) : QString());
        text += lineOf("Peak memory", record.peakMemory ? formatBytes(*record.peakMemory) : QString());
        text += lineOf(
            "Continues", baseOf(record) ? QStringLiteral("attempt %1").arg(*baseOf(record)) : QString());
        if (record.imported)
            text += isOfLog(record)
                ? QStringLiteral("- Read from the log %1\n").arg(code(record.imported->log))
                : QStringLiteral("- Of another machine\n");
        QStringList tags;
        for (const QString& tag : reported.tags)
            tags << code(tag);
        text += lineOf("Tags", tags.join(QStringLiteral(", ")));
        return text + QLatin1Char('\n') + changes(reported.attempt) + outcome(reported) + learned(reported)
            + note(reported.note);
    }

    QString changes(const AttemptSummary& attempt) const
    {
        const auto before = m_before.constFind(attempt.number);
        if (before == m_before.cend())
            return ownSettings(attempt.record.request);
        const AttemptSummary& last = m_all.at(*before).attempt;
        QString text;
        for (const RequestDifference& difference :
            requestDifferences(last.record.request, attempt.record.request))
            text += QStringLiteral("- %1: %2, before: %3\n")
                        .arg(plain(shownName(difference)), valueText(difference.after),
                            valueText(difference.before));
        for (const EnvironmentChange& change :
            environmentChanges(environmentOf(last.record), environmentOf(attempt.record)))
            text += QStringLiteral("- %1: %2, before: %3\n")
                        .arg(plain(change.name), code(change.after), code(change.before));
        if (text.isEmpty())
            text = QStringLiteral("Nothing that is known.\n");
        return QStringLiteral("**Changed since attempt %1:**\n\n%2\n").arg(last.number).arg(text);
    }
    QString ownSettings(const BuildRequest& request) const
    {
        QString text;
        const DecidingSettings settings = settingsOf(request);
        for (auto value = settings.values.begin(); value != settings.values.end(); ++value) {
            if (value->isOwn)
                text += QStringLiteral("- %1: %2\n")
                            .arg(plain(shownName({ value.key(), {}, {} })), valueText(value->value));
        }
        return text.isEmpty()
            ? QStringLiteral("The first attempt with this source folder, as the profile says.\n\n")
            : QStringLiteral("**The first attempt with this source folder; set besides the "
                             "profile:**\n\n%1\n")
                  .arg(text);
    }

    QString outcome(const ReportedAttempt& reported) const
    {
        const AttemptRecord& record = reported.attempt.record;
        QString text = QStringLiteral("**Outcome:** %1").arg(stateText(reported.attempt));
        if (!record.firstFinding.isEmpty())
            text += QStringLiteral(": %1").arg(plain(record.firstFinding));
        else if (!record.error.isEmpty())
            text += QStringLiteral(": %1").arg(plain(record.error));
        text += QStringLiteral("\n\n");
        const auto cause = std::find_if(reported.findings.begin(), reported.findings.end(),
            [](const Finding& finding) { return finding.root && !finding.evidence.isEmpty(); });
        if (cause != reported.findings.end())
            text += code(cause->evidence) + QStringLiteral("\n\n");
        return text;
    }

    QString learned(const ReportedAttempt& reported) const
    {
        QString text;
        for (const FixOutcome& fix : m_fixes.value(reported.attempt.number)) {
            text += QStringLiteral("- The fix \"%1\" for \"%2\" of attempt %3 %4.\n")
                        .arg(plain(fix.fix), plain(fix.finding), QString::number(fix.base), resultText(fix));
        }
        return text.isEmpty() ? text : QStringLiteral("**Learned:**\n\n%1\n").arg(text);
    }
    static QString resultText(const FixOutcome& fix)
    {
        QString text = fix.result == FixResult::Helped ? QStringLiteral("helped")
            : fix.result == FixResult::DidNotHelp
            ? QStringLiteral("did not help: the same failure occurred again")
            : QStringLiteral("was applied; it is not known yet whether it helped");
        if (fix.decidedBy > 0 && fix.decidedBy != fix.attempt)
            text += QStringLiteral(" (see attempt %1)").arg(fix.decidedBy);
        return text;
    }
    QString note(const QString& note) const
    {
        QString text;
        for (const QString& line : note.split(QLatin1Char('\n')))
            text += QStringLiteral("> %1\n").arg(plain(line, longestSentence));
        return note.trimmed().isEmpty() ? QString() : QStringLiteral("**Note:**\n\n%1\n").arg(text);
    }

    QVector<ReportedAttempt> m_all;
    QSet<int> m_numbers; // that are asked for; none: all
    PrivacyFilter m_privacy;
    QVector<AttemptPattern> m_patterns;
    QHash<int, QVector<FixOutcome>> m_fixes; // by attempt
    QHash<int, qsizetype> m_before; // by attempt; places in m_all
};

}

QString historyReport(const QVector<ReportedAttempt>& all, const HistoryReportWish& wish)
{
    return Report(all, wish).text();
}

}
