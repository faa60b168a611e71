// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/WheelPresence.h"

#include "core/base/Core.h"
#include "core/stages/MadeWheels.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

// The oldest that has such a wheel: later ones have it from there.
template <typename IsIt> int packerOf(const AttemptStore& store, IsIt isIt)
{
    int packer = 0;
    for (const AttemptSummary& attempt : store.outlines()) {
        const QVector<WheelRecord>& wheels = attempt.record.wheels;
        if (!attempt.record.imported && std::any_of(wheels.begin(), wheels.end(), isIt))
            packer = attempt.number;
    }
    return packer;
}

bool isOlderThanEnd(const QFileInfo& file, const AttemptRecord& record)
{
    return !record.endedAt || file.lastModified().toMSecsSinceEpoch() <= *record.endedAt;
}

}

WheelPresence lookAtWheel(
    const WheelRecord& wheel, const AttemptRecord& record, WheelLook look, const AttemptStore& store)
{
    using State = WheelPresence::State;
    const QFileInfo file(wheel.path);
    if (!file.isFile())
        return { State::Gone };
    const bool hasItsSize = Bytes(file.size()) == wheel.size;
    if (hasItsSize && (wheel.sha256.isEmpty() || (look == WheelLook::Quick && isOlderThanEnd(file, record))))
        return {};
    // Another file may have any size, and is read only where it may be a wheel of an attempt.
    if (!hasItsSize && packerOf(store, [&](const WheelRecord& packed) {
            return packed.path == wheel.path && packed.size == Bytes(file.size());
        }) == 0)
        return { State::Another };
    const auto there = measuredWheel(wheel.path);
    if (!there) // what cannot be read is told by who has to read it
        return { hasItsSize ? State::There : State::Another };
    if (hasItsSize && there->sha256 == wheel.sha256)
        return {};
    return { State::Another, packerOf(store, [&](const WheelRecord& packed) {
                return packed.path == wheel.path && packed.sha256 == there->sha256;
            }) };
}

QString missingWheelText(const WheelRecord& wheel, int number, const WheelPresence& presence)
{
    if (presence.state == WheelPresence::State::There)
        return {};
    if (presence.state == WheelPresence::State::Gone)
        return Core::tr("The wheel %1 is not there any more; retry attempt %2 from \"wheel\".")
            .arg(wheel.path)
            .arg(number);
    if (presence.packedBy == 0)
        return Core::tr("%1 is not the wheel of attempt %2 any more: it is another file of that name, which "
                        "no attempt here has packed. Retry attempt %2 from \"wheel\".")
            .arg(wheel.path)
            .arg(number);
    return Core::tr("%1 is not the wheel of attempt %2 any more: attempt %3 has packed another one there. "
                    "Install the wheel of attempt %3, or retry attempt %2 from \"wheel\".")
        .arg(wheel.path)
        .arg(number)
        .arg(presence.packedBy);
}

}
