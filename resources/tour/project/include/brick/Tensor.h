// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Shape.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace brick {

// A dense block of numbers, row by row. Copies share nothing.
template <typename Number> class Tensor {
public:
    explicit Tensor(Shape shape, Number fill = Number())
        : m_shape(std::move(shape))
        , m_values(m_shape.elements(), fill)
    {
    }
    Tensor(Shape shape, std::vector<Number> values)
        : m_shape(std::move(shape))
        , m_values(std::move(values))
    {
        if (m_values.size() != m_shape.elements())
            throw std::invalid_argument(
                "brick: " + std::to_string(m_values.size()) + " values for " + m_shape.text());
    }

    const Shape& shape() const { return m_shape; }
    std::vector<Number>& values() { return m_values; }
    const std::vector<Number>& values() const { return m_values; }
    Number& operator[](std::size_t index) { return m_values[index]; }
    const Number& operator[](std::size_t index) const { return m_values[index]; }

    template <typename Function> Tensor map(Function function) const
    {
        Tensor result(m_shape);
        std::transform(m_values.begin(), m_values.end(), result.m_values.begin(), function);
        return result;
    }

private:
    Shape m_shape;
    std::vector<Number> m_values;
};

}
