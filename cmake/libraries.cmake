# SPDX-License-Identifier: GPL-3.0-or-later
# A changed library alone is no reason to link all that use it again.
set(CMAKE_LINK_DEPENDS_NO_SHARED ${TORCHMASON_SHARED})

# torchmason_library(NAME): core and ui, as TORCHMASON_SHARED says. Either kind compiles in the same way.
function(torchmason_library name)
    if(TORCHMASON_SHARED)
        add_library(${name} SHARED)
    else()
        add_library(${name} STATIC)
    endif()
    set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "") # no other flags for either
endfunction()
