// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/PrivacyFilter.h"

#include <QPair>
#include <QXmlStreamWriter>

#include <initializer_list>

namespace torchmason {

// Control characters, and marks that turn the direction of writing or cannot be seen, as "[U+202E]"; ends of
// lines and tabulators stay.
QString withVisibleMarks(const QString& text);

// Writes HTML that is well-formed XML, whatever stands in the texts. Texts are masked and made harmless on
// their way. Attributes are our own words: text of others has no place there.
class HtmlWriter {
public:
    using Attributes = std::initializer_list<QPair<const char*, QString>>;

    explicit HtmlWriter(PrivacyFilter filter);

    void open(const char* name, Attributes attributes = {});
    void close(); // the one that was opened last
    void text(const QString& text);
    void element(const char* name, const QString& text, Attributes attributes = {});
    void voidElement(const char* name, Attributes attributes); // without end: meta, and shapes of SVG
    void style(const QString& rules); // CSS of ours; holds none of & < > "
    QByteArray take();

private:
    QString shown(const QString& text) const;

    PrivacyFilter m_filter;
    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
};

}
