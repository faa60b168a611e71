// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/GroupHeads.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/history/HistoryModel.h"
#include "ui/text/Ui.h"

#include <QDir>

namespace torchmason {

namespace {

QString oneLine(const QString& text)
{
    return inOneLine(withoutControls(text));
}

QString countWords(qsizetype shown, qsizetype all)
{
    if (shown < all)
        return Ui::tr("%1 of %n attempts", nullptr, int(all)).arg(shown);
    return all == 1 ? Ui::tr("1 attempt") : Ui::tr("%n attempts", nullptr, int(all));
}

QString treeName(const AttemptRecord& record)
{
    const QString folder = record.request.sourceFolder;
    if (folder.isEmpty())
        return Ui::tr("Source tree not known");
    const QString path = QDir::toNativeSeparators(QDir::cleanPath(oneLine(folder)));
    if (!record.imported)
        return path;
    return record.imported->from.isEmpty() ? Ui::tr("%1 on another machine").arg(path)
                                           : Ui::tr("%1 on %2").arg(path, oneLine(record.imported->from));
}

}

QString GroupHead::sentence() const
{
    return words.isEmpty() ? name : QStringLiteral("%1: %2").arg(name, words);
}

GroupHead groupHead(const HistoryModel& model, Grouping grouping, const QVector<int>& shown)
{
    const QVector<int> members = model.groups().membersOf(shown.first(), grouping);
    const auto newest = model.rowOf(members.first());
    if (!newest)
        return {};
    if (grouping == Grouping::Threads && members.size() == 1)
        return { Ui::tr("Without retries"), countWords(shown.size(), shown.size()), {} };
    const AttemptRecord& record = model.record(*newest);
    const QModelIndex outcome = model.index(*newest, HistoryModel::Outcome);
    const QString profile = oneLine(record.request.profileName);
    return { grouping == Grouping::SourceTrees ? treeName(record)
            : profile.isEmpty()                ? Ui::tr("Profile not known")
                                               : profile,
        Ui::tr("%1, newest: %2")
            .arg(countWords(shown.size(), members.size()), outcome.data().toString().toLower()),
        Mark(outcome.data(HistoryModel::MarkRole).toInt()) };
}

}
