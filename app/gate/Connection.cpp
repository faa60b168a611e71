// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Connection.h"

namespace torchmason::gate {

bool Connection::mayGo()
{
    for (int patience = firstAnswerMs; isOpen(); patience = silenceMs) {
        switch (receive(patience)) {
        case char(Answer::Go):
            return true;
        case char(Answer::GiveUp):
            return false;
        case char(Answer::Wait):
        case char(Answer::Preempt): // crossed our own Yielded; nothing runs
            break;
        default:
            close(); // silent or gone: nobody waits for it
        }
    }
    return true;
}

char Connection::pending()
{
    return isOpen() ? receive(0) : '\0';
}

}
