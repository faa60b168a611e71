// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/Replacement.h"

#include "core/base/Core.h"
#include "core/patch/TextLines.h"

#include <QStringList>
#include <QVector>

#include <algorithm>

namespace torchmason {

namespace {

// The beginning of a text in quotes, for messages.
QString quoted(const QByteArray& text)
{
    constexpr qsizetype longest = 120;
    const QString beginning = QString::fromUtf8(text.left(4 * longest)).trimmed();
    return QLatin1Char('"')
        + (beginning.size() > longest ? beginning.left(longest) + QStringLiteral("...") : beginning)
        + QLatin1Char('"');
}

QVector<qsizetype> placesOf(const QByteArray& text, const QByteArray& word)
{
    QVector<qsizetype> places;
    if (word.isEmpty())
        return places;
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.size()))
        places.append(at);
    return places;
}

// Where `find` stands but not as a part of `replace`: "a" -> "a, b" must not be done a second time.
QVector<qsizetype> openPlaces(const QByteArray& text, const QByteArray& find, const QByteArray& replace)
{
    QVector<qsizetype> places = placesOf(text, find);
    if (!replace.contains(find))
        return places;
    const QVector<qsizetype> done = placesOf(text, replace);
    const auto isDone = [&](qsizetype at) {
        return std::any_of(done.begin(), done.end(),
            [&](qsizetype begin) { return begin <= at && at + find.size() <= begin + replace.size(); });
    };
    places.erase(std::remove_if(places.begin(), places.end(), isDone), places.end());
    return places;
}

QString lineNumbers(const QByteArray& text, const QVector<qsizetype>& places)
{
    QStringList numbers;
    for (const qsizetype at : places)
        numbers << QString::number(text.left(at).count('\n') + 1);
    constexpr qsizetype mostNamed = 50;
    const qsizetype more = numbers.size() - mostNamed;
    const QString named = numbers.mid(0, mostNamed).join(QLatin1String(", "));
    return more > 0 ? Core::tr("%1 and %2 more").arg(named).arg(more) : named;
}

void followEnds(const QByteArray& text, QByteArray& find, QByteArray& replace)
{
    const QByteArray end = usualEnd(text);
    find = withEnds(find, end);
    replace = withEnds(replace, end);
}

// `find` stands nowhere. Also where `replace` stands more than once it counts as made: a build that patched
// the tree before must not be refused by its own patch.
Result<PatchedText> withoutFind(const QByteArray& text, const QByteArray& find, const QByteArray& replace)
{
    if (replace.isEmpty())
        return PatchedText { text, PatchState::NothingToTakeAway };
    if (text.contains(replace))
        return PatchedText { text, PatchState::Already };
    return Error { Core::tr("%1 is expected but is on none of its %2 lines")
                       .arg(quoted(find))
                       .arg(text.count('\n') + (text.isEmpty() || text.endsWith('\n') ? 0 : 1)) };
}

}

Result<PatchedText> replaceOnce(const QByteArray& text, QByteArray find, QByteArray replace)
{
    followEnds(text, find, replace);
    const QVector<qsizetype> places = openPlaces(text, find, replace);
    if (places.size() > 1)
        return Error { Core::tr(
            "%1 is there more than once (lines %2), so it is not clear which one is meant")
                           .arg(quoted(find), lineNumbers(text, places)) };
    if (places.isEmpty())
        return withoutFind(text, find, replace);
    QByteArray changed = text;
    changed.replace(places.first(), find.size(), replace);
    return PatchedText { changed, PatchState::Applies };
}

std::optional<QByteArray> undoReplacement(const QByteArray& text, QByteArray find, QByteArray replace)
{
    followEnds(text, find, replace);
    const QVector<qsizetype> places = placesOf(text, replace);
    if (places.size() != 1)
        return std::nullopt;
    QByteArray changed = text;
    changed.replace(places.first(), replace.size(), find);
    return changed;
}

}
