// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// A place in a source file that a line of a log names: "a.cpp:12", "a.cpp(12,3)", File "a.py", line 12.
struct LogLink {
    int start = 0; // in the shown line
    int length = 0;
    QString file; // as the tool wrote it
    int line = 0; // from 1
};

// The one at this column; without a column the first one.
std::optional<LogLink> logLink(const QString& shown, std::optional<int> column = {});
// The path of a file of this name, looked up in these folders where it is relative; empty where there is
// none. Logs and attempts of others may name anything: a file of the network is never asked for, because on
// Windows the question alone sends the user's name and a proof of the password there.
QString localFile(const QString& file, const QStringList& folders);

}
