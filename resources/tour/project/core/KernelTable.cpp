// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Kernel.h"

namespace brick {

void KernelTable::add(const std::string& name, Kernel kernel)
{
    if (!m_kernels.emplace(name, std::move(kernel)).second)
        throw std::logic_error("brick: there are two kernels " + name);
}

const Kernel& KernelTable::kernel(const std::string& name) const
{
    const auto found = m_kernels.find(name);
    if (found == m_kernels.end())
        throw std::out_of_range("brick: there is no kernel " + name);
    return found->second;
}

}
