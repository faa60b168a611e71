// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace torchmason {

// One sentence a user can act on: what happened, where, and what to do about it.
struct Error {
    QString message;
};

// A value or the Error that explains why there is none. Ask before taking: value() of a failed result
// is a mistake of ours.
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_content(std::move(value))
    {
    }
    Result(Error error)
        : m_content(std::move(error))
    {
    }

    bool ok() const { return std::holds_alternative<T>(m_content); }
    explicit operator bool() const { return ok(); }

    const T& value() const& { return std::get<T>(m_content); }
    T& value() & { return std::get<T>(m_content); }
    T&& value() && { return std::get<T>(std::move(m_content)); }
    const T& operator*() const& { return value(); }
    const T* operator->() const { return &std::get<T>(m_content); }
    T* operator->() { return &std::get<T>(m_content); }

    const Error& error() const { return std::get<Error>(m_content); }

private:
    std::variant<T, Error> m_content;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : m_content(std::move(error))
    {
    }

    bool ok() const { return std::holds_alternative<std::monostate>(m_content); }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return std::get<Error>(m_content); }

private:
    std::variant<std::monostate, Error> m_content;
};

}
