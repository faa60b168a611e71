# SPDX-License-Identifier: GPL-3.0-or-later
# Half of the time to compile goes into reading the same headers. Each file still includes what it uses: the
# Windows build has no precompiled headers and finds out.
set(precompile_as_known OFF)
if(NOT WIN32)
    set(precompile_as_known ON)
endif()
option(TORCHMASON_PRECOMPILE "Precompile the headers that most files read" ${precompile_as_known})

# torchmason_precompile(TARGET HEADER...)
function(torchmason_precompile target)
    if(NOT TORCHMASON_PRECOMPILE)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
    endif()
endfunction()
