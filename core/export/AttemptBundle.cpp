// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AttemptBundle.h"

#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/base/JsonBounds.h"
#include "core/base/Platform.h"
#include "core/base/RegularFile.h"
#include "core/export/BundleFormat.h"
#include "core/export/JsonRedaction.h"
#include "core/export/TarArchive.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QSysInfo>

#include <algorithm>
#include <functional>
#include <utility>

namespace torchmason {

namespace {

using BundleFormat::MemberKind;

constexpr qint64 pieceSize = 1 << 20;
constexpr qint64 longestLine = 8 << 20; // the longest of ours have some hundred KiB

// Redacted; empty where it is not a JSON object in one line: readers leave those out.
QByteArray redactedLine(const QByteArray& line, const PrivacyFilter& privacy)
{
    if (!line.endsWith('\n'))
        return {};
    const Json document = jsonLine(line);
    return document.is_object() ? compactJson(redacted(document, privacy, Masks::SameLength)) + '\n'
                                : QByteArray();
}

// The lines within the first `size` bytes.
void eachLine(RegularFile& file, qint64 size, const std::function<void(const QByteArray&)>& take)
{
    file.seek(0);
    bool isRest = false; // of a line that is too long
    while (file.pos() < size) {
        const QByteArray line = file.readLine(std::min(longestLine, size - file.pos()));
        if (line.isEmpty())
            return;
        if (!std::exchange(isRest, !line.endsWith('\n')))
            take(line);
    }
}

// Without the runner, which is of no use on another machine, and without where an imported attempt came from.
Json forElsewhere(Json record)
{
    if (record.is_object() && record.contains("runner"))
        record["runner"] = { { "pid", 0 }, { "startMark", "" }, { "socket", "" } };
    if (record.is_object())
        record.erase("imported");
    return record;
}

class BundleWriter {
public:
    BundleWriter(const AttemptSummary& attempt, const BundleWish& wish, int handle, QString target)
        : m_attempt(attempt)
        , m_keepsNames(wish.keepsNames)
        , m_privacy(wish.keepsNames ? PrivacyFilter::secretsOnly() : PrivacyFilter(wish.names))
        , m_target(std::move(target))
        , m_made(systemClock().wallMilliseconds())
        , m_tar(handle, m_made / 1000)
    {
    }

    Result<void> write()
    {
        const QByteArray head = text(headOf());
        if (const auto begun = putWhole(BundleFormat::headName(), head); !begun)
            return begun;
        for (const QString& name : BundleFormat::membersIn(m_attempt.folder)) {
            if (const auto put = putMember(name); !put)
                return put;
        }
        const QByteArray contents = text({ { "files", m_files } });
        if (const auto put = putWhole(BundleFormat::contentsName(), contents); !put)
            return put;
        return told(m_tar.finish());
    }

private:
    static QByteArray text(const Json& document)
    {
        return QByteArray::fromStdString(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    Result<void> told(const Result<void>& written) const
    {
        return written ? written
                       : Error { Core::tr("Cannot write %1: %2.").arg(m_target, written.error().message) };
    }

    Error unreadable(const QString& name, const QString& why) const
    {
        return { Core::tr("Cannot read %1/%2: %3.").arg(m_attempt.folder, name, why) };
    }

    Json headOf() const
    {
        const AttemptRecord& record = m_attempt.record;
        Json head = { { "torchmason-bundle", BundleFormat::version }, { "program", TORCHMASON_VERSION },
            { "made", m_made }, { "attempt", m_attempt.number }, { "id", toJson(record.id) },
            { "platform", toJson(platformId(hostPlatform())) } };
        if (!hasEnded(record.state))
            head["unfinished"] = true;
        if (m_keepsNames) {
            head["names"] = true;
            head["computer"] = toJson(QSysInfo::machineHostName());
        }
        return head;
    }

    Result<void> begin(const QString& name, qint64 size)
    {
        m_hash.reset();
        m_size = size;
        return told(m_tar.begin(name, size));
    }

    Result<void> put(QByteArrayView bytes)
    {
        m_hash.addData(bytes);
        return told(m_tar.write(bytes));
    }

    void list(const QString& name)
    {
        m_files.push_back({ { "name", toJson(name) }, { "bytes", m_size },
            { "sha256", m_hash.result().toHex().toStdString() } });
    }

    Result<void> putWhole(const QString& name, const QByteArray& content)
    {
        const auto begun = begin(name, content.size());
        return begun ? put(content) : begun;
    }

    Result<void> putMember(const QString& name)
    {
        RegularFile file(m_attempt.folder + QLatin1Char('/') + name);
        if (!file.open(QIODevice::ReadOnly))
            return file.exists() ? unreadable(name, file.errorString()) : Result<void>();
        const MemberKind kind = *BundleFormat::memberKind(name);
        const auto put = kind == MemberKind::Document ? putDocument(name, file)
            : kind == MemberKind::Lines               ? putLines(name, file)
                                                      : putLog(name, file);
        if (put)
            list(name);
        return put;
    }

    // What findings quote from the logs is the same in both.
    Result<void> putDocument(const QString& name, QFile& file)
    {
        if (file.size() > RegularFile::mostOfDocument)
            return unreadable(name, Core::tr("it is too large"));
        const QByteArray content = file.readAll();
        if (JsonBounds(JsonBounds::Files::OneDocument).add(content) != JsonBounds::Fault::None)
            return unreadable(name, Core::tr("its brackets are nested too deep"));
        const auto document = parseJson(content, file.fileName());
        if (!document)
            return document.error();
        const bool isQuoted = name == QLatin1String("findings.json");
        return putWhole(name,
            text(
                redacted(forElsewhere(*document), m_privacy, isQuoted ? Masks::SameLength : Masks::AsShown)));
    }

    // Their size has to be known before: they are gone through twice, up to where they end now.
    Result<void> putLines(const QString& name, RegularFile& file)
    {
        const qint64 end = file.size();
        qint64 size = 0;
        eachLine(file, end, [&](const QByteArray& line) { size += redactedLine(line, m_privacy).size(); });
        auto done = begin(name, size);
        eachLine(file, end, [&](const QByteArray& line) {
            const QByteArray known = redactedLine(line, m_privacy);
            size -= known.size();
            if (done && size >= 0)
                done = put(known);
        });
        return done && size != 0 ? unreadable(name, Core::tr("it was changed meanwhile")) : done;
    }

    Result<void> putLog(const QString& name, QFile& file)
    {
        qint64 left = file.size(); // it may be growing
        if (const auto begun = begin(name, left); !begun)
            return begun;
        LogRedactor redactor(m_privacy);
        QByteArray ready;
        while (left > 0) {
            const QByteArray piece = file.read(std::min(left, pieceSize));
            if (piece.isEmpty())
                return unreadable(name, Core::tr("it became shorter meanwhile"));
            left -= piece.size();
            ready.clear();
            redactor.add(piece, ready);
            if (left == 0)
                redactor.finish(ready);
            if (const auto passed = put(ready); !passed)
                return passed;
        }
        return {};
    }

    const AttemptSummary& m_attempt;
    bool m_keepsNames;
    PrivacyFilter m_privacy;
    QString m_target;
    qint64 m_made;
    TarWriter m_tar;
    QCryptographicHash m_hash { QCryptographicHash::Sha256 };
    qint64 m_size = 0; // of the member that is being written
    Json m_files = Json::array();
};

}

Result<void> saveBundle(const AttemptSummary& attempt, const BundleWish& wish, const QString& path)
{
    const QString target = QDir::toNativeSeparators(path);
    QSaveFile file(path);
    const auto failed
        = [&] { return Error { Core::tr("Cannot write %1: %2.").arg(target, file.errorString()) }; };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    if (const auto written = BundleWriter(attempt, wish, file.handle(), target).write(); !written)
        return written;
    // commit() of some versions of Qt does not notice that its own flush found the disk full.
    if (!file.flush() || file.error() != QFileDevice::NoError || !file.commit())
        return failed();
    return {};
}

QString bundleFileName(int number)
{
    return QStringLiteral("attempt-%1%2").arg(number, 4, 10, QLatin1Char('0')).arg(BundleFormat::suffix());
}

}
