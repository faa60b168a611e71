// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Parallel.h"

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

namespace brick {

void inParallel(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& part)
{
    const std::size_t threads
        = std::max<std::size_t>(1, std::min<std::size_t>(count, std::thread::hardware_concurrency()));
    std::vector<std::future<void>> parts;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        const std::size_t begin = count * thread / threads;
        const std::size_t end = count * (thread + 1) / threads;
        parts.push_back(std::async(std::launch::async, part, begin, end));
    }
    for (std::future<void>& one : parts)
        one.get();
}

}
