// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Io.h"

namespace brick {

History::History(std::size_t capacity)
    : m_capacity(std::max<std::size_t>(2, capacity))
{
}

void History::add(double value)
{
    if (m_seen++ % m_step != 0)
        return;
    m_values.push_back(value);
    if (m_values.size() <= m_capacity)
        return;
    std::vector<double> thinned;
    for (std::size_t index = 0; index < m_values.size(); index += 2)
        thinned.push_back(m_values[index]);
    m_values = std::move(thinned);
    m_step *= 2;
}

}
