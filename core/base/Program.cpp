// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Program.h"

#include <QRegularExpression>

#include <cstdio>
#include <cstdlib>

namespace torchmason {

#ifdef __MINGW32__

// With mingw-w64 the objects of a thread are destroyed after their memory is gone
// (sourceforge.net/p/mingw-w64, bugs 527 and 727). Qt keeps a stack for compiled expressions that way, and a
// thread that had used one crashed at its end. Qt asks for the variable once; children shall not see it.
void prepareProgram()
{
    const char variable[] = "QT_ENABLE_REGEXP_JIT";
    const QByteArray before = qgetenv(variable);
    qputenv(variable, "0");
    QRegularExpression(QStringLiteral("x")).optimize();
    if (before.isEmpty())
        qunsetenv(variable);
    else
        qputenv(variable, before);
}

#else

void prepareProgram() { }

#endif

void leaveProgram(int exitCode)
{
    std::fflush(nullptr);
    std::_Exit(exitCode);
}

}
