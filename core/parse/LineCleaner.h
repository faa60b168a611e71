// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace torchmason {

// Takes away what a terminal or a build service put around a tool's line: colours, carriage returns, byte
// order marks, the time stamps of GitHub, Jenkins and Docker. Indentation stays, because it tells where
// messages end. Lines without such things are answered as they are, without a copy.
class LineCleaner {
public:
    // Longer lines are cut here: no tool's message is that long, and a 100 MB line must not stop us.
    static constexpr qsizetype longestLine = 64 * 1024;

    // The answer lives until the next call and as long as `line`.
    QByteArrayView clean(QByteArrayView line);

private:
    QByteArray m_buffer;
};

}
