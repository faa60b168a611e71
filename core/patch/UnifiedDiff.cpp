// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/UnifiedDiff.h"

#include "core/patch/TextLines.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// git writes "a/\346\226\207.txt" with quotes where a name is not plain ASCII.
QByteArray unquoted(const QByteArray& name)
{
    if (name.size() < 2 || !name.startsWith('"') || !name.endsWith('"'))
        return name;
    QByteArray plain;
    for (qsizetype at = 1; at + 1 < name.size(); ++at) {
        if (name[at] != '\\') {
            plain += name[at];
            continue;
        }
        const char next = name[++at];
        if (next >= '0' && next <= '3' && at + 3 < name.size()) {
            plain += char(name.mid(at, 3).toInt(nullptr, 8));
            at += 2;
        } else {
            plain += next == 'n' ? '\n' : next == 't' ? '\t' : next;
        }
    }
    return plain;
}

// "a/tools/x.py<tab>2024-01-01" -> "tools/x.py"; empty for /dev/null.
QString pathIn(QByteArray name, const char* prefix)
{
    if (const qsizetype tab = name.indexOf('\t'); tab >= 0)
        name.truncate(tab);
    name = unquoted(name.trimmed());
    if (name == "/dev/null")
        return {};
    return QString::fromUtf8(name.startsWith(prefix) ? name.mid(2) : name);
}

class DiffReader {
public:
    explicit DiffReader(const QByteArray& text)
        : m_lines(linesOf(text))
    {
    }

    Result<QVector<FileDiff>> read()
    {
        while (m_at < m_lines.size() && m_problem.isEmpty())
            readLine();
        if (m_problem.isEmpty() && m_files.isEmpty())
            m_problem = QStringLiteral("the diff holds no change of a file");
        if (!m_problem.isEmpty())
            return Error { m_problem };
        return m_files;
    }

private:
    bool startsWith(const char* word, qsizetype further = 0) const
    {
        return m_at + further < m_lines.size() && m_lines[m_at + further].body.startsWith(word);
    }

    void fail(const char* what)
    {
        m_problem = QStringLiteral("line %1 of the diff: %2").arg(m_at + 1).arg(QLatin1String(what));
    }

    void readLine()
    {
        if (startsWith("diff --git "))
            return readGitHeader();
        if (startsWith("--- ") && startsWith("+++ ", 1))
            return readNames();
        if (startsWith("@@ -"))
            return readHunk();
        ++m_at;
    }

    // new file mode 120000   index 1234567..89abcde 160000   old mode 100644
    static const char* modeProblem(const QByteArray& line)
    {
        const bool tellsMode = line.startsWith("index ") || line.contains(" mode ")
            || line.startsWith("new mode ") || line.startsWith("old mode ");
        if (tellsMode && line.endsWith(" 120000"))
            return "symbolic links are not supported; make the link by hand";
        if (tellsMode && line.endsWith(" 160000"))
            return "changes of submodules are not supported; check out the commit by hand";
        if (line.startsWith("old mode "))
            return "changes of a file's permissions are not supported; take these lines out and use chmod";
        return nullptr;
    }

    // Both names are the same but for a/ and b/, so the second one is the right half.
    void readGitHeader()
    {
        const QByteArray names = m_lines[m_at++].body.mid(11);
        FileDiff file;
        file.path = pathIn(names.mid(names.size() / 2 + 1), "b/");
        bool isWhole = false; // a file without content has no hunks
        for (; m_at < m_lines.size() && !startsWith("--- ") && !startsWith("diff --git ")
             && !startsWith("@@ -");
             ++m_at) {
            if (startsWith("rename ") || startsWith("copy "))
                return fail("files that are renamed or copied are not supported; write it as a removed and a "
                            "new file");
            if (startsWith("GIT binary patch") || startsWith("Binary files "))
                return fail("changes of binary files are not supported");
            if (const char* problem = modeProblem(m_lines[m_at].body))
                return fail(problem);
            if (startsWith("new file mode ")) {
                file.creates = isWhole = true;
                file.executable = m_lines[m_at].body.endsWith("755");
            }
            if (startsWith("deleted file mode "))
                file.deletes = isWhole = true;
        }
        if (startsWith("--- ")) {
            const bool executable = file.executable;
            readNames();
            if (!m_files.isEmpty())
                m_files.last().executable = executable;
        } else if (isWhole) {
            m_files.append(file);
        }
    }

    void readNames()
    {
        if (!startsWith("+++ ", 1))
            return fail("a line that begins with +++ must follow");
        const QString before = pathIn(m_lines[m_at].body.mid(4), "a/");
        const QString after = pathIn(m_lines[m_at + 1].body.mid(4), "b/");
        if (before.isEmpty() && after.isEmpty())
            return fail("no file is named");
        m_at += 2;
        FileDiff file;
        file.path = after.isEmpty() ? before : after;
        file.creates = before.isEmpty();
        file.deletes = after.isEmpty();
        m_files.append(file);
        if (!startsWith("@@ -"))
            fail("a line that begins with @@ must follow");
    }

    void readHunk()
    {
        // @@ -1,6 +1,7 @@ def x():
        static const QRegularExpression form(
            QStringLiteral(R"(^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@)"));
        const auto match = form.match(QString::fromLatin1(m_lines[m_at].body));
        if (!match.hasMatch() || m_files.isEmpty())
            return fail("this is no place of a change in a file");
        const auto count = [&match](int group) {
            return match.capturedStart(group) < 0 ? 1 : match.captured(group).toInt();
        };
        DiffHunk hunk;
        hunk.oldStart = match.captured(1).toInt();
        hunk.newStart = match.captured(3).toInt();
        ++m_at;
        readLines(hunk, count(2), count(4));
        m_files.last().hunks.append(hunk);
    }

    void readLines(DiffHunk& hunk, int oldLines, int newLines)
    {
        while (oldLines > 0 || newLines > 0 || startsWith("\\")) {
            if (m_at >= m_lines.size())
                return fail("the diff ends before its last change is whole");
            const QByteArray body = m_lines[m_at].body;
            const char kind = body.isEmpty() ? ' ' : body[0]; // editors take away the space of an empty line
            if (kind == '\\') {
                if (!hunk.lines.isEmpty())
                    hunk.lines.last().endsFile = hunk.knowsTheEnd = true;
            } else if (kind == ' ' || kind == '-' || kind == '+') {
                oldLines -= kind != '+' ? 1 : 0;
                newLines -= kind != '-' ? 1 : 0;
                QByteArray text = body.mid(1);
                if (text.startsWith(byteOrderMark) && !m_files.last().creates)
                    text.remove(0, 3);
                hunk.lines.append({ kind, text, m_lines[m_at].end, false });
            } else {
                return fail("a line of a change begins with a space, + or -");
            }
            if (oldLines < 0 || newLines < 0)
                return fail("the change has more lines than its @@ line says");
            ++m_at;
        }
    }

    QVector<TextLine> m_lines;
    qsizetype m_at = 0;
    QVector<FileDiff> m_files;
    QString m_problem;
};

}

Result<QVector<FileDiff>> parseUnifiedDiff(const QByteArray& text)
{
    return DiffReader(text).read();
}

}
