// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"
#include "core/knowledge/GpuCatalogue.h"

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

// From the list that many systems have in pci.ids: "\t2f04  GB205 [GeForce RTX 5070]".
PciProduct productFromPciIds(const QByteArray& ids, const QString& device);

}
