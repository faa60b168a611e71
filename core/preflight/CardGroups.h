// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

#include <functional>

namespace torchmason {

// Cards about which a check says the same, so that eight equal ones make one row.
struct CardGroup {
    GpuFacts card; // the first one
    int count = 0;
    QStringList names; // of different cards, each once

    QString name() const; // "NVIDIA A100", "NVIDIA A100, NVIDIA H100"
    QString nameWithCount() const; // "8 x NVIDIA A100"
};

// In the order of the facts; cards of one key are one group.
QVector<CardGroup> cardGroups(const HostFacts& facts, const std::function<QString(const GpuFacts&)>& keyOf);
// By what code they run: what is compiled, and with what, differs in nothing else.
QVector<CardGroup> cardsByCapability(const HostFacts& facts);

// "470" where no driver for the card is as new as `driver`; else empty.
QString lastBranchBefore(const GpuFacts& gpu, const QString& driver);

QString gpuText(const CardGroup& group); // "NVIDIA GeForce RTX 5070 (12.0)"

}
