// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivacyFilter.h"

#include "core/base/Ascii.h"

#include <QDir>
#include <QSysInfo>

#include <utility>

namespace torchmason {

namespace {

const QString userMask = QStringLiteral("(user)");

// Expressions work on bytes, whatever their encoding: each is a letter of Latin-1.
QString lettersOf(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes);
}

bool isWordPart(char byte)
{
    return isLetter(byte) || isDigit(byte);
}

// Too short or too common to be hidden.
bool isCommon(const QString& name)
{
    static const QStringList common
        = QStringLiteral("root admin administrator user users build builder dev test runner ubuntu debian "
                         "fedora docker vagrant "
                         "nvidia cuda python torch pytorch linux windows localhost public default")
              .split(QLatin1Char(' '));
    return name.toUtf8().size() < 3 || common.contains(name.toLower());
}

// In UTF-8. Expressions ignore the case of ASCII alone, so other letters stand there in both.
QString patternOf(const QString& text)
{
    QString pattern;
    for (const char32_t letter : text.toUcs4()) {
        const QString one = QString::fromUcs4(&letter, 1);
        QStringList forms { one, one.toLower(), one.toUpper() };
        forms.removeDuplicates();
        for (QString& form : forms)
            form = QRegularExpression::escape(lettersOf(form.toUtf8()));
        pattern += letter < 0x80 ? forms.first() : QStringLiteral("(?:%1)").arg(forms.join(QLatin1Char('|')));
    }
    return pattern;
}

// Not inside a word of ASCII letters. Bytes beyond ASCII have no such limit: Chinese and Japanese put no
// blanks between words, and what letter a byte is depends on its encoding.
QString asWord(const QByteArray& word, const QString& pattern)
{
    return (isWordPart(word.front()) ? QStringLiteral("(?<![A-Za-z0-9])") : QString()) + pattern
        + (isWordPart(word.back()) ? QStringLiteral("(?![A-Za-z0-9])") : QString());
}

// Escape sequences (colours) count as signs that belong to no word. Titles and links (ESC]) hold text that is
// to be read, so only their first two signs count.
QString withoutEscapes(QString text)
{
    static const QRegularExpression escape(QStringLiteral("\x1b(?:\\[[ -?]*[@-~]?|[()][0-Z]?|[ -~])?"));
    if (!text.contains(QLatin1Char('\x1b')))
        return text;
    QVector<TextSpan> spans;
    for (auto matches = escape.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        spans << TextSpan { match.capturedStart(), match.capturedEnd() };
    }
    return replaced(text, spans, [](qsizetype length) { return QString(length, QLatin1Char('\1')); });
}

// "/home/anna" as it stands in texts: with any of the separators, doubled where it went through JSON or C.
QString patternOfPath(const QString& path)
{
    QStringList parts;
    for (const QString& part : QDir::fromNativeSeparators(path).split(QLatin1Char('/')))
        parts << patternOf(part);
    return parts.join(QLatin1String(R"((?:/+|\\{1,4}))"));
}

// Group 1 is what leads to the name, group 2 the name. Only names on Windows hold blanks, and there only
// what a separator follows is taken for one.
QRegularExpression folderOfUser()
{
    return QRegularExpression(
        QStringLiteral(R"rx(((?:\b[a-z]:|/mnt/[a-z]|/[a-z])(?:/+|\\{1,4})users(?:/+|\\{1,4}))rx"
                       R"rx(|(?<![\w.~-])/(?:home|users)/+))rx"
                       R"rx(((?<=users[/\\])[^/\\:*?"'<>|\r\n()]{1,80}(?=[/\\])|[^/\\\s:;,*?"'`<>|()]+))rx"),
        QRegularExpression::CaseInsensitiveOption);
}

QRegularExpression identifier()
{
    return QRegularExpression(
        QStringLiteral(R"(\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"),
        QRegularExpression::CaseInsensitiveOption);
}

// Of a mask that is as long as what it hides; a short secret is not named as such, there is no room.
QString filled(const QString& begin, qsizetype length)
{
    return (begin.size() > length ? QString() : begin).leftJustified(length, QLatin1Char('x'));
}

}

PrivateNames ownPrivateNames()
{
    PrivateNames names;
    names.home = QDir::homePath();
    for (const char* variable : { "USER", "LOGNAME", "USERNAME" })
        names.users << qEnvironmentVariable(variable);
    names.users << QDir(names.home).dirName();
    const QString host = QSysInfo::machineHostName();
    names.hosts << host << host.section(QLatin1Char('.'), 0, 0) << qEnvironmentVariable("COMPUTERNAME");
    names.users.removeDuplicates();
    names.hosts.removeDuplicates();
    return names;
}

QString publishable(const QString& text, const PrivateNames& names)
{
    return PrivacyFilter(names).shown(text);
}

PrivacyFilter::PrivacyFilter(const PrivateNames& names, const OtherForms& otherForms)
{
    addHome(names.home);
    m_forms.append({ folderOfUser(), 2, userMask, {}, QStringLiteral("public") });
    addWords(names.users, userMask, otherForms);
    addWords(names.hosts, QStringLiteral("(computer)"), otherForms);
    m_forms.append({ identifier(), 0, QStringLiteral("(id)") });
    for (const Form& form : std::as_const(m_forms))
        form.expression.optimize();
}

PrivacyFilter PrivacyFilter::secretsOnly()
{
    return {};
}

void PrivacyFilter::addHome(const QString& home)
{
    const QString path = QDir::cleanPath(home);
    if (path.size() < 4 || !path.contains(QLatin1Char('/')))
        return;
    m_forms.append({ QRegularExpression(patternOfPath(path) + QLatin1String(R"((?![\w.\x80-\xff-]))"),
                         QRegularExpression::CaseInsensitiveOption),
        0, QStringLiteral("~"), QStringLiteral("~") });
}

void PrivacyFilter::addWords(const QStringList& words, const QString& mask, const OtherForms& otherForms)
{
    for (const QString& word : words) {
        if (isCommon(word))
            continue;
        const auto add = [&](const QByteArray& form, const QString& pattern, bool isForeign) {
            m_forms.append(
                { QRegularExpression(asWord(form, pattern), QRegularExpression::CaseInsensitiveOption), 0,
                    mask, {}, {}, isForeign });
        };
        add(word.toUtf8(), patternOf(word), false);
        for (const QByteArray& form : otherForms(word)) {
            // A ? is what a code page lacks.
            if (!form.isEmpty() && !form.contains('?') && form != word.toUtf8())
                add(form, QRegularExpression::escape(lettersOf(form)), true);
        }
    }
}

QVector<TextSpan> PrivacyFilter::Form::placesIn(const QString& text) const
{
    QVector<TextSpan> places;
    for (auto matches = expression.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        if (match.capturedView(group).compare(harmless, Qt::CaseInsensitive) != 0)
            places << TextSpan { match.capturedStart(group), match.capturedEnd(group) };
    }
    return places;
}

QString PrivacyFilter::masked(QString text, bool keepsLength, bool isUtf8) const
{
    const auto hide = [&](const QVector<TextSpan>& spans, const QString& mask, const QString& longMask) {
        text = replaced(
            text, spans, [&](qsizetype length) { return keepsLength ? filled(longMask, length) : mask; });
    };
    hide(secretSpans(text), maskedText(), maskedText());
    for (const Form& form : m_forms) {
        if (!isUtf8 || !form.isForeign)
            hide(form.placesIn(text), form.mask, form.longMask);
    }
    return text;
}

QString PrivacyFilter::shown(const QString& text) const
{
    return QString::fromUtf8(masked(lettersOf(text.toUtf8()), false, true).toLatin1());
}

QByteArray PrivacyFilter::sameLength(const QByteArray& bytes) const
{
    const QString text = withoutEscapes(lettersOf(bytes));
    const QString hidden = masked(text, true, bytes.isValidUtf8());
    QByteArray result = bytes;
    for (qsizetype at = 0; at < result.size(); ++at) {
        if (hidden[at] != text[at])
            result[at] = hidden[at].toLatin1();
    }
    return result;
}

}
