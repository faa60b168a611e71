// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "brick/Export.h"
#include "brick/Kernel.h"

#include <string>
#include <vector>

namespace brick {

// A list of operations on named tensors: "c = add_float a b", run in order.
class BRICK_API Graph {
public:
    void addTensor(const std::string& name, Tensor<double> tensor);
    void addLine(const std::string& line); // throws where it is no operation
    void run(const KernelTable& kernels);
    const Tensor<double>& tensor(const std::string& name) const;

private:
    struct Step {
        std::string target;
        std::string kernel;
        std::string left;
        std::string right;
    };
    std::vector<Step> m_steps;
    std::map<std::string, Tensor<double>> m_tensors;
};

}
