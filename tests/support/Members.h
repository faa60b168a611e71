// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"

#include <QVector>

#include <tuple>
#include <utility>

// The members of what users ask for, so that tests can go through all of them. A structured binding names
// each one: whoever adds a member gets a compiler error here, adds it, and then fails the tests of whatever
// forgets it. A structured binding does not see members that a base class has: these structs have none.
namespace torchmason {

template <typename Wishes> auto membersOfWishes(Wishes& wishes)
{
    auto& [configuration, sourceFolder, buildFolder, tag, patches, programs, targets, jobs, memoryLimit, gate,
        cache, cacheStorage, backend, venv, packages, wheels, install, fromStage, untilStage, skippedStages]
        = wishes;
    return std::tie(configuration, sourceFolder, buildFolder, tag, patches, programs, targets, jobs,
        memoryLimit, gate, cache, cacheStorage, backend, venv, packages, wheels, install, fromStage,
        untilStage, skippedStages);
}

template <typename Request> auto membersOfRequest(Request& request)
{
    auto& [profileId, profileName, source, patches, sourceFolder, buildFolder, generator, backend,
        configuration, python, install, vcvars, targets, jobs, jobsWithoutGate, memoryLimit, gate,
        gateLeftOut, queue, keepAwake, fromStage, untilStage, skippedStages, acceptConfiguration, clean,
        cleanLevel, continuesAttempt, answers, hostFacts]
        = request;
    return std::tie(profileId, profileName, source, patches, sourceFolder, buildFolder, generator, backend,
        configuration, python, install, vcvars, targets, jobs, jobsWithoutGate, memoryLimit, gate,
        gateLeftOut, queue, keepAwake, fromStage, untilStage, skippedStages, acceptConfiguration, clean,
        cleanLevel, continuesAttempt, answers, hostFacts);
}

// The numbers, from 0, of the members that are the same in both.
template <typename Members, std::size_t... Number>
QVector<int> sameMembers(const Members& some, const Members& others, std::index_sequence<Number...>)
{
    QVector<int> same;
    ((std::get<Number>(some) == std::get<Number>(others) ? same.append(int(Number)) : void()), ...);
    return same;
}
template <typename Members> QVector<int> sameMembers(const Members& some, const Members& others)
{
    return sameMembers(some, others, std::make_index_sequence<std::tuple_size_v<Members>>());
}

// Every member another one than without any wish. Nothing that looks like a secret.
inline RequestWishes fullWishes()
{
    RequestWishes wishes;
    wishes.configuration.setFlag(
        { QStringLiteral("USE_WISHED"), QStringLiteral("ON"), QStringLiteral("BOOL"), ValueOrigin::User });
    wishes.configuration.setEnvironment({ QStringLiteral("WISHED"), QStringLiteral("1"), ValueOrigin::User });
    wishes.configuration.unsetFlag(QStringLiteral("USE_UNWISHED"));
    wishes.sourceFolder = QStringLiteral("/wished/source");
    wishes.buildFolder = QStringLiteral("/wished/build");
    wishes.tag = QStringLiteral("v2.7.1");
    wishes.patches = { { QStringLiteral("setup.py"), QStringLiteral("old"), QStringLiteral("new"),
        QStringLiteral("wished"), {} } };
    wishes.programs = { { QStringLiteral("nvcc"), QStringLiteral("/wished/bin/nvcc") } };
    wishes.targets = { QStringLiteral("c10") };
    wishes.jobs = 3;
    wishes.memoryLimit = 5 * gibibyte;
    wishes.gate = GateUse::On;
    wishes.cache = QStringLiteral("sccache");
    wishes.cacheStorage = QStringLiteral("redis://wished");
    wishes.backend = QStringLiteral("wheel");
    wishes.venv = true;
    wishes.packages = { QStringLiteral("numpy==1.26.4") };
    wishes.wheels = QStringLiteral("/wished/wheels");
    wishes.install.environment = QStringLiteral("/wished/venv");
    wishes.install.dependencies = false;
    wishes.fromStage = QStringLiteral("configure");
    wishes.untilStage = QStringLiteral("verify");
    wishes.skippedStages = { QStringLiteral("install") };
    return wishes;
}

// For each member, in their order: `wishes` with that one as `others` have it.
template <std::size_t... Number>
QVector<RequestWishes> oneMemberOf(
    const RequestWishes& others, const RequestWishes& wishes, std::index_sequence<Number...>)
{
    QVector<RequestWishes> each(sizeof...(Number), wishes);
    ((std::get<Number>(membersOfWishes(each[Number])) = std::get<Number>(membersOfWishes(others))), ...);
    return each;
}
inline QVector<RequestWishes> oneMemberOf(const RequestWishes& others, const RequestWishes& wishes)
{
    using Members = decltype(membersOfWishes(wishes));
    return oneMemberOf(others, wishes, std::make_index_sequence<std::tuple_size_v<Members>>());
}

}
