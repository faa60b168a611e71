// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace brick {

// The sizes of a tensor, outermost first.
class Shape {
public:
    Shape() = default;
    explicit Shape(std::vector<std::size_t> sizes);

    const std::vector<std::size_t>& sizes() const { return m_sizes; }
    std::size_t rank() const { return m_sizes.size(); }
    std::size_t elements() const;
    std::vector<std::size_t> strides() const;
    std::string text() const; // "[2, 3]"
    bool operator==(const Shape& other) const { return m_sizes == other.m_sizes; }
    bool operator!=(const Shape& other) const { return !(*this == other); }

private:
    std::vector<std::size_t> m_sizes;
};

// The shape that two shapes have together when sizes of one are repeated. Throws where they do not fit.
Shape broadcast(const Shape& left, const Shape& right);

}
