// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/DiskQuestion.h"

#include <QFileInfo>

#include <system_error>
#include <thread>
#include <utility>

namespace torchmason {

DiskQuestion::DiskQuestion(Look look)
    : m_look(std::move(look))
{
}

void DiskQuestion::lookAt(const QString& folder)
{
    (void)QFileInfo(folder).isDir();
}

bool DiskQuestion::ask(const QString& folder)
{
    std::packaged_task<void()> look([folder, look = m_look] { look(folder); });
    m_answer = look.get_future().share();
    try {
        std::thread(std::move(look)).detach();
    } catch (const std::system_error&) {
        m_answer = {};
        return false;
    }
    return true;
}

bool DiskQuestion::isOpen(Milliseconds longest) const
{
    return m_answer.valid() && m_answer.wait_for(longest) != std::future_status::ready;
}

}
