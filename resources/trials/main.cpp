// SPDX-License-Identifier: GPL-3.0-or-later
// What the build's C++ compiler must be able to: the standard, threads, exceptions, and a part in C.
#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#if TRIED_STANDARD >= 20
#include <concepts>
#include <span>
#endif

extern "C" int partInC(int number);

namespace {

#if TRIED_STANDARD >= 20
template <std::integral Number> int sumOf(std::span<const Number> numbers)
{
    int sum = 0;
    for (const Number number : numbers)
        sum += number;
    return sum;
}
#else
template <typename Number> int sumOf(const std::vector<Number>& numbers)
{
    int sum = 0;
    for (const Number number : numbers)
        sum += number;
    return sum;
}
#endif

int lengthOfCaught()
{
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception& caught) {
        return int(std::string(caught.what()).size());
    }
}

}

int main()
{
    std::map<int, int> squares { { 3, 9 } };
    for (const auto& [number, square] : squares) // a structured binding: C++17
        squares[number] = square + partInC(0);
    std::optional<int> answer;
    std::thread worker([&answer] { answer = 6; });
    worker.join();
    const std::vector<int> numbers { squares[3], *answer, lengthOfCaught() };
    const int sum = sumOf<int>(numbers);
    std::printf("{\"torchmason\":1,\"sum\":%d}\n", sum);
    return sum == 9 + 6 + 6 ? 0 : 3;
}
