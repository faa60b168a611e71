// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace torchmason {

inline QByteArray numberedLine(int number)
{
    return "[" + QByteArray::number(number) + "/9999999] Building CXX object c10/util/file"
        + QByteArray::number(number) + ".cpp.o\n";
}

// "line 1" to "line COUNT".
inline QByteArray plainLines(int count)
{
    QByteArray content;
    for (int i = 1; i <= count; ++i)
        content += "line " + QByteArray::number(i) + "\n";
    return content;
}

}
