// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t largest);

// Changed bytes alone hardly ever leave a document JSON, so that readers would refuse nearly all at the door.
// Here its values change, and it stays JSON. Included once by a fuzzer whose inputs are `head` bytes and
// a document.
namespace torchmason::fuzz {

inline Json oddValue(std::minstd_rand& random)
{
    static const Json values[] = { nullptr, true, false, 0, 1, -1, 2147483648, INT64_MIN, INT64_MAX,
        UINT64_MAX, 0.5, -1e308, "", "0", "\n", "..", "/", "unknown", "\xc3\xa4", Json::array(),
        Json::object(), { { "id", 1 } }, { "a", 1, nullptr } };
    return values[random() % std::size(values)];
}

inline void changeOne(Json& value, std::minstd_rand& random)
{
    if (value.is_structured() && !value.empty() && random() % 8 != 0) {
        auto child = value.begin();
        std::advance(child, random() % value.size());
        switch (random() % 16) {
        case 0:
            value.erase(child);
            return;
        case 1:
            if (value.is_array()) {
                value.push_back(Json(*child));
                return;
            }
            break;
        default:
            break;
        }
        return changeOne(*child, random);
    }
    if (value.is_number_integer() && random() % 2) {
        value = value.get<std::int64_t>() ^ (std::int64_t(1) << random() % 63);
    } else if (value.is_string() && random() % 2) {
        std::string text = value.get<std::string>();
        text.resize(text.size() + 8);
        text.resize(
            LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), text.size() - 8, text.size()));
        value = text;
    } else {
        value = oddValue(random);
    }
}

inline std::size_t mutateJson(
    std::uint8_t* data, std::size_t size, std::size_t largest, unsigned seed, std::size_t head)
{
    std::minstd_rand random(seed);
    if (size <= head || random() % 4 == 0)
        return LLVMFuzzerMutate(data, size, largest);
    const char* const begin = reinterpret_cast<const char*>(data) + head;
    auto parsed = parseJson(QByteArray(begin, qsizetype(size - head)), {});
    if (!parsed)
        return LLVMFuzzerMutate(data, size, largest);
    Json document = std::move(parsed).value();
    for (unsigned count = 1 + random() % 3; count > 0; --count)
        changeOne(document, random);
    const QByteArray text = compactJson(document);
    if (std::size_t(text.size()) > largest - head)
        return LLVMFuzzerMutate(data, size, largest);
    std::memcpy(data + head, text.constData(), std::size_t(text.size()));
    return head + std::size_t(text.size());
}

}

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t largest, unsigned seed)
{
    return torchmason::fuzz::mutateJson(data, size, largest, seed, 1);
}
