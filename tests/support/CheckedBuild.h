// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/preflight/Preflight.h"
#include "core/profile/ProfileCatalogue.h"

namespace torchmason {

// The machine of the build records: i9-14900F, 33,378,976 KB, RTX 5070, with one CUDA toolkit.
inline HostFacts recordedMachine(const QString& cuda)
{
    const QString file = QStringLiteral(TORCHMASON_FIXTURES "/facts/rtx5070-windows-cuda%1.json").arg(cuda);
    const auto document = readJsonFile(file);
    const auto facts = document ? hostFactsFromJson(*document, file) : Result<HostFacts>(document.error());
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    return *facts;
}

inline QVector<CheckRow> checkedWith(
    const HostFacts& facts, const QString& profileId, const RequestWishes& wishes)
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = catalogue.profile(profileId);
    if (!profile)
        qFatal("no profile %s", qPrintable(profileId));
    return preflight(facts, *profile, draftRequest(*profile, facts, wishes).request);
}

inline QVector<CheckRow> checked(
    const HostFacts& facts, const QString& profileId, const QVector<FlagValue>& flags = {})
{
    RequestWishes wishes;
    wishes.sourceFolder = QStringLiteral("C:/dev/pytorch");
    wishes.buildFolder = QStringLiteral("C:/dev/pytorch/build");
    wishes.configuration.flags = flags;
    return checkedWith(facts, profileId, wishes);
}

// A profile of PyTorch 2.14 with CUDA for the system that the test runs on.
inline QString profileOfHost()
{
    return hostPlatform() == Platform::Windows ? QStringLiteral("rtx50-windows")
                                               : QStringLiteral("rtx50-linux");
}

inline const CheckRow* rowNamed(const QVector<CheckRow>& rows, const QString& id)
{
    for (const CheckRow& row : rows) {
        if (row.id == id)
            return &row;
    }
    return nullptr;
}

// "fail" and so on; empty where there is no such row.
inline QString stateOf(const QVector<CheckRow>& rows, const QString& id)
{
    const CheckRow* row = rowNamed(rows, id);
    return row ? checkStateId(row->state) : QString();
}

// Of a rule there may be several rows; the first one.
inline const CheckRow* rowOfRule(const QVector<CheckRow>& rows, const QString& rule)
{
    for (const CheckRow& row : rows) {
        if (ruleOf(row) == rule)
            return &row;
    }
    return nullptr;
}

inline QStringList rulesOf(const QVector<CheckRow>& rows, CheckState state)
{
    QStringList rules;
    for (const CheckRow& row : rows) {
        if (row.state == state)
            rules << ruleOf(row);
    }
    return rules;
}

inline QStringList failing(const QVector<CheckRow>& rows)
{
    return rulesOf(rows, CheckState::Fail);
}

inline QStringList idsOf(const QVector<CheckRow>& rows, CheckState state)
{
    QStringList ids;
    for (const CheckRow& row : rows) {
        if (row.state == state)
            ids << row.id;
    }
    return ids;
}

inline FlagValue userFlag(const QString& name, const QString& value)
{
    return { name, value, {}, ValueOrigin::User };
}

}
