# SPDX-License-Identifier: GPL-3.0-or-later
# Windows programs made on Debian with mingw-w64 (posix threads). Two folders hold what is linked in:
#   TORCHMASON_QT_MINGW            the static Qt (packaging/windows/prepare-qt)
#   TORCHMASON_MINGW_DEPENDENCIES  QCustomPlot, spdlog, nlohmann_json (packaging/windows/prepare-dependencies)
# Either comes from -D, from the environment, or is expected in build/windows-prefix.
# zlib comes from Debian's libz-mingw-w64-dev; the copy inside of Qt has other names for its functions.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

function(torchmason_prefix variable default)
    if(NOT ${variable} AND DEFINED ENV{${variable}})
        set(${variable} "$ENV{${variable}}")
    endif()
    if(NOT ${variable})
        get_filename_component(${variable} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../build/windows-prefix/${default}" ABSOLUTE)
    endif()
    set(${variable} "${${variable}}" CACHE PATH "Windows libraries for the cross build")
endfunction()
torchmason_prefix(TORCHMASON_QT_MINGW qt)
torchmason_prefix(TORCHMASON_MINGW_DEPENDENCIES dependencies)
# Compiler checks run in projects of their own and must see the same folders.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TORCHMASON_QT_MINGW TORCHMASON_MINGW_DEPENDENCIES)

set(CMAKE_FIND_ROOT_PATH "${TORCHMASON_QT_MINGW}" "${TORCHMASON_MINGW_DEPENDENCIES}" /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
list(APPEND CMAKE_PREFIX_PATH "${TORCHMASON_QT_MINGW}" "${TORCHMASON_MINGW_DEPENDENCIES}")

# moc, rcc and the other tools that run here come from Debian's Qt, which must be of the same version.
if(NOT DEFINED QT_HOST_PATH)
    set(QT_HOST_PATH /usr CACHE PATH "Qt whose tools run on this machine")
    execute_process(COMMAND gcc -print-multiarch OUTPUT_VARIABLE torchmason_multiarch OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(QT_HOST_PATH_CMAKE_DIR "/usr/lib/${torchmason_multiarch}/cmake" CACHE PATH "CMake files of that Qt")
endif()

# One file that runs on a bare Windows: no libstdc++-6.dll, libwinpthread-1.dll or zlib1.dll beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(ZLIB_USE_STATIC_LIBS ON)
