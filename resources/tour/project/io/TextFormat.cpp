// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Io.h"

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
    const std::size_t close = text.find(']');
    if (text.rfind('[', 0) != 0 || close == std::string::npos)
        throw std::invalid_argument("brick: \"" + text + "\" is no tensor");
    std::string sizesText = text.substr(1, close - 1);
    std::replace(sizesText.begin(), sizesText.end(), ',', ' ');
    std::vector<std::size_t> sizes;
    std::istringstream sizeStream(sizesText);
    for (std::size_t size = 0; sizeStream >> size;)
        sizes.push_back(size);
    std::vector<double> values;
    std::istringstream valueStream(text.substr(close + 1));
    for (double value = 0; valueStream >> value;)
        values.push_back(value);
    return Tensor<double>(Shape(sizes), values);
}

}
