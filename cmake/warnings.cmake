# SPDX-License-Identifier: GPL-3.0-or-later
# The one interface target that every own target links: warnings, sanitizers and language habits.
add_library(torchmason_warnings INTERFACE)
if(MSVC) # sources are UTF-8, and no language but the standard's
    target_compile_options(torchmason_warnings INTERFACE /W4 /permissive- /utf-8 /Zc:__cplusplus /Zc:preprocessor
        /bigobj $<$<BOOL:${TORCHMASON_WERROR}>:/WX>)
else()
    target_compile_options(torchmason_warnings INTERFACE
        -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
        $<$<BOOL:${TORCHMASON_WERROR}>:-Werror>)
endif()
target_compile_definitions(torchmason_warnings INTERFACE
    QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH
    TORCHMASON_VERSION="${PROJECT_VERSION}")
if(TORCHMASON_SANITIZE)
    target_compile_options(torchmason_warnings INTERFACE
        -fsanitize=${TORCHMASON_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        target_compile_options(torchmason_warnings INTERFACE
            -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/undefined-of-others.txt)
    endif()
    target_link_options(torchmason_warnings INTERFACE -fsanitize=${TORCHMASON_SANITIZE})
endif()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Functions are looked up when a program starts. Later some would be looked up in a child that Qt has made, on
    # its stack of 4 KB, of which one look-up takes 2.5 with AVX-512 (see ChildStackTest).
    target_link_options(torchmason_warnings INTERFACE LINKER:-z,relro,-z,now)
endif()
if(WIN32)
    target_compile_definitions(torchmason_warnings INTERFACE UNICODE _UNICODE NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00)
endif()
