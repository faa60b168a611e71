// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/SpaceReserve.h"

#include <QFile>

namespace torchmason {

namespace {
constexpr qsizetype reserved = 128 * 1024;
}

SpaceReserve::SpaceReserve(const QString& folder)
    : m_path(folder + QStringLiteral("/space-reserve"))
{
    QFile file(m_path);
    if (file.open(QIODevice::WriteOnly))
        file.write(QByteArray(reserved, ' '));
}

SpaceReserve::~SpaceReserve()
{
    giveBack();
}

void SpaceReserve::giveBack()
{
    QFile::remove(m_path);
}

}
