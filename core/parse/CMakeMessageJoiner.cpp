// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/CMakeMessageJoiner.h"

namespace torchmason {

namespace {

qsizetype indentationOf(QByteArrayView text)
{
    qsizetype spaces = 0;
    while (spaces < text.size() && text[spaces] == ' ')
        ++spaces;
    return spaces;
}

}

bool CMakeMessageJoiner::addLine(const LogLine& line)
{
    m_hasMessage = false;
    const qsizetype indentation = indentationOf(line.text);
    const QByteArrayView text = line.text.sliced(indentation);
    if (m_indentation >= 0 && (text.isEmpty() || indentation > m_indentation)) {
        if (!text.isEmpty() && m_text.size() + text.size() < longestMessage)
            m_text.append(' ').append(text);
        return true;
    }
    close();
    if (!text.startsWith("CMake Error") && !text.startsWith("CMake Warning")
        && !text.startsWith("CMake Deprecation Warning"))
        return false;
    open(line, indentation);
    return true;
}

void CMakeMessageJoiner::open(const LogLine& line, qsizetype indentation)
{
    m_text.truncate(0);
    m_text.append(line.text.sliced(indentation));
    m_indentation = indentation;
    m_openNumber = line.number;
    m_openOffset = line.byteOffset;
}

void CMakeMessageJoiner::close()
{
    m_hasMessage = m_indentation >= 0;
    m_indentation = -1;
    if (!m_hasMessage)
        return;
    m_whole = m_text;
    m_number = m_openNumber;
    m_byteOffset = m_openOffset;
}

}
