// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonNesting.h"

namespace torchmason {

JsonNesting::JsonNesting(Files files)
    : m_files(files)
{
}

bool JsonNesting::add(QByteArrayView bytes)
{
    for (const char c : bytes) {
        if (c == '\n' && m_files == Files::OneALine) {
            m_depth = 0;
            m_inString = m_isEscaped = false;
        } else if (m_inString) {
            m_inString = c != '"' || m_isEscaped;
            m_isEscaped = c == '\\' && !m_isEscaped;
        } else if (c == '"') {
            m_inString = true;
        } else if (c == '[' || c == '{') {
            if (++m_depth > deepest)
                return false;
        } else if (c == ']' || c == '}') {
            --m_depth;
        }
    }
    return true;
}

}
