// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RegularFile.h"
#include "ui/logview/LogLayout.h"

#include <memory>
#include <vector>

namespace torchmason {

// Reads the logs of a document into their indexes, a bounded piece at a time, and what they get later. A log
// that is not there is passed over. Of the thread that indexes only.
class LogWalk {
public:
    explicit LogWalk(const QVector<LogPart>& parts) { setParts(parts); }

    // Logs that were there before keep what was read of them.
    void setParts(const QVector<LogPart>& parts);
    // At most 8 MB; true where there may be more at once.
    bool readSome();
    // What has been read.
    LogLayout layout() const;
    // A log that was read and is not there any more, by file name.
    QString vanished() const;
    // Whether a log is there and cannot be opened: why.
    QString problem() const;
    bool wasShorter() const { return m_wasShorter; }

private:
    struct Log {
        LogPart part;
        std::shared_ptr<LogIndex> index = std::make_shared<LogIndex>();
        std::unique_ptr<RegularFile> file = std::make_unique<RegularFile>();
        bool hasBegun = false; // it was there
        bool isGone = false;
        QString problem = {};
    };
    void look(Log& log);
    static QByteArray nextBlock(Log& log);

    std::vector<Log> m_logs;
    bool m_wasShorter = false;
};

}
