// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace torchmason {

// Bytes of a log as text, and the way back: what is changed in the text changes the bytes of those letters
// and no other. Escape sequences (colours) count as signs that belong to no word.
class ByteText {
public:
    enum class Form {
        Utf8,
        Utf16, // little-endian, as PowerShell appends it
        Other, // some code page: ASCII is read, each other byte is a sign that belongs to no word
    };
    // Of one line.
    static Form formOf(QByteArrayView line);

    // `bytes` must outlive this, and be valid where they are called UTF-8.
    ByteText(QByteArrayView bytes, Form form);

    const QString& text() const { return m_text; }
    // `changed` is as long as text(), and what is other in it is ASCII.
    QByteArray with(const QString& changed) const;

private:
    void readUtf16();
    void readOther();
    void hideEscapes();
    void changeUtf8(const QString& changed, QByteArray& bytes) const;

    QByteArrayView m_bytes;
    Form m_form;
    qsizetype m_begin = 0; // of the text
    QString m_text;
};

}
