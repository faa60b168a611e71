// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"

namespace torchmason {

enum class WheelAnswer {
    Native, // an official wheel has compiled code for every card here, or none is needed
    Ptx, // one starts here by compiling PTX on first use
    No, // none does: building is needed
    Unknown, // a card, its driver or the machine is not known well enough
};

// Whether an official wheel spares the build.
struct WheelAdvice {
    WheelAnswer answer = WheelAnswer::Unknown;
    QString release; // "2.13.0"; empty for No and Unknown
    QString variant; // "cu130", "cpu"
    QString cuda; // "13.0"
    QString command; // the pip line, for the system's Python after the one that makes an environment
    QStringList reasons; // sentences: why this answer
    QStringList buildReasons; // sentences: what speaks for building all the same
    bool forAbsentCards = false; // no card is here: those that the profile compiles for were asked about
    QString confidence; // "high", "medium", "low"
    QString source; // where the wheel's content is known from

    bool isWheel() const { return answer == WheelAnswer::Native || answer == WheelAnswer::Ptx; }
};

// `profile` may be null. With one its release comes first, and what it asks for beyond a wheel is told. Where
// the machine has no card, the cards that the profile compiles for count.
WheelAdvice adviseWheel(const HostFacts& facts, const Profile* profile);

QString wheelAnswerId(WheelAnswer answer); // "native", "ptx", "no", "unknown"
// One sentence: "An official wheel of PyTorch 2.13.0 for CUDA 13.0 serves this machine."
QString wheelHeadline(const WheelAdvice& advice);
// As `doctor --json` prints it.
Json toJson(const WheelAdvice& advice);

}
