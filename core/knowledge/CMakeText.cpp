// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/CMakeText.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace torchmason {

namespace {

class Scanner {
public:
    explicit Scanner(const QString& text)
        : m_text(text)
    {
    }

    QVector<CMakeCommand> commands();

private:
    bool isAtEnd() const { return m_at >= m_text.size(); }
    void skipComment();
    QString quoted();
    QString plain();
    std::optional<QString> bracket(); // [[...]] and [=[...]=]; nullopt where none begins here

    const QString& m_text;
    qsizetype m_at = 0;
};

std::optional<QString> Scanner::bracket()
{
    qsizetype inner = m_at + 1;
    while (inner < m_text.size() && m_text[inner] == u'=')
        ++inner;
    if (inner >= m_text.size() || m_text[inner] != u'[')
        return std::nullopt;
    const QString close = u']' + QString(inner - m_at - 1, u'=') + u']';
    const qsizetype end = m_text.indexOf(close, inner + 1);
    const QString content = m_text.mid(inner + 1, end < 0 ? -1 : end - inner - 1);
    m_at = end < 0 ? m_text.size() : end + close.size();
    return content;
}

void Scanner::skipComment()
{
    ++m_at;
    if (!isAtEnd() && m_text[m_at] == u'[' && bracket())
        return;
    const qsizetype end = m_text.indexOf(u'\n', m_at);
    m_at = end < 0 ? m_text.size() : end;
}

QString Scanner::quoted()
{
    QString word;
    for (++m_at; !isAtEnd() && m_text[m_at] != u'"'; ++m_at) {
        if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size())
            ++m_at;
        word += m_text[m_at];
    }
    ++m_at;
    return word;
}

QString Scanner::plain()
{
    const qsizetype begin = m_at;
    while (!isAtEnd() && !m_text[m_at].isSpace() && !QStringView(u"()#\"").contains(m_text[m_at]))
        m_at += m_text[m_at] == u'\\' ? 2 : 1;
    m_at = std::min(m_at, m_text.size());
    return m_text.mid(begin, m_at - begin);
}

QVector<CMakeCommand> Scanner::commands()
{
    QVector<CMakeCommand> found;
    CMakeCommand command;
    int depth = 0;
    const auto take = [&](const QString& word) {
        if (depth > 0)
            command.words << word;
        else
            command.name = word.toLower();
    };
    while (!isAtEnd()) {
        const QChar next = m_text[m_at];
        if (next == u'#') {
            skipComment();
        } else if (next == u'"') {
            take(quoted());
        } else if (next == u'(') {
            if (depth++ > 0)
                command.words << QStringLiteral("(");
            ++m_at;
        } else if (next == u')') {
            ++m_at;
            if (depth > 1)
                command.words << QStringLiteral(")");
            else if (depth == 1)
                found.append(std::exchange(command, {}));
            depth = std::max(depth - 1, 0);
        } else if (next.isSpace()) {
            ++m_at;
        } else if (const auto text = next == u'[' ? bracket() : std::nullopt) {
            take(*text);
        } else {
            take(plain());
        }
    }
    return found;
}

}

QVector<CMakeCommand> cmakeCommands(const QString& text)
{
    return Scanner(text).commands();
}

}
