// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Graph.h"

#include <sstream>

namespace brick {

void Graph::addTensor(const std::string& name, Tensor<double> tensor)
{
    m_tensors.insert_or_assign(name, std::move(tensor));
}

void Graph::addLine(const std::string& line)
{
    std::istringstream words(line); // c = add_float a b
    Step step;
    std::string equals;
    std::string rest;
    if (!(words >> step.target >> equals >> step.kernel >> step.left >> step.right) || equals != "="
        || words >> rest)
        throw std::invalid_argument("brick: \"" + line + "\" is no operation");
    m_steps.push_back(step);
}

void Graph::run(const KernelTable& kernels)
{
    for (const Step& step : m_steps)
        addTensor(step.target, kernels.kernel(step.kernel)(tensor(step.left), tensor(step.right)));
}

const Tensor<double>& Graph::tensor(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end())
        throw std::out_of_range("brick: there is no tensor " + name);
    return found->second;
}

}
