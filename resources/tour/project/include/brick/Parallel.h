// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace brick {

// Calls the function for parts of [0, count), several at the same time.
void inParallel(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& part);

}
