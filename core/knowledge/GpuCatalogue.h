// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One compute capability: which toolkits compile for it.
struct GpuArchitecture {
    QString capability; // "12.0"
    QString name; // "Blackwell"
    QString cudaMinimum;
    QString cudaMaximum; // empty: still supported
};

// From resources/knowledge/gpus.json.
class GpuCatalogue {
public:
    static Result<GpuCatalogue> load();

    const QVector<GpuArchitecture>& architectures() const { return m_architectures; }
    const GpuArchitecture* architecture(const QString& capability) const;
    // "12.0" for "NVIDIA GeForce RTX 5070"; empty for products that the table lacks or that were sold with
    // different chips under one name.
    QString computeCapability(const QString& product) const;
    const QHash<QString, QString>& products() const { return m_products; }

private:
    QVector<GpuArchitecture> m_architectures;
    QHash<QString, QString> m_products; // simplified name -> capability
    QStringList m_ambiguous;
};

}
