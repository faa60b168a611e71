// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleUnpacking.h"

#include "core/base/Core.h"
#include "core/base/DiskSpace.h"
#include "core/base/Json.h"
#include "core/base/JsonBounds.h"
#include "core/export/BundleFormat.h"
#include "core/export/TarArchive.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QVector>

#include <algorithm>

namespace torchmason {

namespace {

using BundleFormat::MemberKind;

constexpr qint64 pieceSize = 1 << 16;
constexpr qint64 largestOwn = 1 << 20; // bundle.json, contents.json
constexpr qint64 largestDocument = 64 << 20; // they are read as a whole
constexpr int mostValues = 100'000; // of a document or a line: lists of attempts read all of it
constexpr qsizetype mostFiles = 256;

struct BundledFile {
    QString name;
    qint64 size = 0;
    QByteArray hash; // SHA-256 in hex

    bool operator==(const BundledFile&) const = default;
};

class Unpacking {
public:
    Unpacking(QFile& file, QString folder, bool acceptsLarge, const BundleLimits& limits)
        : m_folder(std::move(folder))
        , m_name(QDir::toNativeSeparators(file.fileName()))
        , m_fileSize(file.size())
        , m_acceptsLarge(acceptsLarge)
        , m_limits(limits)
        , m_tar(file.handle())
    {
    }

    Result<UnpackedBundle> unpack()
    {
        auto head = readHead();
        if (!head)
            return head.error();
        for (;;) {
            const auto member = m_tar.next();
            if (!member)
                return damaged(member.error().message);
            if (!*member)
                return damaged(Core::tr("the list of its contents is missing"));
            if ((*member)->name == BundleFormat::contentsName()) {
                const auto checked = checkContents(**member);
                return checked ? Result<UnpackedBundle>(UnpackedBundle { *head, digest() }) : checked.error();
            }
            if (const auto taken = take(**member); !taken)
                return taken.error();
        }
    }

private:
    Error damaged(const QString& clause) const
    {
        return { Core::tr("%1 is damaged: %2.").arg(m_name, clause) };
    }
    Error refused(const QString& clause) const
    {
        return { Core::tr("%1 is refused: %2.").arg(m_name, clause) };
    }
    Error noBundle() const
    {
        return { Core::tr(
            "%1 is not a bundle of Torchmason; for a plain log there is `torchmason-cli diagnose`.")
                     .arg(m_name) };
    }

    Result<BundleHead> readHead()
    {
        const auto first = m_tar.next();
        if (!first || !*first || (*first)->name != BundleFormat::headName())
            return noBundle();
        const auto document = readOwn(**first);
        if (!document)
            return document.error();
        JsonReader reader(*document, BundleFormat::headName());
        const qint64 version = reader.integer("torchmason-bundle", 0);
        if (version > BundleFormat::version)
            return Error { Core::tr("%1 was made by a newer version of Torchmason (it is a bundle of "
                                    "version %2, this program reads %3); update the program to open it.")
                               .arg(m_name)
                               .arg(version)
                               .arg(BundleFormat::version) };
        if (version < 1)
            return noBundle();
        BundleHead head { int(reader.integer("attempt", 0)), reader.boolean("unfinished", false),
            reader.string("computer", {}) };
        if (!reader.ok())
            return damaged(reader.error().message.chopped(1));
        return head;
    }

    Result<Json> readOwn(const TarMember& member)
    {
        if (member.size > largestOwn)
            return damaged(Core::tr("its %1 is too large").arg(member.name));
        QByteArray content(qsizetype(member.size), Qt::Uninitialized);
        qint64 filled = 0;
        while (filled < member.size) {
            const auto size = m_tar.read(content.data() + filled, member.size - filled);
            if (!size)
                return damaged(size.error().message);
            filled += *size;
        }
        if (const auto inBounds
            = checkBounds(JsonBounds(JsonBounds::Files::OneDocument, mostValues).add(content), member);
            !inBounds)
            return inBounds.error();
        const auto document = parseJson(content, member.name);
        return document ? document : Result<Json>(damaged(document.error().message.chopped(1)));
    }

    Result<void> checkBounds(JsonBounds::Fault fault, const TarMember& member) const
    {
        if (fault == JsonBounds::Fault::TooDeep)
            return refused(Core::tr("its %1 is nested too deep").arg(member.name));
        if (fault == JsonBounds::Fault::TooMany)
            return refused(Core::tr("its %1 holds more than %2 values").arg(member.name).arg(mostValues));
        return {};
    }

    Result<void> take(const TarMember& member)
    {
        const auto kind = BundleFormat::memberKind(member.name);
        if (!kind)
            return refused(Core::tr("it holds \"%1\", which is not part of an attempt").arg(member.name));
        if (isTaken(member.name))
            return refused(Core::tr("it holds %1 twice").arg(member.name));
        if (m_files.size() >= mostFiles)
            return refused(Core::tr("it holds more than %1 files").arg(mostFiles));
        if (const auto fits = checkSize(member, *kind); !fits)
            return fits;
        return unpackFile(member, *kind);
    }

    bool isTaken(const QString& name) const
    {
        return std::any_of(
            m_files.begin(), m_files.end(), [&](const BundledFile& f) { return f.name == name; });
    }

    Result<void> checkSize(const TarMember& member, MemberKind kind)
    {
        if (kind == MemberKind::Document && member.size > largestDocument)
            return refused(Core::tr("its %1 has %2").arg(member.name, formatBytes(Bytes(member.size))));
        m_unpacked += member.size;
        if (!m_acceptsLarge && m_unpacked > m_limits.size && m_unpacked / m_limits.growth > m_fileSize)
            return refused(Core::tr("its %1 take more than %2 when unpacked; if you trust it: torchmason-cli "
                                    "attempts import --large FILE")
                               .arg(formatBytes(Bytes(m_fileSize)), formatBytes(Bytes(m_unpacked))));
        const auto space = diskSpaceAt(m_folder);
        if (space && Bytes(member.size) > space->free)
            return Error { Core::tr(
                "%1 in %2 needs %3, but the disk of %4 has %5 left; make room and try again.")
                               .arg(member.name, m_name, formatBytes(Bytes(member.size)),
                                   QDir::toNativeSeparators(m_folder), formatBytes(space->free)) };
        return {};
    }

    Result<void> unpackFile(const TarMember& member, MemberKind kind)
    {
        QFile out(m_folder + QLatin1Char('/') + member.name);
        const auto failed = [&out] {
            return Error { Core::tr("Cannot write %1: %2.")
                               .arg(QDir::toNativeSeparators(out.fileName()), out.errorString()) };
        };
        if (member.name.contains(QLatin1Char('/')))
            QDir(m_folder).mkpath(member.name.section(QLatin1Char('/'), 0, -2));
        if (!out.open(QIODevice::WriteOnly | QIODevice::NewOnly))
            return failed();
        JsonBounds bounds(
            kind == MemberKind::Lines ? JsonBounds::Files::OneALine : JsonBounds::Files::OneDocument,
            mostValues);
        QCryptographicHash hash(QCryptographicHash::Sha256);
        QByteArray piece(pieceSize, Qt::Uninitialized);
        for (;;) {
            const auto size = m_tar.read(piece.data(), piece.size());
            if (!size)
                return damaged(size.error().message);
            if (*size == 0)
                break;
            const QByteArrayView bytes = QByteArrayView(piece).first(*size);
            if (kind != MemberKind::Log) {
                if (const auto inBounds = checkBounds(bounds.add(bytes), member); !inBounds)
                    return inBounds;
            }
            hash.addData(bytes);
            if (out.write(bytes.data(), bytes.size()) != bytes.size())
                return failed();
        }
        if (!out.flush() || out.error() != QFileDevice::NoError)
            return failed();
        m_files.append({ member.name, member.size, hash.result().toHex() });
        return {};
    }

    // The list stands at the end, and nothing behind it.
    Result<void> checkContents(const TarMember& member)
    {
        const auto document = readOwn(member);
        if (!document)
            return document.error();
        const auto end = m_tar.next();
        if (!end)
            return damaged(end.error().message);
        if (*end)
            return refused(Core::tr("something follows the list of its contents"));
        const Json list = document->is_object() ? document->value("files", Json()) : Json();
        if (!list.is_array())
            return damaged(Core::tr("it does not list its files"));
        for (size_t index = 0; index < std::max(list.size(), size_t(m_files.size())); ++index) {
            if (const auto checked = checkFile(list, index); !checked)
                return checked;
        }
        return {};
    }

    Result<void> checkFile(const Json& list, size_t index) const
    {
        if (index >= list.size())
            return damaged(
                Core::tr("%1 is not in the list of its contents").arg(m_files[qsizetype(index)].name));
        JsonReader reader(list[index], BundleFormat::contentsName());
        const BundledFile listed { reader.string("name"), reader.integer("bytes"),
            reader.string("sha256").toLatin1() };
        if (!reader.ok())
            return damaged(reader.error().message.chopped(1));
        const bool isThere = index < size_t(m_files.size()) && m_files[qsizetype(index)].name == listed.name;
        if (!isThere)
            return damaged(Core::tr("a file that it lists is missing or in another place"));
        if (!(m_files[qsizetype(index)] == listed))
            return damaged(Core::tr("%1 is not what was packed; its checksum differs").arg(listed.name));
        return {};
    }

    QString digest() const
    {
        QByteArrayList lines;
        for (const BundledFile& file : m_files)
            lines << file.hash + ' ' + file.name.toLatin1();
        std::sort(lines.begin(), lines.end());
        return QString::fromLatin1(
            QCryptographicHash::hash(lines.join('\n'), QCryptographicHash::Sha256).toHex());
    }

    QString m_folder;
    QString m_name;
    qint64 m_fileSize;
    bool m_acceptsLarge;
    BundleLimits m_limits;
    TarReader m_tar;
    QVector<BundledFile> m_files;
    qint64 m_unpacked = 0;
};

}

Result<UnpackedBundle> unpackBundle(
    QFile& file, const QString& folder, bool acceptsLarge, const BundleLimits& limits)
{
    return Unpacking(file, folder, acceptsLarge, limits).unpack();
}

}
