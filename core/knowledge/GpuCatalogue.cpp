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

// "geforce gt 740m" of "geforce gt 740m (gk208)".
QString withoutParentheses(const QString& name)
{
    return name.section(QLatin1String(" ("), 0, 0);
}

GpuArchitecture readArchitecture(JsonReader& reader, const KnowledgeSources& sources)
{
    GpuArchitecture architecture;
    readMembers<GpuArchitecture>(reader, architecture,
        { { "cc", &GpuArchitecture::capability }, { "name", &GpuArchitecture::name },
            { "cudaMinimum", &GpuArchitecture::cudaMinimum },
            { "cudaMaximum", &GpuArchitecture::cudaMaximum }, { "renamed", &GpuArchitecture::renamed },
            { "cudnnMaximum", &GpuArchitecture::cudnnMaximum },
            { "lastDriverBranch", &GpuArchitecture::lastDriverBranch },
            { "confidence", &GpuArchitecture::confidence }, { "chips", &GpuArchitecture::chips } });
    architecture.source = sources.textOf(reader);
    return architecture;
}

}

Result<GpuCatalogue> GpuCatalogue::load()
{
    static const auto once = []() -> Result<GpuCatalogue> {
        const QString file = QStringLiteral("gpus.json");
        const auto document = readKnowledge(file);
        if (!document)
            return document.error();
        GpuCatalogue catalogue;
        JsonReader head(*document, file);
        for (const QString& product : head.strings("ambiguous"))
            catalogue.m_ambiguous.insert(simplifiedProduct(product));
        if (!head.ok())
            return head.error();
        const auto architectures = rowsOf(*document, "architectures", readArchitecture);
        if (!architectures)
            return architectures.error();
        catalogue.m_architectures = *architectures;
        const auto products = forEachRow(*document, "gpus",
            [&](JsonReader& reader) { catalogue.addProduct(reader.string("product"), reader.string("cc")); });
        if (!products)
            return products.error();
        const auto numbers = forEachRow(*document, "pci", [&](JsonReader& reader) {
            catalogue.m_pciProducts.insert(reader.string("device"),
                { QStringLiteral("NVIDIA ") + reader.string("product"), reader.string("chip") });
        });
        if (!numbers)
            return numbers.error();
        return catalogue;
    }();
    return once;
}

void GpuCatalogue::addProduct(const QString& product, const QString& capability)
{
    for (GpuArchitecture& architecture : m_architectures) {
        if (architecture.capability == capability)
            architecture.products << product;
    }
    const QString name = simplifiedProduct(product);
    const QString plain = withoutParentheses(name);
    if (plain != name)
        m_products.insert(name, capability);
    addName(plain, capability);
    // "A100 PCIe/SXM" answers for "A100" too, unless that has a line of its own.
    if (!m_products.contains(withoutVariant(plain)))
        m_products.insert(withoutVariant(plain), capability);
}

// Two chips under one name: better no answer than the wrong one.
void GpuCatalogue::addName(const QString& name, const QString& capability)
{
    const auto known = m_products.constFind(name);
    if (known != m_products.constEnd() && *known != capability)
        m_ambiguous.insert(name);
    m_products.insert(name, capability);
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
    for (const QString& candidate : { name, withoutVariant(name) }) {
        if (m_ambiguous.contains(candidate))
            return {};
        const auto found = m_products.constFind(candidate);
        if (found != m_products.constEnd())
            return *found;
    }
    return {};
}

QString GpuCatalogue::capabilityOfChip(const QString& chip) const
{
    QString capability;
    qsizetype longest = 0; // GB10B is no GB10
    for (const GpuArchitecture& architecture : m_architectures) {
        for (const QString& begin : architecture.chips) {
            if (begin.size() <= longest || !chip.startsWith(begin))
                continue;
            longest = begin.size();
            capability = architecture.capability;
        }
    }
    return capability;
}

}
