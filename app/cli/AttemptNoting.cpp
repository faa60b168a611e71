// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/ControlCharacters.h"

namespace torchmason::cli {

namespace {

constexpr int asMany = 1000; // words of a note

// What is known of it may be broken; its notes are its own.
AttemptSummary notedAttempt(const CommandLine& line)
{
    AttemptSummary attempt = attemptNamed(line.positional().value(0));
    if (!attempt.notesProblem.isEmpty())
        fail(attempt.notesProblem);
    return attempt;
}

void keep(const AttemptSummary& attempt, const AttemptNotes& notes, const QString& said, Console& console)
{
    orFail(writeNotes(attempt.folder, notes));
    console.print(said.arg(attempt.number));
}

int note(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = notedAttempt(line);
    const QString text = line.positional().mid(1).join(QLatin1Char(' ')).trimmed();
    if (line.has("clear") && !text.isEmpty())
        wrongUse(QStringLiteral("--clear takes no text."));
    AttemptNotes notes = attempt.notes;
    if (!text.isEmpty() || line.has("clear")) {
        notes.note = text;
        keep(attempt, notes,
            text.isEmpty() ? QStringLiteral("Attempt %1 has no note now.")
                           : QStringLiteral("The note of attempt %1 is kept."),
            console);
    } else if (notes.note.isEmpty()) {
        console.print(QStringLiteral("Attempt %1 has no note.").arg(attempt.number));
    } else {
        console.print(withoutControls(notes.note));
    }
    return ExitCode::Good;
}

int tag(const CommandLine& line, Console& console)
{
    const QStringList words = line.positional().mid(1);
    QStringList tags;
    for (const QString& word : words)
        tags.append(orWrongUse(normalizedTag(word)));
    const AttemptSummary attempt = notedAttempt(line);
    AttemptNotes notes = attempt.notes;
    for (const QString& named : tags) {
        notes.tags.removeAll(named);
        if (!line.has("remove"))
            notes.tags.append(named);
    }
    if (notes != attempt.notes)
        orFail(writeNotes(attempt.folder, notes));
    console.print(notes.tags.isEmpty() ? QStringLiteral("Attempt %1 has no tag.").arg(attempt.number)
                                       : QStringLiteral("Attempt %1: %2")
                                             .arg(QString::number(attempt.number),
                                                 QLatin1Char('#') + notes.tags.join(QLatin1String(" #"))));
    return ExitCode::Good;
}

}

Subcommand attemptsNoteCommand()
{
    return { "attempts note", "N [TEXT...] [--clear]",
        "Keeps a note with an attempt, in place of the one that it has. Without a text, prints it.", 1,
        asMany, { { "clear", "", "remove the note" } }, note };
}

Subcommand attemptsTagCommand()
{
    return { "attempts tag", "N TAG [TAG...] [--remove]",
        "Puts tags on an attempt: short words by which it is found.", 2, asMany,
        { { "remove", "", "remove these tags" } }, tag };
}

}
