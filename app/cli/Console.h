// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason::cli {

// Where the command line speaks: UTF-8 on standard output, sentences about trouble on standard error. What a
// terminal would act upon is taken out of all of it, for it may quote profiles, bundles and logs of others.
// A reader that went away (`| head`) is no error: the rest is dropped quietly.
class Console {
public:
    Console();

    void print(const QString& text); // adds a line break where there is none
    void printWrapped(const QString& text); // lines at most as long as a terminal is wide
    void printRaw(const QByteArray& bytes); // as they are, where they go into a file or a pipe
    void printJson(const Json& document); // indented; the caller puts "schema" first
    // From now on only printJson() reaches the output: what follows is for a program.
    void onlyJson() { m_onlyJson = true; }
    bool isOnlyJson() const { return m_onlyJson; }
    void complain(const QString& sentence); // "torchmason-cli: ..." on standard error
    // Columns of text, the first row as headings, cut to the terminal's width where it is one.
    void printTable(const QVector<QStringList>& rows);

    // One line that is written over and over; only on a terminal. Cleared by the next print().
    void showLive(const QString& line);
    void clearLive();

    bool isTerminal() const { return m_terminal; }
    bool isUtf8() const { return m_utf8; } // whether signs beyond ASCII can be shown
    int width() const; // 80 where it is not known
    bool hasReader() const { return !m_broken; }
    // `sign` where it can be shown, else `plain`.
    QString sign(const QString& sign, const QString& plain) const { return m_utf8 ? sign : plain; }

private:
    void write(const QByteArray& bytes);

    bool m_terminal = false;
    bool m_utf8 = false;
    bool m_broken = false;
    bool m_live = false;
    bool m_onlyJson = false;
};

// Text cut to `width` characters, with dots where something is missing.
QString cutTo(const QString& text, int width, const Console& console);

}
