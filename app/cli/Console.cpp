// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"

#include "app/cli/Terminal.h"
#include "app/cli/WrappedText.h"
#include "core/base/ControlCharacters.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

// What JSON's own escapes leave to terminals: they can only stand in its strings.
QString withEscapedControls(const QString& json)
{
    QString text;
    text.reserve(json.size());
    for (const QChar letter : json) {
        if (isControl(letter))
            text += QStringLiteral("\\u%1").arg(letter.unicode(), 4, 16, QLatin1Char('0'));
        else
            text += letter;
    }
    return text;
}

}

Console::Console()
    : m_terminal(outputIsTerminal())
    , m_utf8(outputIsUtf8())
{
}

int Console::width() const
{
    return std::max(20, terminalWidth().value_or(80));
}

void Console::write(const QByteArray& bytes)
{
    if (!m_broken)
        m_broken = !writeOutput(bytes);
}

void Console::printRaw(const QByteArray& bytes)
{
    clearLive();
    const auto safe = [&bytes] { return withoutControls(QString::fromUtf8(bytes).remove(u'\r')).toUtf8(); };
    write(m_terminal ? safe() : bytes);
}

void Console::print(const QString& text)
{
    if (m_onlyJson)
        return;
    const QByteArray safe = withoutControls(text).toUtf8();
    printRaw(safe.endsWith('\n') ? safe : safe + '\n');
}

void Console::printWrapped(const QString& text)
{
    print(m_terminal ? wrapped(text, width()) : text);
}

void Console::printJson(const Json& document)
{
    const QString text = QString::fromStdString(document.dump(2, ' ', false, Json::error_handler_t::replace));
    printRaw(withEscapedControls(text).toUtf8() + '\n');
}

void Console::complain(const QString& sentence)
{
    clearLive();
    writeTrouble(QStringLiteral("torchmason-cli: %1\n").arg(withoutControls(sentence)).toUtf8());
}

void Console::printTable(const QVector<QStringList>& rows)
{
    QVector<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (qsizetype column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], row[column].size());
    }
    QString text;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype column = 0; column < row.size(); ++column)
            line += safeLine(row[column]).leftJustified(widths[column] + 2);
        line = line.trimmed();
        text += (m_terminal ? cutTo(line, width(), *this) : line) + QLatin1Char('\n');
    }
    print(text);
}

void Console::showLive(const QString& line)
{
    if (!m_terminal || m_onlyJson)
        return;
    write("\r\x1b[2K" + cutTo(safeLine(line), width() - 1, *this).toUtf8());
    m_live = true;
}

void Console::clearLive()
{
    if (m_live)
        write("\r\x1b[2K");
    m_live = false;
}

QString cutTo(const QString& text, int width, const Console& console)
{
    if (text.size() <= width)
        return text;
    const QString dots = console.sign(QStringLiteral("…"), QStringLiteral("..."));
    return text.left(std::max<qsizetype>(0, width - dots.size())) + dots;
}

}
