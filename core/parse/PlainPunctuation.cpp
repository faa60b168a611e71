// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/PlainPunctuation.h"

#include <utility>

namespace torchmason {

namespace {

char16_t plain(char16_t c)
{
    switch (c) {
    case u'`':
    case u'\u00b4':
    case u'\u00ab': // « »
    case u'\u00bb':
    case u'\u2039': // ‹ ›
    case u'\u203a':
    case u'\u300c': // 「 」
    case u'\u300d':
        return u'\'';
    case u'\uff1a':
        return u':';
    case u'\uff0c':
        return u',';
    case u'\u00a0':
    case u'\u202f':
    case u'\u3000':
        return u' ';
    default: // ‘ ’ ‚ ‛ “ ” „ ‟
        return c >= u'\u2018' && c <= u'\u201f' ? u'\'' : c;
    }
}

bool isSpaceAt(const QString& text, qsizetype at)
{
    return at < 0 || at >= text.size() || plain(text.at(at).unicode()) == u' ';
}

// French puts a space inside its quotes, « x »: the two change places. In German, »x«, words stand there.
void closeUp(QString& text, qsizetype at, char16_t quote)
{
    const bool opens = quote == u'\u00ab' && isSpaceAt(text, at - 1) && isSpaceAt(text, at + 1);
    const bool closes = quote == u'\u00bb' && isSpaceAt(text, at - 1)
        && (at + 1 == text.size() || !(text.at(at + 1).isLetterOrNumber() || text.at(at + 1) == u'_'));
    const qsizetype other = opens ? at + 1 : at - 1;
    if ((!opens && !closes) || other < 0 || other >= text.size())
        return;
    text[at] = u' ';
    text[other] = u'\'';
}

QString changed(QString text, qsizetype from)
{
    for (qsizetype i = from; i < text.size(); ++i) {
        const char16_t c = text.at(i).unicode();
        text[i] = QChar(plain(c));
        closeUp(text, i, c);
    }
    return text;
}

}

QString plainPunctuation(QString text)
{
    const QStringView view(text);
    const char16_t* const begin = view.utf16();
    for (qsizetype i = 0; i < view.size(); ++i) {
        const char16_t c = begin[i];
        if ((c >= 0x80 || c == u'`') && plain(c) != c)
            return changed(std::move(text), i);
    }
    return text;
}

}
