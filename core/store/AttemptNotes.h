// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// What the user writes to an attempt: notes.json in its folder, which the runner never touches.
struct AttemptNotes {
    QString note; // any language, perhaps several lines
    QStringList tags; // as normalizedTag() spells them, each once

    bool isEmpty() const { return note.isEmpty() && tags.isEmpty(); }
    bool operator==(const AttemptNotes&) const = default;
};

// One spelling for one tag: "#Needs Driver" -> "needs-driver". An error where it is no short word.
Result<QString> normalizedTag(const QString& text);

// None where there is no file. An error where there is one that cannot be read.
Result<AttemptNotes> readNotes(const QString& attemptFolder);
// Replaces the file as a whole; empty notes remove it. A file that cannot be read is not overwritten.
Result<void> writeNotes(const QString& attemptFolder, const AttemptNotes& notes);

}
