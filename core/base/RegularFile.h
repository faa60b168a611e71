// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace torchmason {

// How files are read that others may have written. What is no file (a pipe, a device, a folder) is refused:
// opening it could wait for ever, and reading it never end. Its writer may go on writing, renaming and
// deleting it meanwhile, on Windows, too.
class RegularFile : public QFile {
public:
    using QFile::QFile;

    // Also while it is open, when Qt has forgotten it.
    QString fileName() const override;
    // For reading only; errorString() is a clause about "it" where it fails. Resources are read as well.
    bool open(OpenMode mode) override;
    // From `offset` on; several threads may do so at once, and then nobody uses read(). Answers how many
    // bytes came: fewer than wanted where the file ends or cannot be read. Not for resources.
    qsizetype readAt(qint64 offset, char* bytes, qsizetype wanted) const;
    // A line with its end, or its first `most` bytes. QIODevice's own allocates `most` bytes for each line.
    QByteArray readLine(qint64 most);
    // For what is read as a whole: the same, and a larger file is refused.
    bool openDocument(qint64 most = mostOfDocument);

    static constexpr qint64 mostOfDocument = 64 * 1024 * 1024;

private:
    bool openRegular(OpenMode mode);
    qsizetype readPiece(qint64 offset, char* bytes, qsizetype wanted) const; // at most 0 at the end

    QString m_name;
};

// Whether something is there that is no file, so that it must not be opened.
bool isNoFile(const QString& path);

}
