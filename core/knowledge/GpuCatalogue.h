// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One compute capability: which toolkits compile for it, and what else the cards are held by.
struct GpuArchitecture {
    QString capability; // "12.0"
    QString name; // "Blackwell"
    QString cudaMinimum;
    QString cudaMaximum; // empty: still supported
    QString renamed; // "11.0" for 10.1: what newer toolkits call it; else empty
    QString cudnnMaximum; // "9.10.2": the last cuDNN for it; empty: the newest works
    QString lastDriverBranch; // "470"; empty: current drivers serve it
    QString confidence; // "high", "medium", "low"
    QString source; // where the row is from, in words
    QStringList chips; // how the names of its chips begin: "GB20"
    QStringList products; // as the table names them
};

// A card by its number on the bus.
struct PciProduct {
    QString name; // "NVIDIA GeForce RTX 5070"
    QString chip; // "GB205"
};

// From resources/knowledge/gpus.json, which is parsed once: what architecture() answers lives as long as the
// program.
class GpuCatalogue {
public:
    static Result<GpuCatalogue> load();

    const QVector<GpuArchitecture>& architectures() const { return m_architectures; }
    const GpuArchitecture* architecture(const QString& capability) const;
    // "12.0" for "NVIDIA GeForce RTX 5070"; empty for products that the table lacks or that were sold with
    // different chips under one name.
    QString computeCapability(const QString& product) const;
    const QHash<QString, QString>& products() const { return m_products; }
    // "12.0" for "GB205"; empty for chips that no CUDA in use compiles for.
    QString capabilityOfChip(const QString& chip) const;
    // Of NVIDIA's number "2f04"; empty where the table lacks it.
    PciProduct pciProduct(const QString& device) const { return m_pciProducts.value(device); }

private:
    void addProduct(const QString& product, const QString& capability);
    void addName(const QString& name, const QString& capability);

    QVector<GpuArchitecture> m_architectures;
    QHash<QString, QString> m_products; // simplified name -> capability
    QSet<QString> m_ambiguous;
    QHash<QString, PciProduct> m_pciProducts;
};

}
