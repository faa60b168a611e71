// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PciCards.h"

#include <QRegularExpression>

#include <utility>

namespace torchmason {

namespace {

struct Product {
    int device;
    const char* chip;
    const char* name;
};

// For systems without pci.ids, or with one that is older than the card. Numbers from that list and, where
// they are newer than 2023, from what owners report.
constexpr Product products[] = {
    { 0x2f04, "GB205", "GeForce RTX 5070" },
    { 0x2d05, "GB206", "GeForce RTX 5060" },
    { 0x2d04, "GB206", "GeForce RTX 5060 Ti" },
    { 0x2c05, "GB203", "GeForce RTX 5070 Ti" },
    { 0x2c02, "GB203", "GeForce RTX 5080" },
    { 0x2b85, "GB202", "GeForce RTX 5090" },
    { 0x2882, "AD107", "GeForce RTX 4060" },
    { 0x2805, "AD106", "GeForce RTX 4060 Ti" },
    { 0x2803, "AD106", "GeForce RTX 4060 Ti" },
    { 0x27b8, "AD104GL", "L4" },
    { 0x2786, "AD104", "GeForce RTX 4070" },
    { 0x2783, "AD104", "GeForce RTX 4070 SUPER" },
    { 0x2782, "AD104", "GeForce RTX 4070 Ti" },
    { 0x2705, "AD103", "GeForce RTX 4070 Ti SUPER" },
    { 0x2704, "AD103", "GeForce RTX 4080" },
    { 0x2702, "AD103", "GeForce RTX 4080 SUPER" },
    { 0x26b9, "AD102GL", "L40S" },
    { 0x26b5, "AD102GL", "L40" },
    { 0x26b1, "AD102GL", "RTX 6000 Ada Generation" },
    { 0x2684, "AD102", "GeForce RTX 4090" },
    { 0x2504, "GA106", "GeForce RTX 3060" },
    { 0x2503, "GA106", "GeForce RTX 3060" },
    { 0x2489, "GA104", "GeForce RTX 3060 Ti" },
    { 0x2488, "GA104", "GeForce RTX 3070" },
    { 0x2487, "GA104", "GeForce RTX 3060" },
    { 0x2486, "GA104", "GeForce RTX 3060 Ti" },
    { 0x2484, "GA104", "GeForce RTX 3070" },
    { 0x2482, "GA104", "GeForce RTX 3070 Ti" },
    { 0x2335, "GH100", "H200" },
    { 0x2331, "GH100", "H100 PCIe" },
    { 0x2330, "GH100", "H100 80GB HBM3" },
    { 0x2236, "GA102GL", "A10" },
    { 0x2235, "GA102GL", "A40" },
    { 0x2231, "GA102GL", "RTX A5000" },
    { 0x2230, "GA102GL", "RTX A6000" },
    { 0x2216, "GA102", "GeForce RTX 3080" },
    { 0x2208, "GA102", "GeForce RTX 3080 Ti" },
    { 0x2206, "GA102", "GeForce RTX 3080" },
    { 0x2204, "GA102", "GeForce RTX 3090" },
    { 0x2203, "GA102", "GeForce RTX 3090 Ti" },
    { 0x21c4, "TU116", "GeForce GTX 1660 SUPER" },
    { 0x2187, "TU116", "GeForce GTX 1650 SUPER" },
    { 0x2184, "TU116", "GeForce GTX 1660" },
    { 0x2182, "TU116", "GeForce GTX 1660 Ti" },
    { 0x20f1, "GA100", "A100-PCIE-40GB" },
    { 0x20b7, "GA100GL", "A30" },
    { 0x20b5, "GA100", "A100 80GB PCIe" },
    { 0x20b2, "GA100", "A100-SXM4-80GB" },
    { 0x20b0, "GA100", "A100-SXM4-40GB" },
    { 0x1f82, "TU117", "GeForce GTX 1650" },
    { 0x1f08, "TU106", "GeForce RTX 2060" },
    { 0x1f07, "TU106", "GeForce RTX 2070" },
    { 0x1f06, "TU106", "GeForce RTX 2060 SUPER" },
    { 0x1f02, "TU106", "GeForce RTX 2070" },
    { 0x1eb8, "TU104GL", "Tesla T4" },
    { 0x1e89, "TU104", "GeForce RTX 2060" },
    { 0x1e87, "TU104", "GeForce RTX 2080" },
    { 0x1e84, "TU104", "GeForce RTX 2070 SUPER" },
    { 0x1e82, "TU104", "GeForce RTX 2080" },
    { 0x1e81, "TU104", "GeForce RTX 2080 SUPER" },
    { 0x1e07, "TU102", "GeForce RTX 2080 Ti" },
    { 0x1e04, "TU102", "GeForce RTX 2080 Ti" },
    { 0x1db6, "GV100GL", "Tesla V100 PCIe 32GB" },
    { 0x1db5, "GV100GL", "Tesla V100 SXM2 32GB" },
    { 0x1db4, "GV100GL", "Tesla V100 PCIe 16GB" },
    { 0x1db1, "GV100GL", "Tesla V100 SXM2 16GB" },
    { 0x1c82, "GP107", "GeForce GTX 1050 Ti" },
    { 0x1c81, "GP107", "GeForce GTX 1050" },
    { 0x1c03, "GP106", "GeForce GTX 1060 6GB" },
    { 0x1c02, "GP106", "GeForce GTX 1060 3GB" },
    { 0x1bb3, "GP104GL", "Tesla P4" },
    { 0x1b82, "GP104", "GeForce GTX 1070 Ti" },
    { 0x1b81, "GP104", "GeForce GTX 1070" },
    { 0x1b80, "GP104", "GeForce GTX 1080" },
    { 0x1b38, "GP102GL", "Tesla P40" },
    { 0x1b06, "GP102", "GeForce GTX 1080 Ti" },
    { 0x17fd, "GM200GL", "Tesla M40" },
    { 0x17c8, "GM200", "GeForce GTX 980 Ti" },
    { 0x17c2, "GM200", "GeForce GTX TITAN X" },
    { 0x15f9, "GP100GL", "Tesla P100 SXM2 16GB" },
    { 0x15f8, "GP100GL", "Tesla P100 PCIe 16GB" },
    { 0x1401, "GM206", "GeForce GTX 960" },
    { 0x13f2, "GM204GL", "Tesla M60" },
    { 0x13c2, "GM204", "GeForce GTX 970" },
    { 0x13c0, "GM204", "GeForce GTX 980" },
    { 0x1184, "GK104", "GeForce GTX 770" },
    { 0x1180, "GK104", "GeForce GTX 680" },
    { 0x102d, "GK210GL", "Tesla K80" },
    { 0x1028, "GK110GL", "Tesla K20m" },
    { 0x1024, "GK180GL", "Tesla K40c" },
    { 0x1023, "GK110BGL", "Tesla K40m" },
    { 0x1022, "GK110GL", "Tesla K20c" },
    { 0x1021, "GK110GL", "Tesla K20Xm" },
    { 0x100a, "GK110B", "GeForce GTX 780 Ti" },
    { 0x1005, "GK110", "GeForce GTX TITAN" },
    { 0x1004, "GK110", "GeForce GTX 780" },
};

// Families by the beginning of the chip's name; longer ones come before those that they begin with.
constexpr std::pair<const char*, const char*> families[] = {
    { "GB100", "10.0" },
    { "GB102", "10.0" },
    { "GB10B", "11.0" },
    { "GB10", "12.1" },
    { "GB11", "10.3" },
    { "GB20B", "12.1" },
    { "GB20", "12.0" },
    { "GH100", "9.0" },
    { "AD10", "8.9" },
    { "GA100", "8.0" },
    { "GA10B", "8.7" },
    { "GA10", "8.6" },
    { "TU1", "7.5" },
    { "GV100", "7.0" },
    { "GP100", "6.0" },
    { "GP10B", "6.2" },
    { "GP10", "6.1" },
    { "GM20B", "5.3" },
    { "GM20", "5.2" },
    { "GM10", "5.0" },
    { "GK210", "3.7" },
    { "GK20A", "3.2" },
    { "GK18", "3.5" },
    { "GK20", "3.5" },
    { "GK11", "3.5" },
    { "GK10", "3.0" },
};

}

PciProduct knownPciProduct(const QString& device)
{
    const int number = device.toInt(nullptr, 16);
    for (const Product& product : products) {
        if (product.device == number)
            return { QStringLiteral("NVIDIA ") + QLatin1String(product.name), QLatin1String(product.chip) };
    }
    return {};
}

PciProduct productFromPciIds(const QByteArray& ids, const QString& device)
{
    const qsizetype vendor = ids.indexOf("\n10de  ");
    if (vendor < 0)
        return {};
    const QByteArray begin = "\n\t" + device.toLatin1() + "  ";
    const qsizetype at = ids.indexOf(begin, vendor);
    // The next vendor's line begins with no tab.
    static const QRegularExpression nextVendor(QStringLiteral("\\n[0-9a-f]{4}  "));
    const qsizetype end = QString::fromLatin1(ids.mid(vendor + 1)).indexOf(nextVendor);
    if (at < 0 || (end >= 0 && at > vendor + 1 + end))
        return {};
    const qsizetype from = at + begin.size();
    const QString line = QString::fromUtf8(ids.mid(from, ids.indexOf('\n', from) - from)).trimmed();
    // GB205 [GeForce RTX 5070]
    static const QRegularExpression form(QStringLiteral(R"(^(\w+)\s*\[(.+)\]$)"));
    const auto match = form.match(line);
    if (!match.hasMatch())
        return { QStringLiteral("NVIDIA ") + line, line.section(QLatin1Char(' '), 0, 0) };
    return { QStringLiteral("NVIDIA ") + match.captured(2), match.captured(1) };
}

QString capabilityOfChip(const QString& chip)
{
    for (const auto& [prefix, capability] : families) {
        if (chip.startsWith(QLatin1String(prefix)))
            return QLatin1String(capability);
    }
    return {};
}

}
