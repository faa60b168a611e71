// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One command of a CMake file: its name in small letters, its arguments without quotes. Nothing is evaluated.
struct CMakeCommand {
    QString name;
    QStringList words;
};

// The commands of a file in order, without comments. Of a torn file what is whole.
QVector<CMakeCommand> cmakeCommands(const QString& text);

}
