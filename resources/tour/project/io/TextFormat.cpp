// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Io.h"

#include <regex>
#include <sstream>

namespace brick {

std::string toText(const Tensor<double>& tensor)
{
    std::ostringstream stream;
    stream << tensor.shape().text();
    for (double value : tensor.values())
        stream << ' ' << value;
    return stream.str();
}

Tensor<double> fromText(const std::string& text)
{
    static const std::regex form(R"(\[([0-9, ]*)\](.*))");
    std::smatch parts;
    if (!std::regex_match(text, parts, form))
        throw std::invalid_argument("brick: \"" + text + "\" is no tensor");
    std::string sizesText = parts[1];
    std::replace(sizesText.begin(), sizesText.end(), ',', ' ');
    std::vector<std::size_t> sizes;
    std::istringstream sizeStream(sizesText);
    for (std::size_t size = 0; sizeStream >> size;)
        sizes.push_back(size);
    std::vector<double> values;
    std::istringstream valueStream(parts[2]);
    for (double value = 0; valueStream >> value;)
        values.push_back(value);
    return Tensor<double>(Shape(sizes), values);
}

}
