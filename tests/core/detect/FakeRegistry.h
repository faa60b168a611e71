// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/ProbeRunner.h"
#include "tests/support/TestFiles.h"

#include <QMap>
#include <QSet>

namespace torchmason {

// A registry out of a file as regedit exports it, so that the same file can be put into a real one.
class FakeRegistry final : public RegistryReader {
public:
    explicit FakeRegistry(const QByteArray& exported)
    {
        QString key;
        for (const QString& raw : QString::fromUtf8(exported).split(QLatin1Char('\n'))) {
            const QString line = raw.trimmed();
            if (line.startsWith(QLatin1Char('['))) {
                key = line.mid(1, line.size() - 2);
                m_keys.insert(key);
            } else if (const qsizetype equals = line.indexOf(QLatin1Char('=')); equals > 0) {
                const QString name
                    = line.left(equals) == QLatin1String("@") ? QString() : unquoted(line.left(equals));
                set(key, name, line.mid(equals + 1));
            }
        }
    }

    std::optional<QString> text(const QString& key, const QString& name) const override
    {
        const auto value = m_values.constFind(key + QLatin1Char('|') + name);
        return value == m_values.constEnd() ? std::nullopt : std::optional(*value);
    }
    QStringList keys(const QString& key) const override
    {
        QStringList names;
        for (const QString& one : m_keys) {
            if (one.startsWith(key + QLatin1Char('\\')))
                names << one.mid(key.size() + 1).section(QLatin1Char('\\'), 0, 0);
        }
        names.removeDuplicates();
        names.sort();
        return names;
    }

private:
    static QString unquoted(QString text)
    {
        text = text.mid(1, text.size() - 2);
        return text.replace(QLatin1String("\\\\"), QLatin1String("\\"));
    }
    void set(const QString& key, const QString& name, const QString& value)
    {
        const QString number = QStringLiteral("dword:");
        m_values.insert(key + QLatin1Char('|') + name,
            value.startsWith(number) ? QString::number(value.mid(number.size()).toUInt(nullptr, 16))
                                     : unquoted(value));
    }

    QSet<QString> m_keys;
    QMap<QString, QString> m_values;
};

}
