// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildSchedule.h"

#include <algorithm>
#include <queue>
#include <vector>

namespace torchmason {

namespace {

class Player {
public:
    Player(const BuildGraph& graph, const WorkLeft& work, int jobs, NinjaOrder order);
    ScheduleEnd play();

private:
    using Ended = std::pair<double, int>;

    void findFollowers();
    void findWays();
    void makeReady(int node);
    void startRunning();
    void startReady();
    void end(int node);
    double priority(int node) const { return m_order == NinjaOrder::File ? 0.0 : m_steps[size_t(node)]; }

    const BuildGraph& m_graph;
    const WorkLeft& m_work;
    int m_free;
    NinjaOrder m_order;
    std::vector<std::vector<int>> m_followers;
    std::vector<int> m_waitsFor;
    std::vector<double> m_steps; // to the end of the build, on the longest way
    std::priority_queue<std::pair<double, int>> m_ready; // the number is negative: the first of equals wins
    std::vector<std::vector<int>> m_delayed; // by pool: ready, but the pool is full
    std::vector<int> m_poolFree;
    std::priority_queue<Ended, std::vector<Ended>, std::greater<>> m_running;
    double m_now = 0;
    double m_longest = 0;
};

Player::Player(const BuildGraph& graph, const WorkLeft& work, int jobs, NinjaOrder order)
    : m_graph(graph)
    , m_work(work)
    , m_free(std::max(1, jobs))
    , m_order(order)
    , m_followers(size_t(graph.nodes.size()))
    , m_waitsFor(size_t(graph.nodes.size()), 0)
    , m_steps(size_t(graph.nodes.size()), 0)
    , m_delayed(size_t(graph.poolDepths.size()))
    , m_poolFree(graph.poolDepths.begin(), graph.poolDepths.end())
{
    findFollowers();
    findWays();
}

void Player::findFollowers()
{
    for (int node = 0; node < m_graph.nodes.size(); ++node) {
        for (const int before : m_graph.nodes[node].before) {
            if (m_work.isDone[before] || m_work.isDone[node] || before == node)
                continue;
            m_followers[size_t(before)].push_back(node);
            ++m_waitsFor[size_t(node)];
        }
    }
}

// From the ends backwards: how many steps and how much time come after each node. A circle, which ninja
// would refuse, is never reached.
void Player::findWays()
{
    const size_t count = m_followers.size();
    std::vector<int> open(count, 0);
    std::vector<double> times(count, 0);
    std::vector<int> ready;
    for (size_t node = 0; node < count; ++node) {
        open[node] = int(m_followers[node].size());
        if (open[node] == 0)
            ready.push_back(int(node));
    }
    while (!ready.empty()) {
        const int node = ready.back();
        ready.pop_back();
        const bool counts = !m_work.isDone[node] && !m_graph.nodes[node].language.isEmpty();
        m_steps[size_t(node)] += counts ? 1 : 0;
        times[size_t(node)] += m_work.isDone[node] ? 0.0 : m_work.left[node];
        m_longest = std::max(m_longest, times[size_t(node)]);
        for (const int before : m_graph.nodes[node].before) {
            if (m_work.isDone[before] || m_work.isDone[node] || before == node)
                continue;
            m_steps[size_t(before)] = std::max(m_steps[size_t(before)], m_steps[size_t(node)]);
            times[size_t(before)] = std::max(times[size_t(before)], times[size_t(node)]);
            if (--open[size_t(before)] == 0)
                ready.push_back(before);
        }
    }
}

// Names end at once, and what followed them is ready.
void Player::makeReady(int node)
{
    std::vector<int> open { node };
    while (!open.empty()) {
        const int next = open.back();
        open.pop_back();
        if (!m_graph.nodes[next].language.isEmpty()) {
            m_ready.emplace(priority(next), -next);
            continue;
        }
        for (const int follower : m_followers[size_t(next)]) {
            if (--m_waitsFor[size_t(follower)] == 0 && !m_work.isRunning[follower])
                open.push_back(follower);
        }
    }
}

void Player::startRunning()
{
    std::vector<int> first;
    for (int node = 0; node < m_graph.nodes.size(); ++node) {
        if (m_work.isDone[node])
            continue;
        if (m_work.isRunning[node]) {
            m_running.emplace(m_work.left[node], node);
            --m_free;
            if (const int pool = m_graph.nodes[node].pool; pool >= 0)
                --m_poolFree[size_t(pool)];
        } else if (m_waitsFor[size_t(node)] == 0) {
            first.push_back(node);
        }
    }
    for (const int node : first)
        makeReady(node);
}

void Player::startReady()
{
    while (m_free > 0 && !m_ready.empty()) {
        const int node = -m_ready.top().second;
        m_ready.pop();
        const int pool = m_graph.nodes[node].pool;
        if (pool >= 0 && m_poolFree[size_t(pool)] <= 0) {
            m_delayed[size_t(pool)].push_back(node);
            continue;
        }
        if (pool >= 0)
            --m_poolFree[size_t(pool)];
        --m_free;
        m_running.emplace(m_now + m_work.left[node], node);
    }
}

void Player::end(int node)
{
    ++m_free;
    if (const int pool = m_graph.nodes[node].pool; pool >= 0) {
        ++m_poolFree[size_t(pool)];
        for (const int delayed : std::exchange(m_delayed[size_t(pool)], {}))
            m_ready.emplace(priority(delayed), -delayed);
    }
    for (const int follower : m_followers[size_t(node)]) {
        if (--m_waitsFor[size_t(follower)] == 0 && !m_work.isRunning[follower])
            makeReady(follower);
    }
}

ScheduleEnd Player::play()
{
    startRunning();
    startReady();
    while (!m_running.empty()) {
        const auto [time, node] = m_running.top();
        m_running.pop();
        m_now = time;
        end(node);
        startReady();
    }
    return { m_now, m_longest };
}

}

ScheduleEnd playSchedule(const BuildGraph& graph, const WorkLeft& work, int jobs, NinjaOrder order)
{
    return Player(graph, work, jobs, order).play();
}

}
