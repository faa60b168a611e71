// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Connection.h"

namespace torchmason::gate {

bool Connection::mayGo()
{
    int patience = firstAnswerMs;
    while (isOpen()) {
        switch (receive(patience)) {
        case char(Answer::Go):
            return true;
        case char(Answer::GiveUp):
            return false;
        case char(Answer::Wait):
        case char(Answer::Preempt): // crossed our own Yielded; nothing runs
            patience = silenceMs;
            break;
        default:
            // Both of us may have been stopped for a while (Ctrl-Z): then it speaks in a moment.
            if (patience == silenceMs)
                patience = lastChanceMs;
            else
                close(); // silent or gone
        }
    }
    return true;
}

char Connection::pending()
{
    return isOpen() ? receive(0) : '\0';
}

}
