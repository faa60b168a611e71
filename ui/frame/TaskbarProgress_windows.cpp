// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/TaskbarProgress.h"

#include <QWidget>

#include <windows.h>

#include <shobjidl.h>

namespace torchmason {

// Qt 6 has no class for it any more. Made when it is first needed: the taskbar must know the window by then.
struct TaskbarProgress::Bar {
    QWidget* window = nullptr;
    ITaskbarList3* list = nullptr;

    bool isReady()
    {
        if (!list
            && SUCCEEDED(CoCreateInstance(CLSID_TaskbarList, nullptr, CLSCTX_INPROC_SERVER, IID_ITaskbarList3,
                reinterpret_cast<void**>(&list)))
            && FAILED(list->HrInit())) {
            list->Release();
            list = nullptr;
        }
        return list != nullptr;
    }
};

TaskbarProgress::TaskbarProgress(QWidget* window)
    : m_bar(std::make_unique<Bar>())
{
    m_bar->window = window;
}

TaskbarProgress::~TaskbarProgress()
{
    if (m_bar->list)
        m_bar->list->Release();
}

void TaskbarProgress::show(const TaskbarState& state)
{
    if (!m_bar->isReady())
        return;
    const HWND window = reinterpret_cast<HWND>(m_bar->window->winId());
    if (state.kind == TaskbarState::Percent)
        m_bar->list->SetProgressValue(window, ULONGLONG(state.percent), 100);
    m_bar->list->SetProgressState(window,
        state.kind == TaskbarState::Percent    ? TBPF_NORMAL
            : state.kind == TaskbarState::Busy ? TBPF_INDETERMINATE
                                               : TBPF_NOPROGRESS);
}

}
