// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineWeight.h"

#include "core/base/LiteralScanner.h"

#include <array>
#include <cctype>

namespace torchmason {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// As compilers say it in the languages in which gcc speaks; MSVC's word is the English one everywhere.
constexpr std::array<QByteArrayView, 18> warnings { "warning",
    ": note:", "remark:", "warnung:", "anmerkung:", "avertissement:", "avertissement :", "attention :",
    "advertencia:", "aviso:", "attenzione:", "предупреждение:", "ostrzeżenie:", "警告:", "警告：",
    "附注:", "附注：", "경고:" };
constexpr std::array<QByteArrayView, 12> errors { "error", "fatal", "fehler", "erreur", "errore", "erro",
    "ошибка", "błąd", "错误", "エラー", "오류", "에러" };
// The program goes on by itself.
constexpr std::array<QByteArrayView, 10> overcome { "compiling locally", "retry scheduled", "retry attempt",
    "retrying", "will retry", "try again later", "continuing anyway", "(ignored)", "falling back",
    "non-fatal" };

// Where the first word of each kind ends; -1: nowhere.
struct Words {
    qsizetype warning = -1;
    qsizetype error = -1;
    qsizetype overcome = -1;
};

const LiteralScanner& scanner()
{
    static const LiteralScanner all = [] {
        QVector<QByteArray> literals;
        const auto add = [&literals](const auto& words) {
            for (const QByteArrayView word : words)
                literals << word.toByteArray();
        };
        add(warnings);
        add(errors);
        add(overcome);
        return LiteralScanner(literals);
    }();
    return all;
}

// "warnings being treated as errors" holds neither a warning nor an error.
Words wordsIn(QByteArrayView line)
{
    Words words;
    scanner().scan(line, [&](int index, qsizetype end) {
        if (end + 1 < line.size() && isLetter(line[end + 1]))
            return;
        const auto at = size_t(index);
        qsizetype& first = at < warnings.size()    ? words.warning
            : at < warnings.size() + errors.size() ? words.error
                                                   : words.overcome;
        if (first < 0)
            first = end;
    });
    return words;
}

bool startsWithStep(QByteArrayView line)
{
    // "Step 7/12 : RUN make" and "#12 [4/9] RUN make" of Docker
    if (line.startsWith("Step ") && line.contains(" : "))
        return true;
    return line.startsWith('#') && line.size() > 4 && std::isdigit(uchar(line[1])) && line.contains("] RUN ");
}

// Windows PowerShell repeats, shortened, what a program wrote to stderr.
bool isErrorRecord(QByteArrayView line)
{
    return line.startsWith("    + CategoryInfo") || line.startsWith("    + FullyQualifiedErrorId")
        || (line.startsWith("At ") && line.contains(" char:"));
}

}

bool isCommandEcho(QByteArrayView line)
{
    if (line.startsWith("##[command]") || line.startsWith("[command]"))
        return true;
    while (line.startsWith('+') && line.size() > 1 && line[1] == '+')
        line = line.sliced(1);
    if (!line.startsWith("+ ") && !line.startsWith("$ "))
        return false;
    return line.size() > 2 && (isLetter(line[2]) || line[2] == '/' || line[2] == '.');
}

LineWeight weightOf(QByteArrayView line)
{
    if (isCommandEcho(line) || startsWithStep(line) || isErrorRecord(line) || line.startsWith("##[group]")
        || line.startsWith("#$ ") || line.startsWith("echo "))
        return LineWeight::Echo;
    if (line.startsWith("-- "))
        return LineWeight::Advice;
    const Words words = wordsIn(line);
    const bool isWarning = words.warning >= 0 && (words.error < 0 || words.warning < words.error);
    return isWarning || words.overcome >= 0 ? LineWeight::Advice : LineWeight::Message;
}

}
