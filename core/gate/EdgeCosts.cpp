// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/EdgeCosts.h"

#include "core/base/AppPaths.h"
#include "core/base/Clock.h"
#include "core/base/Json.h"
#include "core/base/JsonBounds.h"
#include "core/base/LockFile.h"
#include "core/base/RegularFile.h"
#include "core/knowledge/KnownEdges.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype mostEntries = 60'000;

// Sorted by name: in the kind of document that keeps its order every name that is looked up or added passes
// all others, which with some ten thousand takes half a minute.
using SortedJson = nlohmann::json;
constexpr int mostNeighbours = 64;

bool isOurs(const SortedJson& document)
{
    const auto builds = document.is_object() ? document.find("builds") : document.end();
    return document.is_object() && builds != document.end() && builds->is_object()
        && document.value("schema", SortedJson()) == 1;
}

// "caffe2/CMakeFiles/torch_cpu.dir" and "C++": the target that an object belongs to.
QString neighbourhood(const QString& output, const QString& language)
{
    const qsizetype end = output.indexOf(QLatin1String(".dir/"));
    return language + QLatin1Char('\n')
        + (end >= 0 ? output.left(end) : output.section(QLatin1Char('/'), 0, -2));
}

// From 653 objects of a CPU build of PyTorch 2.6 with gcc 12 -O2: half of them need 480 MB or less; and from
// what builders report of nvcc.
Bytes firstGuess(const QString& language)
{
    if (language == QLatin1String("CUDA"))
        return 1536 * mebibyte;
    if (language == QLatin1String("C++"))
        return 700 * mebibyte;
    if (language == QLatin1String("link"))
        return 512 * mebibyte;
    return 100 * mebibyte;
}

}

QString EdgeCosts::defaultFile()
{
    return AppPaths::dataFolder() + QStringLiteral("/edge-costs.json");
}

EdgeCosts::EdgeCosts(QString file, QString build, QString* trouble, std::optional<Bytes> guessLimit)
    : m_file(std::move(file))
    , m_build(std::move(build))
    , m_guessLimit(guessLimit)
    , m_book(read(m_file, trouble))
{
    const QString own = m_build + QLatin1Char('\n');
    for (auto entry = m_book.cbegin(); entry != m_book.cend(); ++entry) {
        const QString output = entry.key().section(QLatin1Char('\n'), 1);
        if (!entry.key().startsWith(own)) {
            Bytes& largest = m_otherBuilds[output];
            largest = std::max(largest, entry->peak);
        }
    }
}

// {"schema": 1, "builds": {"BUILD": {"OUTPUT": [peak, time]}}}
EdgeCosts::Book EdgeCosts::read(const QString& file, QString* trouble)
{
    Book book;
    if (!QFileInfo::exists(file))
        return book;
    RegularFile content(file);
    const bool isOpen = content.openDocument();
    const QByteArray text = isOpen ? content.readAll() : QByteArray();
    const bool isInBounds = JsonBounds(JsonBounds::Files::OneDocument).add(text) == JsonBounds::Fault::None;
    const SortedJson document = isInBounds ? SortedJson::parse(text.begin(), text.end(), nullptr, false)
                                           : SortedJson(SortedJson::value_t::discarded);
    if (!isOpen || !isOurs(document)) {
        if (trouble)
            *trouble = QStringLiteral(
                "What was learned of the memory of compilers cannot be read (%1), and is learned again.")
                           .arg(isOpen ? QStringLiteral("%1 has another format").arg(file)
                                       : QStringLiteral("%1: %2").arg(file, content.errorString()));
        return book;
    }
    for (const auto& [build, outputs] : document["builds"].items()) {
        if (!outputs.is_object())
            continue;
        for (const auto& [output, values] : outputs.items()) {
            if (values.is_array() && values.size() == 2 && values[0].is_number_unsigned()
                && values[1].is_number_integer())
                book.insert(
                    QString::fromStdString(build) + QLatin1Char('\n') + QString::fromStdString(output),
                    { values[0].get<Bytes>(), values[1].get<qint64>() });
        }
    }
    return book;
}

std::optional<Bytes> EdgeCosts::ofNeighbours(const QString& output, const QString& language) const
{
    QVector<Bytes> peaks = m_neighbours.value(neighbourhood(output, language));
    if (peaks.size() < 4)
        return std::nullopt;
    // Nine of ten need no more than this.
    const auto ninth = peaks.begin() + (peaks.size() * 9) / 10;
    std::nth_element(peaks.begin(), ninth, peaks.end());
    return *ninth;
}

Bytes EdgeCosts::expected(const QString& output, const QString& language) const
{
    const auto measured = m_book.constFind(m_build + QLatin1Char('\n') + output);
    if (measured != m_book.cend())
        return measured->peak;
    if (const Bytes other = m_otherBuilds.value(output))
        return other;
    const KnownEdge known = knownEdge(output, language);
    const bool isSure = known.from != KnownEdge::From::Folder && known.from != KnownEdge::From::Nothing;
    if (isSure && known.peak > 0)
        return known.peak;
    const Bytes guess = firstGuess(language);
    return ofNeighbours(output, language).value_or(std::min(guess, m_guessLimit.value_or(guess)));
}

void EdgeCosts::learn(const QString& output, const QString& language, Bytes peak)
{
    if (output.isEmpty() || peak == 0)
        return;
    const QString key = m_build + QLatin1Char('\n') + output;
    // One that was light once may have come from a cache: what is known is lowered step by step.
    const Bytes known = m_book.value(key).peak;
    keep(key, peak < known ? known - (known - peak) / 4 : peak);
    QVector<Bytes>& peaks = m_neighbours[neighbourhood(output, language)];
    if (peaks.size() >= mostNeighbours)
        peaks.removeFirst();
    peaks.append(peak);
}

void EdgeCosts::learnAtLeast(const QString& output, Bytes peak)
{
    const QString key = m_build + QLatin1Char('\n') + output;
    if (!output.isEmpty() && peak > m_book.value(key).peak)
        keep(key, peak);
}

void EdgeCosts::keep(const QString& key, Bytes peak)
{
    const Measured entry { peak, systemClock().wallMilliseconds() / 1000 };
    m_book.insert(key, entry);
    m_news.insert(key, entry);
}

Result<void> EdgeCosts::save(Milliseconds patience)
{
    if (m_news.isEmpty())
        return {};
    QDir().mkpath(QFileInfo(m_file).path());
    QLockFile lock(m_file + QStringLiteral(".lock"));
    if (const auto taken = takeLock(lock, int(patience.count())); !taken)
        return taken;
    Book all = read(m_file, nullptr);
    all.insert(m_news);
    QVector<Book::const_iterator> newest;
    newest.reserve(all.size());
    for (auto entry = all.cbegin(); entry != all.cend(); ++entry)
        newest.append(entry);
    std::sort(newest.begin(), newest.end(), [](const auto& a, const auto& b) { return a->time > b->time; });
    SortedJson builds = SortedJson::object();
    for (qsizetype index = 0; index < std::min(newest.size(), mostEntries); ++index) {
        const QString& key = newest[index].key();
        builds[key.section(QLatin1Char('\n'), 0, 0).toStdString()]
              [key.section(QLatin1Char('\n'), 1).toStdString()]
            = { newest[index]->peak, newest[index]->time };
    }
    const auto written = writeJsonFile(m_file, { { "schema", 1 }, { "builds", Json(builds) } });
    if (written)
        m_news.clear();
    return written;
}

}
