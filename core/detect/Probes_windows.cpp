// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"
#include "core/detect/VisualStudio.h"
#include "core/detect/WindowsPlaces.h"

#include <QProcess>

#include <vector>
#include <windows.h>

namespace torchmason {

namespace {

// Not QSettings: it creates the keys that it reads, and keeps "%ProgramFiles%" in a value as it is.
struct Place {
    HKEY hive = nullptr;
    std::wstring path;
};

Place placeOf(const QString& key)
{
    const qsizetype cut = key.indexOf(QLatin1Char('\\'));
    const QStringView hive = QStringView(key).left(cut < 0 ? key.size() : cut);
    Place place;
    if (hive == QLatin1String("HKEY_LOCAL_MACHINE"))
        place.hive = HKEY_LOCAL_MACHINE;
    else if (hive == QLatin1String("HKEY_CURRENT_USER"))
        place.hive = HKEY_CURRENT_USER;
    place.path = cut < 0 ? std::wstring() : key.mid(cut + 1).toStdWString();
    return place;
}

class SystemRegistry final : public RegistryReader {
public:
    std::optional<QString> text(const QString& key, const QString& name) const override
    {
        const Place place = placeOf(key);
        if (!place.hive)
            return std::nullopt;
        // Text may grow between two calls.
        std::vector<wchar_t> buffer(256);
        for (int tries = 0; tries < 4; ++tries) {
            DWORD type = 0;
            auto size = DWORD(buffer.size() * sizeof(wchar_t));
            const LSTATUS answer = RegGetValueW(place.hive, place.path.c_str(), name.toStdWString().c_str(),
                RRF_RT_REG_SZ | RRF_RT_REG_DWORD | RRF_SUBKEY_WOW6464KEY, &type, buffer.data(), &size);
            if (answer == ERROR_MORE_DATA)
                buffer.resize(std::size_t(size) / sizeof(wchar_t) + 2);
            else if (answer != ERROR_SUCCESS)
                return std::nullopt;
            else if (type == REG_DWORD)
                return QString::number(*reinterpret_cast<const DWORD*>(buffer.data()));
            else // its end is counted
                return QString::fromWCharArray(buffer.data());
        }
        return std::nullopt;
    }

    QStringList keys(const QString& key) const override
    {
        const Place place = placeOf(key);
        HKEY open = nullptr;
        QStringList names;
        if (!place.hive
            || RegOpenKeyExW(place.hive, place.path.c_str(), 0, KEY_READ | KEY_WOW64_64KEY, &open)
                != ERROR_SUCCESS)
            return names;
        wchar_t name[256]; // a key's name has 255 characters at most
        for (DWORD at = 0;; ++at) {
            DWORD length = 256;
            if (RegEnumKeyExW(open, at, name, &length, nullptr, nullptr, nullptr, nullptr) != ERROR_SUCCESS)
                break;
            names << QString::fromWCharArray(name, int(length));
        }
        RegCloseKey(open);
        return names;
    }
};

}

FactsChange probeCompilers(const ProbeContext& context)
{
    return probeVisualStudio(context);
}

FactsChange probeSystem(const ProbeContext& context)
{
    return probeWindowsSystem(context);
}

void isolateProbe(QProcess& process)
{
    // No console window may flash up.
    process.setCreateProcessArgumentsModifier(
        [](QProcess::CreateProcessArguments* arguments) { arguments->flags |= CREATE_NO_WINDOW; });
}

void killProbe(QProcess& process)
{
    process.kill();
}

std::shared_ptr<const RegistryReader> systemRegistry()
{
    return std::make_shared<SystemRegistry>();
}

}
