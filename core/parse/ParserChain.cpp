// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/ParserChain.h"

#include "core/parse/CMakeParser.h"
#include "core/parse/GccParser.h"
#include "core/parse/LinkerParser.h"
#include "core/parse/MsvcParser.h"
#include "core/parse/NvccParser.h"
#include "core/parse/PythonTracebackParser.h"

namespace torchmason {

namespace {

QVector<QByteArray> hintsOf(const std::vector<std::unique_ptr<LineParser>>& parsers)
{
    QVector<QByteArray> hints;
    for (const std::unique_ptr<LineParser>& parser : parsers)
        hints += parser->hintWords();
    return hints;
}

}

std::vector<std::unique_ptr<LineParser>> toolParsers(const DiagnosticSink& sink)
{
    std::vector<std::unique_ptr<LineParser>> parsers;
    parsers.push_back(std::make_unique<CMakeParser>(sink));
    parsers.push_back(std::make_unique<PythonTracebackParser>(sink));
    parsers.push_back(std::make_unique<LinkerParser>(sink));
    parsers.push_back(std::make_unique<NvccParser>(sink));
    parsers.push_back(std::make_unique<MsvcParser>(sink));
    parsers.push_back(std::make_unique<GccParser>(sink));
    return parsers;
}

ParserChain::ParserChain(const DiagnosticSink& sink)
    : m_ninja(std::make_unique<NinjaProgressParser>(sink))
    , m_parsers(toolParsers(sink))
    , m_hints(hintsOf(m_parsers))
{
}

ParserChain::~ParserChain() = default;

bool ParserChain::mayBeDiagnostic(QByteArrayView text) const
{
    bool hit = false;
    m_hints.scan(text, [&hit](int, qsizetype) { hit = true; });
    return hit;
}

void ParserChain::addLine(QByteArrayView line, qint64 number, qint64 byteOffset)
{
    const LogLine clean { m_cleaner.clean(line), number, byteOffset };
    if (m_current) {
        const LineAnswer answer = m_current->addLine(clean);
        if (answer == LineAnswer::InProgress)
            return;
        m_current->flush();
        m_current = nullptr;
        if (answer == LineAnswer::Done)
            return;
    }
    if (m_ninja->addLine(clean) != LineAnswer::NotHandled)
        return;
    if (mayBeDiagnostic(clean.text))
        offerToAll(clean);
}

void ParserChain::offerToAll(const LogLine& line)
{
    for (const std::unique_ptr<LineParser>& parser : m_parsers) {
        const LineAnswer answer = parser->addLine(line);
        if (answer == LineAnswer::NotHandled)
            continue;
        if (answer == LineAnswer::InProgress)
            m_current = parser.get();
        return;
    }
}

void ParserChain::finish()
{
    if (m_current)
        m_current->flush();
    m_current = nullptr;
}

}
