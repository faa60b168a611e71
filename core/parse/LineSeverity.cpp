// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineSeverity.h"

#include "core/base/Ascii.h"
#include "core/base/LiteralScanner.h"
#include "core/parse/LineCleaner.h"

#include <algorithm>
#include <cctype>

namespace torchmason {

namespace {

// Where a phrase must stand to say something. Phrases are found in small letters and in capitals.
enum class Place {
    Label, // before a colon, a code or CMake's place: "error:", "error C2065", "CMake Error at"
    Anywhere,
    Start,
    Program, // a program's name, in a line without a label
};

struct Phrase {
    Severity severity;
    Place place;
    const char* text;
};

constexpr const char* fatalWords[]
    = { "fatal", "catastrophic", "schwerwiegender", "fatale", "фатальная", "krytyczny", "致命" };

// In English, and in the languages of which logs of other people were seen. MSVC and its linker say "error"
// and "warning" in every language.
constexpr Phrase phrases[] = {
    { Severity::Error, Place::Label, "error" },
    { Severity::Error, Place::Label, "fehler" },
    { Severity::Error, Place::Label, "erreur" },
    { Severity::Error, Place::Label, "ошибка" },
    { Severity::Error, Place::Label, "erro" },
    { Severity::Error, Place::Label, "errore" },
    { Severity::Error, Place::Label, "błąd" },
    { Severity::Error, Place::Label, "오류" },
    { Severity::Error, Place::Label, "错误" },
    { Severity::Error, Place::Label, "エラー" },
    { Severity::Warning, Place::Label, "warning" },
    { Severity::Warning, Place::Label, "warnung" },
    { Severity::Warning, Place::Label, "avertissement" },
    { Severity::Warning, Place::Label, "предупреждение" },
    { Severity::Warning, Place::Label, "advertencia" },
    { Severity::Warning, Place::Label, "aviso" },
    { Severity::Warning, Place::Label, "avviso" },
    { Severity::Warning, Place::Label, "ostrzeżenie" },
    { Severity::Warning, Place::Label, "경고" },
    { Severity::Warning, Place::Label, "警告" },
    { Severity::Note, Place::Label, "note" },
    { Severity::Note, Place::Label, "remark" },
    { Severity::Note, Place::Label, "anmerkung" },
    { Severity::Note, Place::Label, "remarque" },
    { Severity::Note, Place::Label, "замечание" },
    { Severity::Note, Place::Label, "nota" },
    { Severity::Note, Place::Label, "附注" },
    { Severity::Note, Place::Label, "備考" },
    { Severity::Error, Place::Anywhere, "undefined reference to" },
    { Severity::Error, Place::Anywhere, "multiple definition of" },
    { Severity::Error, Place::Anywhere, "relocation truncated to fit" },
    { Severity::Error, Place::Anywhere, "relocation R_" },
    { Severity::Error, Place::Anywhere, "unresolved external symbol" },
    { Severity::Error, Place::Anywhere, "cannot find -l" },
    { Severity::Error, Place::Anywhere, "Traceback (most recent call last)" },
    { Severity::Error, Place::Anywhere, ": *** " }, // make
    { Severity::Error, Place::Anywhere, "CreateProcess failed: " }, // ninja
    { Severity::Error, Place::Start, "FAILED: " },
    { Severity::Error, Place::Start, "ninja: build stopped" },
    { Severity::Error, Place::Program, "ld: " },
    { Severity::Error, Place::Program, "ld.bfd: " },
};

// The program goes on by itself.
constexpr const char* overcomePhrases[]
    = { "compiling locally", "retry scheduled", "retry attempt", "retrying", "will retry", "try again later",
          "continuing anyway", "(ignored)", "falling back", "non-fatal" };

constexpr int phraseCount = int(std::size(phrases));
constexpr int fatalCount = int(std::size(fatalWords));

const LiteralScanner& scanner()
{
    static const LiteralScanner all = [] {
        QVector<QByteArray> literals;
        for (const Phrase& phrase : phrases)
            literals << phrase.text;
        literals += QVector<QByteArray>(std::begin(fatalWords), std::end(fatalWords));
        literals += QVector<QByteArray>(std::begin(overcomePhrases), std::end(overcomePhrases));
        return LiteralScanner(literals);
    }();
    return all;
}

// Not the end of another word, a name or a path; "ModuleNotFoundError" and "OSError" are two words. The word
// has two letters at least.
bool beginsWord(QByteArrayView line, qsizetype at)
{
    const char before = at > 0 ? line[at - 1] : ' ';
    if (isLetter(before))
        return isUpper(line[at]) && !(isUpper(before) && isUpper(line[at + 1]));
    return !isDigit(before) && before != '_' && before != '.' && before != '/' && before != '\\';
}

// One to four capitals and four digits, or # and a number: "C2065", "LNK2019", "MSB6006", "D8016", "#12-D"
bool startsWithCode(QByteArrayView text)
{
    qsizetype at = 0;
    while (at < text.size() && at < 4 && isUpper(text[at]))
        ++at;
    const bool isNumbered = text.startsWith('#') && text.size() > 1 && isDigit(text[1]);
    return isNumbered
        || (at > 0 && text.size() >= at + 4
            && std::all_of(text.begin() + at, text.begin() + at + 4, isDigit));
}

// "error:", "error   :", "错误：", "error C2065", "CMake Error at", but not "error::type", "errors" or
// "error.cpp".
bool isLabel(QByteArrayView line, qsizetype begin, qsizetype end)
{
    if (!beginsWord(line, begin))
        return false;
    QByteArrayView rest = line.sliced(end + 1);
    if (line.trimmed().startsWith("CMake ")
        && (rest.startsWith(" at ") || rest.startsWith(" in ") || rest.startsWith(" (dev)")))
        return true;
    while (rest.startsWith(' '))
        rest = rest.sliced(1);
    const bool isSpaced = rest.size() < line.size() - end - 1;
    return (rest.startsWith(':') && !rest.startsWith("::")) || rest.startsWith("：")
        || (isSpaced && startsWithCode(rest));
}

// "/usr/bin/ld: cannot find x", but not "ld: a.o: in function `main':", which comes before the reason.
bool isProgram(QByteArrayView line, qsizetype begin)
{
    const bool isName = begin == 0 || line[begin - 1] == '/' || line[begin - 1] == '-';
    return isName && !line.contains("in function") && !line.contains("skipping incompatible");
}

bool stands(const Phrase& phrase, QByteArrayView line, qsizetype begin, qsizetype end)
{
    switch (phrase.place) {
    case Place::Label:
        return isLabel(line, begin, end);
    case Place::Anywhere:
        return true;
    case Place::Start:
        return begin == 0 && !line.endsWith("interrupted by user."); // a stop is no failure
    case Place::Program:
        break;
    }
    return isProgram(line, begin);
}

// Windows PowerShell repeats, shortened, what a program wrote to stderr.
bool isErrorRecord(QByteArrayView line)
{
    return line.startsWith("    + CategoryInfo") || line.startsWith("    + FullyQualifiedErrorId")
        || (line.startsWith("At ") && line.contains(" char:"));
}

// "Step 7/12 : RUN make" and "#12 [4/9] RUN make" of Docker
bool isDockerStep(QByteArrayView line)
{
    return (line.startsWith("Step ") && line.contains(" : "))
        || (line.startsWith('#') && line.size() > 4 && isDigit(line[1]) && line.contains("] RUN "));
}

// "user@host:~/pytorch$ make", "[user@host pytorch]$ make"
bool isBehindShellPrompt(QByteArrayView line)
{
    constexpr qsizetype longestUser = 40;
    const bool isBracketed = line.startsWith('[');
    const qsizetype at = line.first(std::min(line.size(), longestUser)).indexOf('@');
    if (at <= 0 || line.first(at).contains(' '))
        return false;
    for (const char sign : { '$', '#' }) {
        const qsizetype stop = line.indexOf(QByteArray(1, sign) + ' ', at);
        const QByteArrayView place = stop > at ? line.sliced(at + 1, stop - at - 1) : QByteArrayView();
        if (isBracketed ? place.endsWith(']') : place.contains(':') && !place.contains(' '))
            return true;
    }
    return false;
}

// "C:\pytorch>ninja", "PS C:\pytorch> ninja"
bool isBehindWindowsPrompt(QByteArrayView line)
{
    if (line.startsWith("PS "))
        line = line.sliced(3);
    if (line.size() < 5 || !isLetter(line[0]) || line[1] != ':' || line[2] != '\\')
        return false;
    const qsizetype stop = line.indexOf('>');
    if (stop < 0 || stop + 1 == line.size() || line[stop + 1] == '>')
        return false;
    const QByteArrayView folder = line.sliced(2, stop - 2);
    return std::none_of(
        folder.begin(), folder.end(), [](char c) { return c == '(' || c == ':' || c == '<' || c == '"'; });
}

// In a terminal's text, also where an environment is active: "(venv) C:\pytorch>ninja".
bool isBehindPrompt(QByteArrayView line)
{
    if (line.startsWith('(') && line.contains(") "))
        line = line.sliced(line.indexOf(") ") + 2);
    return isBehindShellPrompt(line) || isBehindWindowsPrompt(line);
}

}

Severity severityOf(QByteArrayView line)
{
    constexpr qsizetype longestGap = 4; // bytes from the last one of "fatal" to the first one of "error"
    Severity first = Severity::None;
    Severity ofProgram = Severity::None;
    qsizetype fatalEnd = -1 - longestGap;
    bool isOvercome = false;
    scanner().scan(line, [&](int index, qsizetype end) {
        if (index >= phraseCount + fatalCount) {
            isOvercome = true;
            return;
        }
        if (first != Severity::None)
            return;
        if (index >= phraseCount) {
            fatalEnd = end;
            const qsizetype size = qsizetype(qstrlen(fatalWords[index - phraseCount]));
            if (isLabel(line, end + 1 - size, end))
                first = Severity::Fatal;
            return;
        }
        const Phrase& phrase = phrases[index];
        const qsizetype begin = end + 1 - qsizetype(qstrlen(phrase.text));
        if (!stands(phrase, line, begin, end))
            return;
        const bool isFatal = phrase.severity == Severity::Error && begin - fatalEnd <= longestGap;
        (phrase.place == Place::Program ? ofProgram : first) = isFatal ? Severity::Fatal : phrase.severity;
    });
    const Severity severity = first == Severity::None ? ofProgram : first;
    if (severity == Severity::None && !isOvercome && !line.startsWith("-- "))
        return severity;
    if (isEcho(line))
        return Severity::None;
    if (line.startsWith("-- "))
        return Severity::Note;
    return isOvercome ? std::clamp(severity, Severity::Note, Severity::Warning) : severity;
}

Severity severityOfRaw(QByteArrayView line)
{
    LineCleaner cleaner;
    return severityOf(cleaner.clean(line));
}

bool isCommandEcho(QByteArrayView line)
{
    if (line.startsWith("##[command]") || line.startsWith("[command]"))
        return true;
    if (isBehindPrompt(line))
        return true;
    while (line.startsWith("++"))
        line = line.sliced(1);
    if (!line.startsWith("+ ") && !line.startsWith("$ "))
        return false;
    return line.size() > 2 && (isLetter(line[2]) || line[2] == '/' || line[2] == '.');
}

bool isEcho(QByteArrayView line)
{
    return isCommandEcho(line) || isDockerStep(line) || isErrorRecord(line) || line.startsWith("##[group]")
        || line.startsWith("#$ ") || line.startsWith("echo ");
}

}
