// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/Profile.h"
#include "core/wheeladvice/WheelChoice.h"

namespace torchmason {

// What the advice about wheels is made from, and the words for it.

// "x86_64" or "aarch64": as the facts tell, else by what they let conclude: the processor's name, or a card
// that is built into one kind of machine only.
QString machineOf(const HostFacts& facts);
// A board of NVIDIA's before Thor, whose CUDA is not that of servers.
bool isOldJetson(const HostFacts& facts);
// Of the cards that are here; with a profile of those among them that it compiles for, or, where none is, of
// its own.
QStringList capabilitiesToServe(const HostFacts& facts, const Profile* profile);

QString cardsText(const HostFacts& facts, const WheelWish& wish); // "Tesla K40c (3.5)"
QString coverageSentence(const WheelChoice& choice, const WheelWish& wish);
QString driverOfWheel(const WheelChoice& choice); // the oldest that runs it

// What the profile wants that no official wheel has.
QStringList profileReasons(const Profile& profile);

}
