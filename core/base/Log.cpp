// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Log.h"

#include "core/base/AppPaths.h"

#include <QDir>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace torchmason::log {

namespace {

spdlog::logger& logger()
{
    static const std::shared_ptr<spdlog::logger> shared = [] {
        auto terminal = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        terminal->set_level(spdlog::level::warn);
        terminal->set_pattern("%v");
        return std::make_shared<spdlog::logger>("torchmason", terminal);
    }();
    return *shared;
}

void write(spdlog::level::level_enum level, const char* category, const QString& sentence)
{
    logger().log(level, "{}: {}", category, sentence.toStdString());
}

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
    const QString folder = AppPaths::dataFolder() + QStringLiteral("/logs");
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
        logger().flush_on(spdlog::level::info);
    } catch (const spdlog::spdlog_ex&) {
        // A read-only or full disk: stderr still gets the warnings.
    }
}

}
