// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Registry.h"

#include <QSettings>

namespace torchmason {

namespace {

class SystemRegistry final : public RegistryReader {
public:
    std::optional<QString> text(const QString& key, const QString& name) const override
    {
        const QSettings values(key, QSettings::Registry64Format);
        const QVariant value = values.value(name.isEmpty() ? QStringLiteral(".") : name);
        return value.isValid() ? std::optional(value.toString()) : std::nullopt;
    }
    QStringList keys(const QString& key) const override
    {
        return QSettings(key, QSettings::Registry64Format).childGroups();
    }
};

}

std::shared_ptr<const RegistryReader> systemRegistry()
{
    return std::make_shared<SystemRegistry>();
}

}
