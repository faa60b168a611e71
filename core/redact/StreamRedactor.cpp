// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/StreamRedactor.h"

#include "core/redact/SecretForms.h"
#include "core/redact/SecretText.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype context
    = 16; // bytes that stay known: the scheme of an address, what a word stands behind
constexpr qsizetype longestLogin = 8192; // what is longer is no login, and is not held back for one

bool isOneOf(const char* bytes, char byte)
{
    return byte && std::strchr(bytes, byte);
}

// Names of folders and files, too, are no words that stand alone.
bool isPartOfWord(char byte)
{
    return std::isalnum(uchar(byte)) || uchar(byte) >= 0x80 || isOneOf("_/\\", byte);
}

bool isOfScheme(char byte)
{
    return uchar(byte) < 0x80 && (std::isalnum(uchar(byte)) || isOneOf("+.-", byte));
}

bool endsLogin(char byte)
{
    return uchar(byte) <= 0x20 || byte == 0x7f || isOneOf("/\"<>", byte);
}

}

StreamRedactor::StreamRedactor(std::shared_ptr<const NeedleSet> needles)
    : m_needles(std::move(needles))
{
}

void StreamRedactor::mark(qsizetype begin, qsizetype end)
{
    std::fill(m_marks.begin() + begin, m_marks.begin() + end, '\1');
}

void StreamRedactor::endWord(char next, qsizetype end)
{
    if (!isPartOfWord(next))
        mark(m_word, end);
    m_word = none;
}

void StreamRedactor::followLogin(char byte, qsizetype at)
{
    if (endsLogin(byte) || at - m_login >= longestLogin)
        endLogin();
    else if (byte == '@')
        m_at = at;
}

void StreamRedactor::endLogin()
{
    if (m_at != none) {
        const qsizetype schemeEnd = m_login - 3; // "://"
        const qsizetype known = std::min(context, schemeEnd);
        const QString scheme = QString::fromLatin1(m_text.mid(schemeEnd - known, known));
        const QString login = QString::fromLatin1(m_text.mid(m_login, m_at - m_login));
        for (const TextSpan& secret : secretsOfLogin(scheme, login))
            mark(m_login + secret.begin, m_login + secret.end);
    }
    m_login = none;
    m_at = none;
}

void StreamRedactor::found(int index, qsizetype end)
{
    const QByteArray& literal = m_needles->literal(index);
    const qsizetype begin = end - literal.size();
    const char* bytes = m_text.constData() + begin;
    const char before = begin > 0 ? bytes[-1] : '\0';
    if (m_needles->isLoginBegin(index))
        m_login = isOfScheme(before) ? end : none;
    else if (!m_needles->isWord(index))
        mark(begin, end);
    else if (m_word == none && !isPartOfWord(before) && literal == QByteArrayView(bytes, literal.size()))
        m_word = begin;
}

void StreamRedactor::add(QByteArrayView bytes, QByteArray& out)
{
    const LiteralScanner& scanner = m_needles->scanner();
    qsizetype at = m_text.size();
    m_text.append(bytes.data(), bytes.size());
    m_marks.append(bytes.size(), '\0');
    for (const char byte : bytes) {
        if (m_word != none)
            endWord(byte, at);
        if (m_login != none)
            followLogin(byte, at);
        ++at;
        m_state = scanner.next(m_state, uchar(byte));
        if (scanner.isHit(m_state)) {
            for (const int index : scanner.hits(m_state))
                found(index, at);
        }
    }
    const qsizetype sure = at - scanner.depth(m_state);
    passUpTo(m_login == none ? sure : std::min(sure, m_login), out);
}

void StreamRedactor::finish(QByteArray& out)
{
    if (m_word != none)
        endWord('\0', m_text.size());
    endLogin();
    // A program that was killed may have written no more of it. What is a whole word was decided above.
    const LiteralScanner& scanner = m_needles->scanner();
    const int depth = scanner.depth(m_state);
    const bool isWhole
        = scanner.isHit(m_state) && m_needles->literal(scanner.hits(m_state).front()).size() == depth;
    if (depth >= shortestSecret && !isWhole)
        mark(m_text.size() - depth, m_text.size());
    passUpTo(m_text.size(), out);
}

// No secret that is still to come begins before `end`.
void StreamRedactor::passUpTo(qsizetype end, QByteArray& out)
{
    static const QByteArray mask = maskedText().toUtf8();
    while (m_passed < end) {
        const bool isSecret = std::as_const(m_marks)[m_passed] != 0;
        const qsizetype change = m_marks.indexOf(isSecret ? '\0' : '\1', m_passed);
        const qsizetype next = change < 0 ? end : std::min(change, end);
        if (!isSecret)
            out.append(m_text.constData() + m_passed, next - m_passed);
        else if (!m_isInMask)
            out.append(mask);
        m_isInMask = isSecret;
        m_passed = next;
    }
    forgetPassed();
}

void StreamRedactor::forgetPassed()
{
    const qsizetype count = std::max<qsizetype>(0, m_passed - context);
    m_text.remove(0, count);
    m_marks.remove(0, count);
    m_passed -= count;
    for (qsizetype* place : { &m_word, &m_login, &m_at }) {
        if (*place != none)
            *place -= count;
    }
}

QByteArray redacted(const std::shared_ptr<const NeedleSet>& needles, QByteArrayView text)
{
    StreamRedactor redactor(needles);
    QByteArray out;
    redactor.add(text, out);
    redactor.finish(out);
    return out;
}

}
