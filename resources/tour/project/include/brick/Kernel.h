// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Tensor.h"

#include <map>
#include <string>

namespace brick {

// A named operation on two tensors of doubles, whatever element type it computes in.
using Kernel = std::function<Tensor<double>(const Tensor<double>&, const Tensor<double>&)>;

// All kernels by name, "add_float". Filled by the generated sources.
class KernelTable {
public:
    void add(const std::string& name, Kernel kernel);
    const Kernel& kernel(const std::string& name) const; // throws where there is none
    std::size_t size() const { return m_kernels.size(); }

private:
    std::map<std::string, Kernel> m_kernels;
};

KernelTable allKernels();

}
