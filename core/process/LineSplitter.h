// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <cstring>

namespace torchmason {

// A whole line of a log.
struct SplitLine {
    QByteArrayView text; // without its line break; only valid during the call
    qint64 number = 0; // 1-based; progress that overwrites itself (a lone \r) stays on its line
    qint64 byteOffset = 0; // where it begins
    qint64 cutBytes = 0; // bytes beyond the limit that were not kept
    bool whole = true; // false: the log ended before the line did
};

// Turns chunks of bytes into lines. \n, \r\n and a lone \r (progress that overwrites itself) end a line,
// as they do on a terminal, but only \n counts up the number, so that numbers are those of an editor.
// A line keeps at most `longest` bytes, so a 100 MB line costs no more than that.
class LineSplitter {
public:
    static constexpr qsizetype longest = 1 << 20;

    // Calls take(SplitLine) for every line that ends in `chunk`.
    template <typename Take> void add(QByteArrayView chunk, Take take)
    {
        const char* from = chunk.data();
        const char* const end = from + chunk.size();
        const char* lineFeed = nullptr; // the next one, or the end
        if (m_afterReturn && from < end) {
            m_afterReturn = false;
            m_text = m_kept;
            from += endAtReturn(*from, take);
        }
        while (from < end) {
            if (!lineFeed || lineFeed < from)
                lineFeed = find('\n', from, end);
            const char* const stop = find('\r', from, lineFeed);
            if (stop == end) {
                keep(from, end - from);
                return;
            }
            const qint64 length = stop - from;
            if (m_kept.isEmpty() && m_cut == 0 && length <= longest) {
                m_text = QByteArrayView(from, length);
            } else {
                keep(from, length);
                m_text = m_kept;
            }
            m_length += m_text.data() == from ? length : 0;
            from = stop + 1;
            if (*stop == '\n')
                give(1, take);
            else if (from < end)
                from += endAtReturn(*from, take);
            else
                rememberReturn();
        }
    }

    // Gives what has no line break yet. Call once, when no more bytes can come.
    template <typename Take> void finish(Take take)
    {
        if (m_afterReturn) {
            m_text = m_kept;
            give(1, take);
        } else if (!m_kept.isEmpty()) {
            m_text = m_kept;
            m_whole = false;
            give(0, take);
        }
    }

    qint64 lines() const { return m_number - 1; } // that have ended

private:
    static const char* find(char c, const char* from, const char* end)
    {
        const void* const found = std::memchr(from, c, size_t(end - from));
        return found ? static_cast<const char*>(found) : end;
    }

    void keep(const char* from, qint64 length);
    void rememberReturn();

    // After \r: a \n belongs to it, anything else begins new text on the same line. How many bytes were
    // taken.
    template <typename Take> int endAtReturn(char next, Take& take)
    {
        if (next == '\n') {
            give(2, take);
            return 1;
        }
        giveProgress(take);
        return 0;
    }

    template <typename Take> void give(int breakBytes, Take& take)
    {
        take(SplitLine { m_text, m_number, m_begin, m_cut, m_whole });
        ++m_number;
        m_begin += m_length + breakBytes;
        forget();
    }

    template <typename Take> void giveProgress(Take& take)
    {
        if (!m_text.isEmpty())
            take(SplitLine { m_text, m_number, m_begin, m_cut, true });
        m_begin += m_length + 1;
        forget();
    }

    void forget();

    QByteArray m_kept; // of a line that has not ended
    QByteArrayView m_text;
    qint64 m_number = 1;
    qint64 m_begin = 0;
    qint64 m_length = 0; // bytes of the line so far, without its break
    qint64 m_cut = 0;
    bool m_afterReturn = false;
    bool m_whole = true;
};

}
