// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Io.h"

#include <cmath>

namespace brick {

Statistics statisticsOf(const Tensor<double>& tensor)
{
    Statistics result;
    const std::vector<double>& values = tensor.values();
    if (values.empty())
        return result;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    result.minimum = *least;
    result.maximum = *most;
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    double squares = 0;
    for (double value : values)
        squares += (value - result.mean) * (value - result.mean);
    result.deviation = std::sqrt(squares / double(values.size()));
    return result;
}

}
