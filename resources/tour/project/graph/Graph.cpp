// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Graph.h"

#include <regex>

namespace brick {

void Graph::addTensor(const std::string& name, Tensor<double> tensor)
{
    m_tensors.insert_or_assign(name, std::move(tensor));
}

void Graph::addLine(const std::string& line)
{
    static const std::regex form(R"(\s*(\w+)\s*=\s*(\w+)\s+(\w+)\s+(\w+)\s*)"); // c = add_float a b
    std::smatch words;
    if (!std::regex_match(line, words, form))
        throw std::invalid_argument("brick: \"" + line + "\" is no operation");
    m_steps.push_back({ words[1], words[2], words[3], words[4] });
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
