// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/GpuCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// Drivers say "NVIDIA GeForce RTX 5070" and "NVIDIA A100-SXM4-80GB", tables "GeForce RTX 5070" and "A100".
QString simplifiedProduct(const QString& product)
{
    QString name = product.toLower().simplified();
    name.remove(QLatin1String("nvidia "));
    return name;
}

// "a100-sxm4-80gb" -> "a100", "tesla k40c" -> "tesla k40": bus, memory size, cooling and form factor do not
// change the chip.
QString withoutVariant(const QString& name)
{
    static const QRegularExpression variant(QStringLiteral(
        R"([- ](sxm\d*|pcie|pci-e|hbm\d\w*|nvl|\d+gb|\d+g|\d+mib|laptop gpu|with max-q design)\b.*$)"));
    static const QRegularExpression cooling(QStringLiteral(R"(^(tesla [km]\d+)[cmstx]$)"));
    QString shorter = name;
    shorter.remove(variant);
    return shorter.replace(cooling, QStringLiteral("\\1"));
}

}

Result<GpuCatalogue> GpuCatalogue::load()
{
    const auto document = readKnowledge(QStringLiteral("gpus.json"));
    if (!document)
        return document.error();
    GpuCatalogue catalogue;
    JsonReader head(*document, QStringLiteral("gpus.json"));
    for (const QString& product : head.strings("ambiguous"))
        catalogue.m_ambiguous << simplifiedProduct(product);
    const auto architectures = forEachRow(*document, "architectures", [&](JsonReader& reader) {
        catalogue.m_architectures.append({ reader.string("cc"), reader.string("name"),
            reader.string("cudaMinimum"), reader.string("cudaMaximum", QString()) });
    });
    if (!architectures)
        return architectures.error();
    const auto products = forEachRow(*document, "gpus", [&](JsonReader& reader) {
        const QString name = simplifiedProduct(reader.string("product"));
        const QString capability = reader.string("cc");
        catalogue.m_products.insert(name, capability);
        // "A100 PCIe/SXM" answers for "A100" too, unless that has a line of its own.
        if (!catalogue.m_products.contains(withoutVariant(name)))
            catalogue.m_products.insert(withoutVariant(name), capability);
    });
    if (!products)
        return products.error();
    return catalogue;
}

const GpuArchitecture* GpuCatalogue::architecture(const QString& capability) const
{
    for (const GpuArchitecture& architecture : m_architectures) {
        if (architecture.capability == capability)
            return &architecture;
    }
    return nullptr;
}

QString GpuCatalogue::computeCapability(const QString& product) const
{
    const QString name = simplifiedProduct(product);
    if (m_ambiguous.contains(name))
        return {};
    const auto exact = m_products.constFind(name);
    return exact != m_products.constEnd() ? *exact : m_products.value(withoutVariant(name));
}

}
