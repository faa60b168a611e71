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
// asking; the main thread waits for it only for a moment, and not at all while earlier work has not ended.
class PatientDisk : public QObject {
    Q_OBJECT

public:
    inline static std::chrono::milliseconds patience { 1000 }; // tests wait longer, as nobody looks at them

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
    // Nothing is asked of a disk that is late.
    template <typename Work> auto askIfAwake(Work work, std::chrono::milliseconds longest = patience)
    {
        return isLate() ? std::nullopt : ask(std::move(work), longest);
    }
    void later(std::function<void()> work) { add(std::move(work)); }
    // Whether it has kept somebody waiting for too long, and all of what was asked for is not done yet.
    bool isLate() const;
    // Whether all is done before the time is over.
    bool finish(std::chrono::milliseconds longest);

signals:
    void late();
    // It was late, and all is done now.
    void answered();

private:
    struct State;
    static void run(const std::shared_ptr<State>& state);
    qint64 add(std::function<void()> work);
    bool wait(qint64 number, std::chrono::milliseconds longest);

    std::shared_ptr<State> m_state;
};

}
