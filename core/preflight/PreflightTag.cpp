// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/NearestName.h"
#include "core/knowledge/VersionText.h"
#include "core/knowledge/WheelCatalogue.h"
#include "core/preflight/PreflightRules.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// What git check-ref-format refuses.
bool isPossibleName(const QString& tag)
{
    static const QRegularExpression refused(
        QStringLiteral(R"([\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|^[-/.]|/\.|[/.]$|\.lock$|\.lock/|^@$)"));
    return !refused.match(tag).hasMatch();
}

// A branch or a commit, whose release only the tree can tell.
bool isBranchOrCommit(const QString& tag)
{
    static const QStringList branches { QStringLiteral("main"), QStringLiteral("master"),
        QStringLiteral("nightly"), QStringLiteral("HEAD") };
    static const QRegularExpression commit(
        QStringLiteral("^[0-9a-f]{7,40}$"), QRegularExpression::CaseInsensitiveOption);
    return branches.contains(tag) || tag.contains(QLatin1Char('/')) || commit.match(tag).hasMatch();
}

bool isPyTorchs(const QString& url)
{
    return url.contains(QLatin1String("github.com/pytorch/pytorch"), Qt::CaseInsensitive);
}

// v2.6.0 of "2.6", "2.6.0" and "v2.6"; empty for what is written like PyTorch's tags, or is another form.
QString asWrittenByPyTorch(const QString& tag)
{
    static const QRegularExpression form(QStringLiteral(R"(^v?(\d+\.\d+)(\.\d+)?((?:-rc|rc)\d+)?$)"));
    const auto match = form.match(tag);
    if (!match.hasMatch() || isBelow(match.captured(1), QStringLiteral("1.8"))) // older ones vary: v1.0rc1
        return {};
    const QString patch = match.captured(2).isEmpty() ? QStringLiteral(".0") : match.captured(2);
    const QString candidate = match.captured(3).remove(QLatin1Char('-'));
    const QString written = QLatin1Char('v') + match.captured(1) + patch
        + (candidate.isEmpty() ? QString() : QLatin1Char('-') + candidate);
    return written == tag ? QString() : written;
}

// Of the releases in the table: the newest up to that one, else the oldest; the one that is spelt alike.
QString nearestRelease(const QString& tag, const QVector<TorchRelease>& releases)
{
    const QString number = tag.startsWith(QLatin1Char('v')) ? tag.mid(1) : tag;
    QStringList tags;
    QString nearest;
    QString oldest;
    for (const TorchRelease& release : releases) {
        if (release.released.isEmpty())
            continue;
        tags << QStringLiteral("v%1.0").arg(release.version);
        if (oldest.isEmpty() || isBelow(release.version, oldest))
            oldest = release.version;
        if (!isAbove(release.version, number) && (nearest.isEmpty() || isAbove(release.version, nearest)))
            nearest = release.version;
    }
    if (!number.isEmpty() && number.front().isDigit())
        return QStringLiteral("v%1.0").arg(nearest.isEmpty() ? oldest : nearest);
    return nearestName(tag, tags);
}

// "2.6.0" for "v2.6.1": the last patch release that is known, where the tag is a later one.
QString newestBefore(const QString& tag)
{
    static const QRegularExpression form(QStringLiteral(R"(^v(\d+\.\d+)\.\d+$)"));
    const QString release = form.match(tag).captured(1);
    const auto catalogue = WheelCatalogue::load();
    for (const OfficialWheel& wheel : catalogue ? catalogue->wheels() : QVector<OfficialWheel>()) {
        if (wheel.release == release)
            return isAbove(tag.mid(1), wheel.newest) ? wheel.newest : QString();
    }
    return {};
}

}

// Whether it is there only the repository knows, which is not asked before fetching.
void checkTag(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const SourceSpec& source = choice.request.source;
    const QString& tag = source.tag;
    if (source.kind != SourceKind::Git || tag.isEmpty() || !choice.request.fetches())
        return;
    const auto catalogue = ReleaseCatalogue::load();
    const auto offer = [&](CheckRow& row, const QStringList& tags) {
        row.values = { { QStringLiteral("tag"), tag, {} } };
        for (const QString& other : tags) {
            if (!other.isEmpty() && other != tag)
                row.changes.append(
                    { Core::tr("Fetch %1").arg(other), {}, { { StepKind::Release, {}, other } }, {} });
        }
    };
    const QString& own = choice.profile.source.tag;
    if (!isPossibleName(tag)) {
        CheckRow& row = addProblem(rows, "tag-not-possible", CheckState::Fail, Core::tr("Tag to fetch"),
            Core::tr("\"%1\" cannot be the name of a tag, a branch or a commit: git refuses it.").arg(tag));
        row.fixText = Core::tr("Name a tag such as v2.6.0, a branch such as main, or a commit.");
        row.reference = QStringLiteral("git check-ref-format");
        return offer(row, { own });
    }
    const QString written = isPyTorchs(source.url) ? asWrittenByPyTorch(tag) : QString();
    if (!written.isEmpty()) {
        CheckRow& row = addProblem(rows, "tag-form", CheckState::Warning, Core::tr("Tag to fetch"),
            Core::tr("PyTorch's tags are written like v2.6.0; there is probably no %1.").arg(tag));
        row.fixText = Core::tr("Write %1.").arg(written);
        return offer(row, { written });
    }
    if (const QString newest = newestBefore(tag); !newest.isEmpty() && isPyTorchs(source.url)) {
        CheckRow& row = addProblem(rows, "tag-not-known", CheckState::Warning, Core::tr("Tag to fetch"),
            Core::tr("The newest tag of that release that is known here is v%1; %2 may not be there.")
                .arg(newest, tag));
        row.fixText = Core::tr("Write v%1.").arg(newest);
        return offer(row, { QLatin1Char('v') + newest });
    }
    if (choice.release || !source.version.isEmpty() || isBranchOrCommit(tag) || !catalogue)
        return;
    CheckRow& row = addProblem(rows, "tag-not-known", CheckState::Warning, Core::tr("Tag to fetch"),
        Core::tr("\"%1\" is not a known release, and does not look like a branch or a commit. Whether it can "
                 "be fetched, and what depends on the release, was not checked.")
            .arg(tag));
    row.fixText = Core::tr("Name a tag such as v2.6.0, a branch such as main, or a commit.");
    offer(row, { nearestRelease(tag, catalogue->releases()), own });
}

}
