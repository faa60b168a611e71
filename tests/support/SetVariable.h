// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace torchmason {

// A variable of our own environment that has this value (nullopt: it is not set) for as long as this lives.
class SetVariable {
public:
    SetVariable(const QString& name, const std::optional<QString>& value)
        : m_name(name.toLocal8Bit())
    {
        if (qEnvironmentVariableIsSet(m_name.constData()))
            m_before = qgetenv(m_name.constData());
        put(value ? std::optional(value->toLocal8Bit()) : std::nullopt);
    }
    ~SetVariable() { put(m_before); }
    Q_DISABLE_COPY_MOVE(SetVariable)

private:
    void put(const std::optional<QByteArray>& value)
    {
        value ? qputenv(m_name.constData(), *value) : qunsetenv(m_name.constData());
    }

    QByteArray m_name;
    std::optional<QByteArray> m_before;
};

}
