// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

// A graphics card as the bus shows it, whether or not a driver works with it.
struct PciCard {
    QString address; // "0000:01:00.0"; empty where the system does not tell
    QString device; // "2f04", NVIDIA's number for the product
    QString name; // where the system has one
    QString kernelDriver; // "nvidia", "nouveau", "vfio-pci"..., "none"
};

// All cards of NVIDIA on the bus, other systems' words for its driver put as "nvidia".
QVector<PciCard> nvidiaPciCards(const ProbeContext& context);
// Where nvidia-smi lies when PATH does not lead there.
QStringList usualNvidiaSmiPlaces(const ProbeContext& context);

// What a number stands for: the product, "NVIDIA GeForce RTX 5070", and its chip, "GB205".
struct PciProduct {
    QString name;
    QString chip;
};
// From our own table of those that people build for; empty where it lacks the number.
PciProduct knownPciProduct(const QString& device);
// From the list that many systems have in pci.ids: "\t2f04  GB205 [GeForce RTX 5070]".
PciProduct productFromPciIds(const QByteArray& ids, const QString& device);
// "12.0" for "GB205"; empty for chips that no CUDA in use compiles for.
QString capabilityOfChip(const QString& chip);

}
