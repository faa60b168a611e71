// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Log.h"

#include "core/base/AppPaths.h"
#include "core/base/ControlCharacters.h"
#include "core/base/Platform.h"

#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace torchmason::log {

namespace {

spdlog::logger& logger()
{
    // Never destroyed: objects and threads may still log while the program's globals are.
    static spdlog::logger* const shared = [] {
        auto terminal = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        terminal->set_level(spdlog::level::warn);
        terminal->set_pattern("%v");
        auto* made = new spdlog::logger("torchmason", terminal);
        made->flush_on(spdlog::level::info);
        // A full disk, or a file that another process holds: the program goes on, and the log has a gap.
        made->set_error_handler([](const std::string&) {});
        return made;
    }();
    return *shared;
}

// Sentences cite files of others, and the worse ones are shown in a terminal: one line each, no signs for it.
void write(spdlog::level::level_enum level, const char* category, const QString& sentence)
{
    logger().log(level, "{}: {}", category, safeLine(sentence).toStdString());
}

void writeMessageOfQt(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    write(type == QtDebugMsg       ? spdlog::level::debug
            : type == QtInfoMsg    ? spdlog::level::info
            : type == QtWarningMsg ? spdlog::level::warn
                                   : spdlog::level::err,
        context.category ? context.category : "qt", message);
}

}

void info(const char* category, const QString& sentence)
{
    write(spdlog::level::info, category, sentence);
}
void warning(const char* category, const QString& sentence)
{
    write(spdlog::level::warn, category, sentence);
}
void error(const char* category, const QString& sentence)
{
    write(spdlog::level::err, category, sentence);
}

void openFile(const QString& program)
{
    qInstallMessageHandler(writeMessageOfQt);
    const QString data = AppPaths::dataFolder();
    const QString folder = data + QStringLiteral("/logs");
    // Logs, attempts and locks tell what this user does: nobody else enters.
    if constexpr (hostPlatform() == Platform::Linux) {
        if (QDir().mkpath(QFileInfo(data).path()))
            QDir().mkdir(data, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    if (!QDir().mkpath(folder))
        return;
    const QString path = folder + QLatin1Char('/') + program + QStringLiteral(".log");
    try {
        auto file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
#ifdef SPDLOG_WCHAR_FILENAMES
            path.toStdWString(),
#else
            path.toStdString(),
#endif
            1 << 20, 3);
        file->set_pattern("%Y-%m-%d %H:%M:%S.%e [%P] %l %v");
        logger().sinks().push_back(file);
    } catch (const spdlog::spdlog_ex&) {
        return; // a read-only or full disk
    }
    info("start",
        QStringLiteral("%1 " TORCHMASON_VERSION ", Qt %2, %3, %4")
            .arg(program, QLatin1String(qVersion()), QSysInfo::prettyProductName(),
                QSysInfo::currentCpuArchitecture()));
}

}
