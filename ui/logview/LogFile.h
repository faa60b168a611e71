// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QIODevice>
#include <QString>

#include <map>
#include <memory>

class QFile;

namespace torchmason {

// The bytes of a document as its index counts them: headings, the stages' logs, and line breaks between them.
// Reads no more than the index knows. One thread at a time uses it.
class LogFile : public QIODevice {
public:
    explicit LogFile(std::shared_ptr<const LogIndex> index);
    ~LogFile() override;

    qint64 size() const override { return m_index->byteCount(); }
    bool isSequential() const override { return false; }

protected:
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    qint64 readAt(const LogLayout::Section& section, qint64 at, char* data, qint64 most);
    QFile* fileOf(const QString& path);

    std::shared_ptr<const LogIndex> m_index;
    std::map<QString, std::unique_ptr<QFile>> m_files; // by path, opened when they are needed
};

}
