// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/export/ScriptVariables.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace torchmason {

// How things are written in one language of scripts. Text of users is quoted or escaped here, so that it can
// never run as a command. All but conditions and stop() answer whole lines.
class ScriptLines {
public:
    virtual ~ScriptLines() = default;

    virtual Platform platform() const = 0;
    // `program`: what runPython() of the body runs.
    virtual QByteArray whole(const QStringList& head, const QString& definitions, const QString& body,
        const QString& program) const = 0;
    virtual QString variable(ScriptName name) const = 0; // as it is used: $JOBS, %JOBS%
    virtual QString definition(const ScriptVariable& variable, const QString& value) const = 0;
    virtual QString comment(const QString& text) const = 0;
    virtual QString step(const QString& name) const = 0;

    virtual QString place(const QString& path) const = 0; // quoted
    // In its folder and with its environment; the script stops where it fails. `rest` follows as it is.
    virtual QString line(const Command& command, const QString& rest = {}) const = 0;
    virtual QString lineUnless(const Command& works, const Command& command) const = 0;
    // Its last argument is `folder`. No line of the program begins with anything but a word of our own.
    virtual QString runPython(const QString& python, const QString& folder, const QString& program) const = 0;
    virtual QString stop(const QString& sentence) const = 0; // a command

    virtual QString exists(const QString& path) const = 0; // a condition
    virtual QString isOn(const QString& flag) const = 0; // a condition; after lookAt()
    virtual QString isNot(const QString& condition) const = 0;
    // Reads from the folder's CMake cache which of the flags are ON.
    virtual QString lookAt(const QString& build, const QStringList& flags) const = 0;
    virtual QString when(const QStringList& conditions, const QString& command) const = 0; // all of them
    // Lines that run only then. `label` is a word of our own, used once in a script.
    virtual QString section(const QString& condition, const QString& lines, const QString& label) const = 0;
};

// Words for the reader of a script: one line without marks and without what a terminal would act upon. A very
// long one is cut: cmd.exe takes the end of a long line for a line of its own.
QString scriptSentence(const QString& text);

std::unique_ptr<ScriptLines> shellLines();
std::unique_ptr<ScriptLines> batchLines(const QVector<ScriptVariable>& variables); // which must outlive it

}
