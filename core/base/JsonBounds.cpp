// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonBounds.h"

namespace torchmason {

JsonBounds::JsonBounds(Files files, int most)
    : m_files(files)
    , m_most(most)
{
}

// Values are told by what begins or separates them: names of members stand before a colon.
JsonBounds::Fault JsonBounds::add(QByteArrayView bytes)
{
    for (const char c : bytes) {
        if (c == '\n' && m_files == Files::OneALine) {
            m_depth = m_values = 0;
            m_inString = m_isEscaped = false;
        } else if (m_inString) {
            m_inString = c != '"' || m_isEscaped;
            m_isEscaped = c == '\\' && !m_isEscaped;
        } else if (c == '"') {
            m_inString = true;
        } else if (c == '[' || c == '{') {
            if (++m_depth > deepest)
                return Fault::TooDeep;
            ++m_values;
        } else if (c == ']' || c == '}') {
            --m_depth;
        } else if (c == ',') {
            ++m_values;
        }
        if (m_values > m_most)
            return Fault::TooMany;
    }
    return Fault::None;
}

}
