// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Tensor.h"

#include <iosfwd>
#include <string>

namespace brick {

// "[2, 2] 1 2 3 4", the one text form of a tensor.
std::string toText(const Tensor<double>& tensor);
Tensor<double> fromText(const std::string& text); // throws where it is none

struct Statistics {
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double deviation = 0;
};
Statistics statisticsOf(const Tensor<double>& tensor);

// The last values of something, thinned by half whenever there are too many.
class History {
public:
    explicit History(std::size_t capacity);
    void add(double value);
    const std::vector<double>& values() const { return m_values; }

private:
    std::size_t m_capacity;
    std::size_t m_step = 1;
    std::size_t m_seen = 0;
    std::vector<double> m_values;
};

}
