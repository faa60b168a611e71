// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HtmlWriter.h"

namespace torchmason {

namespace {

bool isInvisible(char32_t letter)
{
    if (letter == U'\n' || letter == U'\t')
        return false;
    // Joiners stand inside words of some languages.
    if (letter == U'\u200c' || letter == U'\u200d')
        return false;
    const QChar::Category category = QChar::category(letter);
    return category == QChar::Other_Control || category == QChar::Other_Format
        || category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
}

}

QString withVisibleMarks(const QString& text)
{
    QString shown;
    shown.reserve(text.size());
    for (const char32_t letter : QString(text).replace(QLatin1String("\r\n"), QLatin1String("\n")).toUcs4()) {
        if (isInvisible(letter))
            shown += QStringLiteral("[U+%1]").arg(
                QString::number(letter, 16).toUpper().rightJustified(4, QLatin1Char('0')));
        else if (QChar::isNonCharacter(letter) || QChar::isSurrogate(letter))
            shown += QChar(QChar::ReplacementCharacter);
        else
            shown += QString::fromUcs4(&letter, 1);
    }
    return shown;
}

HtmlWriter::HtmlWriter(PrivacyFilter filter)
    : m_filter(std::move(filter))
    , m_xml(&m_bytes)
{
    m_xml.writeDTD(QStringLiteral("<!DOCTYPE html>\n"));
}

void HtmlWriter::open(const char* name, Attributes attributes)
{
    m_xml.writeStartElement(QLatin1String(name));
    for (const auto& [attribute, value] : attributes)
        m_xml.writeAttribute(QLatin1String(attribute), value);
    m_xml.writeCharacters(QString()); // <p></p>, for HTML does not know <p/>
}

void HtmlWriter::close()
{
    m_xml.writeEndElement();
    m_xml.writeCharacters(QStringLiteral("\n"));
}

void HtmlWriter::text(const QString& text)
{
    m_xml.writeCharacters(shown(text));
}

void HtmlWriter::element(const char* name, const QString& text, Attributes attributes)
{
    open(name, attributes);
    m_xml.writeCharacters(shown(text));
    m_xml.writeEndElement();
}

void HtmlWriter::voidElement(const char* name, Attributes attributes)
{
    m_xml.writeEmptyElement(QLatin1String(name));
    for (const auto& [attribute, value] : attributes)
        m_xml.writeAttribute(QLatin1String(attribute), value);
}

void HtmlWriter::style(const QString& rules)
{
    open("style");
    m_xml.writeCharacters(rules);
    close();
}

QByteArray HtmlWriter::take()
{
    m_xml.writeEndDocument();
    return m_bytes;
}

QString HtmlWriter::shown(const QString& text) const
{
    return withVisibleMarks(m_filter.shown(text));
}

}
