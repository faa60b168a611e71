# SPDX-License-Identifier: GPL-3.0-or-later
# spdlog and fmt as headers only, copied from Debian's -dev packages by prepare-dependencies.
if(NOT TARGET spdlog::spdlog)
    get_filename_component(_spdlog_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(spdlog::spdlog INTERFACE IMPORTED)
    set_target_properties(spdlog::spdlog PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${_spdlog_prefix}/include"
        INTERFACE_COMPILE_DEFINITIONS "SPDLOG_FMT_EXTERNAL;FMT_HEADER_ONLY")
    unset(_spdlog_prefix)
endif()
