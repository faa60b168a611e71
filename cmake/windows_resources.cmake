# SPDX-License-Identifier: GPL-3.0-or-later
# What Windows reads in a program file: icon, version and manifest (long paths, UTF-8, sharp on every screen).
include_guard(GLOBAL)

# torchmason_windows_resources(TARGET DESCRIPTION [ICON FILE...]): icons by their names in packaging/icons, the
# program's own first. Call it after WIN32_EXECUTABLE is set: only a program with a window asks for the controls
# of this Windows, because that is looked up at each start, and torchmason-gate is started for every compiler.
function(torchmason_windows_resources target description)
    cmake_parse_arguments(PARSE_ARGV 2 wished "" "" ICON)
    get_filename_component(packaging "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../packaging" ABSOLUTE)
    set(templates "${packaging}/windows/resources")
    set(RESOURCE_TARGET ${target})
    set(RESOURCE_DESCRIPTION "${description}")
    set(RESOURCE_DOTTED_VERSION "${PROJECT_VERSION}.0.0.0")
    string(REGEX MATCH "^[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+" RESOURCE_DOTTED_VERSION "${RESOURCE_DOTTED_VERSION}")
    string(REPLACE "." "," RESOURCE_VERSION "${RESOURCE_DOTTED_VERSION}")

    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}-resources")
    set(RESOURCE_MANIFEST "${folder}/program.manifest")
    set(inputs "${RESOURCE_MANIFEST}")
    set(RESOURCE_ICONS "")
    set(number 1)
    foreach(name IN LISTS wished_ICON)
        set(icon "${packaging}/icons/${name}")
        string(APPEND RESOURCE_ICONS "${number} ICON \"${icon}\"\n")
        list(APPEND inputs "${icon}")
        math(EXPR number "${number} + 1")
    endforeach()
    get_target_property(hasWindow ${target} WIN32_EXECUTABLE)
    set(RESOURCE_DEPENDENCY "")
    if(hasWindow)
        file(READ "${templates}/controls.manifest" RESOURCE_DEPENDENCY)
    endif()
    configure_file("${templates}/program.manifest.in" "${RESOURCE_MANIFEST}" @ONLY)
    configure_file("${templates}/program.rc.in" "${folder}/program.rc" @ONLY)

    # A target of its own: the options and definitions of the programs are for compilers, not for windres.
    add_library(${target}-resources OBJECT "${folder}/program.rc")
    set_source_files_properties("${folder}/program.rc" PROPERTIES OBJECT_DEPENDS "${inputs}")
    set_target_properties(${target}-resources PROPERTIES AUTOMOC OFF AUTORCC OFF)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}-resources>)
    if(MSVC)
        target_link_options(${target} PRIVATE /MANIFEST:NO) # else its linker adds another one
    endif()
endfunction()
