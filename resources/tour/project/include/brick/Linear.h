// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Tensor.h"

namespace brick {

// Matrix products, with the block size in the name.
Tensor<float> product_small_float(const Tensor<float>& left, const Tensor<float>& right);
Tensor<double> product_small_double(const Tensor<double>& left, const Tensor<double>& right);
Tensor<float> product_medium_float(const Tensor<float>& left, const Tensor<float>& right);
Tensor<double> product_medium_double(const Tensor<double>& left, const Tensor<double>& right);
Tensor<float> product_large_float(const Tensor<float>& left, const Tensor<float>& right);
Tensor<double> product_large_double(const Tensor<double>& left, const Tensor<double>& right);

// Solves matrix * x = right by elimination. Throws where there is no single answer.
Tensor<double> solve(Tensor<double> matrix, Tensor<double> right);

}
