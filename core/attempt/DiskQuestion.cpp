// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/DiskQuestion.h"

#include "core/base/DetachedThread.h"

#include <QFileInfo>

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
    m_answer = askDetached([folder, look = m_look] { look(folder); }).share();
    return m_answer.valid();
}

bool DiskQuestion::isOpen(Milliseconds longest) const
{
    return m_answer.valid() && m_answer.wait_for(longest) != std::future_status::ready;
}

}
