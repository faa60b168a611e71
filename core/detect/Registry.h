// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace torchmason {

// The door to Windows' registry, of which 64-bit programs' side is seen. Keys are written as regedit exports
// them, "HKEY_LOCAL_MACHINE\SOFTWARE\Python". Called from several threads at once.
class RegistryReader {
public:
    virtual ~RegistryReader() = default;
    // The value `name` of `key`, its default value where that is empty. Numbers are decimal, variables in
    // text are replaced; nullopt where there is no such value or of another type.
    virtual std::optional<QString> text(const QString& key, const QString& name) const = 0;
    // Names of the keys below; none where there is no such key.
    virtual QStringList keys(const QString& key) const = 0;
};

// Of this machine. On other systems than Windows there is nothing in it.
std::shared_ptr<const RegistryReader> systemRegistry();

}
