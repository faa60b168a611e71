// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Tensor.h"

#include <cmath>

namespace brick {

namespace operations {

template <typename Number> Number add(Number left, Number right)
{
    return left + right;
}
template <typename Number> Number subtract(Number left, Number right)
{
    return left - right;
}
template <typename Number> Number multiply(Number left, Number right)
{
    return left * right;
}
template <typename Number> Number maximum(Number left, Number right)
{
    return left < right ? right : left;
}
template <typename Number> Number minimum(Number left, Number right)
{
    return right < left ? right : left;
}
template <typename Number> Number hypotenuse(Number left, Number right)
{
    return static_cast<Number>(
        std::sqrt(static_cast<double>(left) * left + static_cast<double>(right) * right));
}

}

// Where the value of `index` in a tensor of shape `whole` lies in one of shape `part` that is repeated.
inline std::size_t repeatedIndex(std::size_t index, const Shape& whole, const Shape& part)
{
    const std::vector<std::size_t> wholeStrides = whole.strides();
    const std::vector<std::size_t> partStrides = part.strides();
    const std::size_t missing = whole.rank() - part.rank();
    std::size_t result = 0;
    for (std::size_t axis = 0; axis < whole.rank(); ++axis) {
        const std::size_t at = index / wholeStrides[axis] % whole.sizes()[axis];
        if (axis >= missing && part.sizes()[axis - missing] != 1)
            result += at * partStrides[axis - missing];
    }
    return result;
}

// Element by element, with sizes of one repeated.
template <typename Number, typename Operation>
Tensor<Number> combine(const Tensor<Number>& left, const Tensor<Number>& right, Operation operation)
{
    Tensor<Number> result(broadcast(left.shape(), right.shape()));
    for (std::size_t index = 0; index < result.values().size(); ++index)
        result[index] = operation(left[repeatedIndex(index, result.shape(), left.shape())],
            right[repeatedIndex(index, result.shape(), right.shape())]);
    return result;
}

}
