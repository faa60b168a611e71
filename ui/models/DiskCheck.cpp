// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DiskCheck.h"

#include <utility>

namespace torchmason {

void DiskCheck::ask(const BuildRequest& request)
{
    const QString folders = request.sourceFolder + u'\n' + request.buildFolder;
    if (std::exchange(m_folders, folders) != folders)
        take({});
    const QString question = diskQuestion(request);
    m_query.ask(
        question, [request](const std::stop_token&) { return readDisk(request); },
        [this, question](const DiskAnswer& answer) {
            m_question = question;
            take(answer);
            emit answered();
        });
}

void DiskCheck::forget()
{
    m_query.forget();
    m_question.clear();
}

bool DiskCheck::knows(const BuildRequest& request) const
{
    return !m_question.isEmpty() && m_question == diskQuestion(request);
}

void DiskCheck::take(const DiskAnswer& answer)
{
    if (std::exchange(m_answer, answer) != answer)
        emit changed();
}

}
