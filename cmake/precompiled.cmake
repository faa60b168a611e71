# SPDX-License-Identifier: GPL-3.0-or-later
# Half of the time to compile goes into reading the same headers. Each file still includes what it uses: a build
# with -DTORCHMASON_PRECOMPILE=OFF finds out.
option(TORCHMASON_PRECOMPILE "Precompile the headers that most files read" ON)

# What most files of core and of the command line read.
set(TORCHMASON_OFTEN_READ
    <QByteArray> <QDir> <QFile> <QFileInfo> <QHash> <QMap> <QObject> <QSet> <QString> <QStringList> <QTimer> <QVector>
    <algorithm> <chrono> <functional> <memory> <optional> <string> <variant> <vector>
    <nlohmann/json.hpp> ${PROJECT_SOURCE_DIR}/cmake/often.h)

# torchmason_precompile(TARGET HEADER...)
function(torchmason_precompile target)
    if(NOT TORCHMASON_PRECOMPILE)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
    elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp") # for ccache: the same bytes each time
    endif()
endfunction()
