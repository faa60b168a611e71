// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Linear.h"

#include <cmath>

namespace brick {

Tensor<double> solve(Tensor<double> matrix, Tensor<double> right)
{
    const std::size_t size = right.shape().elements();
    const auto at
        = [&](std::size_t row, std::size_t column) -> double& { return matrix[row * size + column]; };
    for (std::size_t column = 0; column < size; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < size; ++row) {
            if (std::abs(at(row, column)) > std::abs(at(pivot, column)))
                pivot = row;
        }
        if (std::abs(at(pivot, column)) < 1e-12)
            throw std::domain_error("brick: the matrix has no inverse");
        for (std::size_t other = 0; other < size; ++other)
            std::swap(at(column, other), at(pivot, other));
        std::swap(right[column], right[pivot]);
        for (std::size_t row = column + 1; row < size; ++row) {
            const double factor = at(row, column) / at(column, column);
            for (std::size_t other = column; other < size; ++other)
                at(row, other) -= factor * at(column, other);
            right[row] -= factor * right[column];
        }
    }
    for (std::size_t row = size; row-- > 0;) {
        for (std::size_t column = row + 1; column < size; ++column)
            right[row] -= at(row, column) * right[column];
        right[row] /= at(row, row);
    }
    return right;
}

}
