# SPDX-License-Identifier: GPL-3.0-or-later
# Translations. The build writes torchmason.ts, the template for translators, where lupdate is installed (Debian:
# qt6-l10n-tools). A finished torchmason_LANGUAGE.ts in resources/translations becomes part of the window, which takes
# the one of the user's language.
# PATH may have those of Qt 5 under the same names.
foreach(tool lupdate lrelease)
    string(TOUPPER TORCHMASON_${tool} variable)
    find_program(${variable} ${tool} NO_DEFAULT_PATH
        PATHS ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS} ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_LIBEXECS} /usr/lib/qt6/bin)
endforeach()
find_package(Python3 COMPONENTS Interpreter QUIET)
mark_as_advanced(TORCHMASON_LUPDATE TORCHMASON_LRELEASE)

if(TORCHMASON_LUPDATE AND Python3_Interpreter_FOUND AND NOT CMAKE_CROSSCOMPILING)
    set(template ${PROJECT_BINARY_DIR}/torchmason.ts)
    set(data ${PROJECT_BINARY_DIR}/data_texts.cpp)
    file(GLOB data_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/rules/*.json
        ${PROJECT_SOURCE_DIR}/resources/knowledge/*.json ${PROJECT_SOURCE_DIR}/profiles/*.json)
    get_target_property(core_files torchmason_core SOURCES)
    get_target_property(ui_files torchmason_ui SOURCES)
    set(cpp_files ${core_files} ${ui_files})
    list(FILTER cpp_files INCLUDE REGEX "\\.(cpp|h)$")
    set(folders core ui app/desktop)
    list(TRANSFORM folders PREPEND ${PROJECT_SOURCE_DIR}/)
    # Made anew each time: what is no longer in the program is not in the template.
    add_custom_command(OUTPUT ${template}
        COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/resources/collect-texts ${PROJECT_SOURCE_DIR} ${data}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${template}
        COMMAND ${TORCHMASON_LUPDATE} -silent ${folders} ${data} -I ${PROJECT_SOURCE_DIR}
            -locations relative -source-language en -ts ${template}
        DEPENDS ${cpp_files} ${data_files} ${PROJECT_SOURCE_DIR}/resources/collect-texts
        COMMENT "Collecting sentences for translators" VERBATIM)
    add_custom_target(torchmason_template ALL DEPENDS ${template})
endif()

file(GLOB translations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/translations/torchmason_*.ts)
if(translations)
    if(NOT TORCHMASON_LRELEASE)
        message(FATAL_ERROR "lrelease is missing, which makes translations ready for use; Debian has it in qt6-l10n-tools.")
    endif()
    set(ready)
    foreach(translation IN LISTS translations)
        get_filename_component(name ${translation} NAME_WE)
        add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/translations/${name}.qm
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/translations
            COMMAND ${TORCHMASON_LRELEASE} -silent ${translation} -qm ${PROJECT_BINARY_DIR}/translations/${name}.qm
            DEPENDS ${translation} VERBATIM)
        list(APPEND ready ${PROJECT_BINARY_DIR}/translations/${name}.qm)
    endforeach()
    qt_add_resources(torchmason translations PREFIX /translations BASE ${PROJECT_BINARY_DIR}/translations FILES ${ready})
endif()
