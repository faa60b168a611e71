// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <QStringList>

namespace torchmason {

// Makes UTF-8 of the lines of one log. A log may be written by several programs: most lines are UTF-8, those
// of MSVC and cmd.exe are in the machine's code page, and PowerShell appends UTF-16. Which code page is not
// said anywhere; it is the one in which words that localised tools use can be read, and then that of the
// whole log.
class LineDecoder {
public:
    LineDecoder() = default;
    // `words`: what localised tools say, as far as it is not ASCII.
    explicit LineDecoder(QStringList words)
        : m_words(std::move(words))
    {
    }

    // Lines of plain ASCII and valid UTF-8 are answered as they are. The answer lives until the next call
    // and as long as `line`.
    QByteArrayView toUtf8(QByteArrayView line);
    // Whether toUtf8() answers it as it is.
    static bool isUtf8(QByteArrayView line);

private:
    QByteArrayView fromWide(QByteArrayView line);
    QByteArrayView fromCodePage(QByteArrayView line);
    int bestPage(QByteArrayView line);

    QStringList m_words;
    QString m_signs; // of each word its first character beyond ASCII
    QByteArray m_buffer;
    int m_page = 0; // 0: not known yet
    int m_guesses = 0;
};

}
