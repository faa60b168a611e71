// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PciCards.h"

#include <QDir>
#include <QRegularExpression>

// The order matters: setupapi.h needs what windows.h declares.
#include <windows.h>

#include <devguid.h>
#include <setupapi.h>

namespace torchmason {

namespace {

QString property(HDEVINFO devices, SP_DEVINFO_DATA& device, DWORD which)
{
    wchar_t text[512] = {};
    const BOOL found = SetupDiGetDeviceRegistryPropertyW(devices, &device, which, nullptr,
        reinterpret_cast<BYTE*>(text), sizeof(text) - sizeof(wchar_t), nullptr);
    return found ? QString::fromWCharArray(text) : QString();
}

// Hardware ids are "PCI\VEN_10DE&DEV_2F04&SUBSYS_...".
std::optional<PciCard> cardOf(HDEVINFO devices, SP_DEVINFO_DATA& device)
{
    static const QRegularExpression id(
        QStringLiteral(R"(^PCI\\VEN_10DE&DEV_([0-9A-F]{4}))"), QRegularExpression::CaseInsensitiveOption);
    const auto match = id.match(property(devices, device, SPDRP_HARDWAREID));
    if (!match.hasMatch())
        return std::nullopt;
    PciCard card;
    card.device = match.captured(1).toLower();
    const QString service = property(devices, device, SPDRP_SERVICE);
    const bool served = service.compare(QLatin1String("nvlddmkm"), Qt::CaseInsensitive) == 0;
    card.kernelDriver = served ? QStringLiteral("nvidia")
        : service.isEmpty()    ? QStringLiteral("none")
                               : service;
    if (served) // Microsoft's own driver calls every card "Basic Display Adapter"
        card.name = property(devices, device, SPDRP_DEVICEDESC);
    return card;
}

}

QVector<PciCard> nvidiaPciCards(const ProbeContext&)
{
    QVector<PciCard> cards;
    const HDEVINFO devices = SetupDiGetClassDevsW(&GUID_DEVCLASS_DISPLAY, nullptr, nullptr, DIGCF_PRESENT);
    if (devices == INVALID_HANDLE_VALUE)
        return cards;
    SP_DEVINFO_DATA device = {};
    device.cbSize = sizeof(device);
    for (DWORD at = 0; SetupDiEnumDeviceInfo(devices, at, &device); ++at) {
        if (const auto card = cardOf(devices, device))
            cards.append(*card);
    }
    SetupDiDestroyDeviceInfoList(devices);
    return cards;
}

QStringList usualNvidiaSmiPlaces(const ProbeContext& context)
{
    // Drivers put it into System32 since 2019, before that into a folder of its own.
    const QString windows
        = context.environment.value(QStringLiteral("SystemRoot"), QStringLiteral("C:/Windows"));
    const QString programs
        = context.environment.value(QStringLiteral("ProgramFiles"), QStringLiteral("C:/Program Files"));
    return { QDir::fromNativeSeparators(windows) + QStringLiteral("/System32/nvidia-smi.exe"),
        QDir::fromNativeSeparators(programs) + QStringLiteral("/NVIDIA Corporation/NVSMI/nvidia-smi.exe") };
}

}
