// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

enum class Severity {
    None, // not a message
    Note, // also a status line, and a retry after a failure
    Warning, // also an error that its program overcomes itself
    Error,
    Fatal,
};

// What a line of a tool says of itself. This alone decides it: for the messages of the parsers and their
// count, for what the rules take as proof, and for the colours and the filter of the log viewer. `line` is
// UTF-8, without what a service or terminal puts around it (LineCleaner).
Severity severityOf(QByteArrayView line);
// The same of a line as it stands in the log.
Severity severityOfRaw(QByteArrayView line);

// A command that is about to run, or a shell's repetition of what a program said: proves nothing.
bool isEcho(QByteArrayView line);
// A command of a script as shells and build services echo it: "+ cmake ..", "$ ninja", "##[command]git ...".
bool isCommandEcho(QByteArrayView line);

}
