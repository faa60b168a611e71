// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

// What a line of a log can prove, whatever its words are.
enum class LineWeight {
    Message, // may say why something failed
    Advice, // a warning, a note, a status line, or a failure that its program overcomes itself
    Echo, // a command that is about to run, or a shell's repetition of what a program said
};

// `line` without what a service or terminal puts around it, UTF-8. Localised warnings count, too.
LineWeight weightOf(QByteArrayView line);

// A command of a script as shells and build services echo it: "+ cmake ..", "$ ninja", "##[command]git ...".
bool isCommandEcho(QByteArrayView line);

}
