// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace torchmason {

// What cmd.exe would run of a batch file, as far as escaped text goes: it reads lines (Ctrl-Z ends one, and
// so does their greatest length), replaces %variables%, then looks for quotes, carets and operators. Where
// versions differ, the one that runs more. Knows the first word of each command, and labels as ":name".
class BatchParser {
public:
    explicit BatchParser(const QByteArray& script)
    {
        QString text = QString::fromUtf8(script);
        text.truncate(text.indexOf(QStringLiteral("\r\nexit /b 1\r\n")));
        text.remove(u'\r').replace(QChar(0x1a), u'\n');
        for (QString line : text.split(u'\n')) {
            for (; line.size() > longest; line = line.mid(longest))
                read(line.left(longest));
            read(line);
        }
    }

    const QStringList& commands() const { return m_commands; }

private:
    static constexpr qsizetype longest = 8191;

    static bool isBlank(QChar c) { return QStringLiteral(" \t,;=\v\f\u00a0").contains(c); }

    QString expanded(const QString& line) const
    {
        QString text;
        for (qsizetype at = 0; at < line.size(); ++at) {
            if (line[at] != u'%') {
                text += line[at];
            } else if (line.mid(at + 1, 1) == u"%") {
                text += line[at++];
            } else if (const qsizetype end = line.indexOf(u'%', at + 1); end > 0) {
                text += m_variables.value(line.mid(at + 1, end - at - 1).section(u':', 0, 0).toUpper());
                at = end;
            }
        }
        return text;
    }

    void read(const QString& line)
    {
        const QString text = expanded(line);
        qsizetype begin = 0;
        while (begin < text.size() && isBlank(text[begin]))
            ++begin;
        if (!m_continues && text.mid(begin, 1) == u":") {
            m_commands << text.mid(begin).section(u' ', 0, 0);
            return;
        }
        split(text);
        const QString set = QStringLiteral("set \"");
        if (text.startsWith(set) && text.contains(u'='))
            m_variables.insert(text.mid(set.size()).section(u'=', 0, 0).toUpper(),
                text.section(u'=', 1).section(u'"', 0, -2));
    }

    void split(const QString& text)
    {
        bool isQuoted = false;
        bool beginsCommand = !std::exchange(m_continues, false);
        for (qsizetype at = 0; at < text.size(); ++at) {
            const QChar c = text[at];
            if (c == u'"') {
                isQuoted = !isQuoted;
            } else if (c == u'^' && !isQuoted) {
                m_continues = ++at >= text.size();
            } else if (!isQuoted && QStringLiteral("&|()").contains(c)) {
                beginsCommand = true;
                continue;
            }
            if (!beginsCommand || isBlank(c) || c == u'@')
                continue;
            qsizetype end = at;
            while (end < text.size() && !isBlank(text[end]) && !QStringLiteral("&|()<>").contains(text[end]))
                ++end;
            const QString word = text.mid(at, end - at);
            m_commands << word;
            beginsCommand = false;
            if (word.compare(u"rem", Qt::CaseInsensitive) == 0)
                return;
            if (word.compare(u"call", Qt::CaseInsensitive) == 0)
                return read(text.mid(end)); // a second time
        }
    }

    QHash<QString, QString> m_variables;
    QStringList m_commands;
    bool m_continues = false;
};

}
