// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMutex>
#include <QSet>
#include <QTranslator>

#include <algorithm>
#include <cctype>
#include <utility>

namespace torchmason {

// A language for tests: every sentence of ours with accents and a third longer, "Rail" as "Ŕáíĺ ~~". What is
// shown without accents was not made for translation; what is cut has too little room. Sentences of Qt stay
// English.
class PseudoTranslator : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        const bool isOurs
            = context && (context[0] != 'Q' || !std::isupper(static_cast<unsigned char>(context[1])));
        if (!isOurs)
            return {};
        const QMutexLocker locker(&m_mutex); // sentences are made on several threads
        m_asked.insert({ QString::fromUtf8(context), QString::fromUtf8(source) });
        return accented(QString::fromUtf8(source));
    }
    // Context and sentence of everything that was shown.
    QSet<std::pair<QString, QString>> asked() const
    {
        const QMutexLocker locker(&m_mutex);
        return m_asked;
    }

    static bool isAccented(const QString& text)
    {
        return std::any_of(text.begin(), text.end(), [](QChar c) { return accents().contains(c); });
    }

    // Places for values (%1, %n, %L1, ${subject}), tags and entities stay as they are.
    static QString accented(const QString& text)
    {
        static const QString letters = QStringLiteral("aeioucnrtyszlAEIOUCNRTYSZL");
        QString made;
        bool inTag = false;
        bool inPlace = false;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const QChar c = text[i];
            inTag = (inTag
                        || (c == u'<' && i + 1 < text.size()
                            && (text[i + 1].isLetter() || text[i + 1] == u'/')))
                && !(i > 0 && text[i - 1] == u'>' && c != u'<');
            inPlace = (inPlace && text[i - 1] != u'}') || QStringView(text).mid(i).startsWith(u"${");
            const bool value
                = i > 0 && (text[i - 1] == u'%' || (i > 1 && text[i - 1] == u'L' && text[i - 2] == u'%'));
            const qsizetype index = letters.indexOf(c);
            made += inTag || inPlace || value || index < 0 ? c : accents()[index];
        }
        if (isAccented(made))
            made += QStringLiteral(" ~~~~~").repeated(1 + int(text.size()) / 18);
        return made;
    }

private:
    static const QString& accents()
    {
        static const QString letters = QStringLiteral("áéíóúćńŕťýśźĺÁÉÍÓÚĆŃŔŤÝŚŹĹ");
        return letters;
    }

    mutable QMutex m_mutex;
    mutable QSet<std::pair<QString, QString>> m_asked;
};

}
