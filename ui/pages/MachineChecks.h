// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

class CheckList;
class MachineFacts;

// Does what the buttons in rows of checks ask for: looking again, another program, the one that was found.
void serveChecks(CheckList& list, MachineFacts& machine);

}
