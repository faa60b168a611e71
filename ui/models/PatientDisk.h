// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace torchmason {

// What the main thread wants from a disk at once. The work is done on a thread of its own, in the order of
// asking; the main thread waits for it only for a moment, and not at all while it has waited in vain for
// earlier work that has not ended.
class PatientDisk : public QObject {
    Q_OBJECT

public:
    // Tests wait longer, as nobody looks at them.
    inline static std::chrono::milliseconds patience { 1000 }; // a disk that takes longer is late
    inline static std::chrono::milliseconds moment { 30 }; // for what is painted: who waits sees no halt

    explicit PatientDisk(QObject* parent = nullptr);
    ~PatientDisk() override; // does not wait: what was asked for is still done

    // nullopt where the disk has not answered in time. The work is done later then, so it must own all that
    // it touches.
    template <typename Work>
    auto ask(Work work, std::chrono::milliseconds longest = patience)
        -> std::optional<std::invoke_result_t<Work>>
    {
        auto answer = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
        const bool isDone
            = wait(add([answer, work = std::move(work)]() mutable { answer->emplace(work()); }), longest);
        return isDone ? std::move(*answer) : std::nullopt;
    }
    // Nothing is asked while somebody has waited in vain and not all is done.
    template <typename Work> auto askIfAwake(Work work, std::chrono::milliseconds longest = patience)
    {
        return isBehind() ? std::nullopt : ask(std::move(work), longest);
    }
    void later(std::function<void()> work) { add(std::move(work)); }
    // Whether somebody has waited in vain, `patience` has gone by, and not all of what was asked for is done.
    bool isLate() const;
    // Whether all is done before the time is over.
    bool finish(std::chrono::milliseconds longest);

signals:
    void late();
    // Somebody had waited in vain, and all is done now.
    void answered();

private:
    struct State;
    static void run(const std::shared_ptr<State>& state);
    qint64 add(std::function<void()> work);
    bool wait(qint64 number, std::chrono::milliseconds longest);
    bool isBehind() const;
    void becomeLate(qint64 number); // where this work is not done yet

    std::shared_ptr<State> m_state;
};

}
