# SPDX-License-Identifier: GPL-3.0-or-later
# torchmason_library(NAME): core and ui, as TORCHMASON_SHARED says. Either kind compiles in the same way.
function(torchmason_library name)
    if(TORCHMASON_SHARED)
        add_library(${name} SHARED)
    else()
        add_library(${name} STATIC)
    endif()
    set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "") # no other flags for either
endfunction()
