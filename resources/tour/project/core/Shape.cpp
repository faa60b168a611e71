// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Shape.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace brick {

Shape::Shape(std::vector<std::size_t> sizes)
    : m_sizes(std::move(sizes))
{
}

std::size_t Shape::elements() const
{
    return std::accumulate(m_sizes.begin(), m_sizes.end(), std::size_t(1), std::multiplies<std::size_t>());
}

std::vector<std::size_t> Shape::strides() const
{
    std::vector<std::size_t> strides(m_sizes.size(), 1);
    for (std::size_t axis = m_sizes.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * m_sizes[axis];
    return strides;
}

std::string Shape::text() const
{
    std::ostringstream stream;
    stream << '[';
    for (std::size_t axis = 0; axis < m_sizes.size(); ++axis)
        stream << (axis ? ", " : "") << m_sizes[axis];
    stream << ']';
    return stream.str();
}

Shape broadcast(const Shape& left, const Shape& right)
{
    std::vector<std::size_t> sizes(std::max(left.rank(), right.rank()), 1);
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
        const std::size_t a = axis < left.rank() ? left.sizes()[left.rank() - 1 - axis] : 1;
        const std::size_t b = axis < right.rank() ? right.sizes()[right.rank() - 1 - axis] : 1;
        if (a != b && a != 1 && b != 1)
            throw std::invalid_argument(
                "brick: " + left.text() + " and " + right.text() + " do not fit together");
        sizes[sizes.size() - 1 - axis] = std::max(a, b);
    }
    return Shape(sizes);
}

}
