# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where, and what the Debian package says of itself (packaging/linux/make-package).
if(WIN32) # packaging/windows/make-packages packs what was built
    return()
endif()

include(GNUInstallDirs)
set(linux_files ${PROJECT_SOURCE_DIR}/packaging/linux)
set(icon_files ${PROJECT_SOURCE_DIR}/packaging/icons)
set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/torchmason)
# The same for everybody, whatever the umask of who installs.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# AppPaths::programFolder() looks for the helpers in ../lib/torchmason, seen from the programs.
install(TARGETS torchmason torchmason-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS torchmason-runner torchmason-gate RUNTIME DESTINATION lib/torchmason)

install(FILES ${linux_files}/torchmason.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${linux_files}/torchmason.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
    RENAME io.github.torchmason.torchmason.metainfo.xml)
install(FILES ${linux_files}/torchmason-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
    RENAME torchmason.xml)
foreach(size 16 22 24 32 48 64 128 256 512)
    set(folder ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size})
    install(FILES ${icon_files}/torchmason-${size}.png DESTINATION ${folder}/apps RENAME torchmason.png)
    install(FILES ${icon_files}/torchmason-bundle-${size}.png DESTINATION ${folder}/mimetypes
        RENAME torchmason-bundle.png)
endforeach()
set(folder ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable)
install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/torchmason.svg DESTINATION ${folder}/apps)
install(FILES ${icon_files}/drawings/torchmason-bundle.svg DESTINATION ${folder}/mimetypes)

# One file completes both programs; bash looks for it by the name of the program.
set(folder ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${linux_files}/torchmason-cli.bash DESTINATION ${folder} RENAME torchmason-cli)
install(CODE "file(CREATE_LINK torchmason-cli
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}/torchmason\" SYMBOLIC)")

# The guide, the reference of the command line and the pages that they link to, with their pictures.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${doc_folder}
    FILES_MATCHING PATTERN "*.md" PATTERN "pictures/*.png")

# Pages and the list of changes are read packed.
find_program(TORCHMASON_GZIP gzip REQUIRED)
mark_as_advanced(TORCHMASON_GZIP)
set(packed)
# torchmason_install_packed(FILE NAME INSTALL-WORD...)
function(torchmason_install_packed file name)
    set(target ${PROJECT_BINARY_DIR}/packaging/${name}.gz)
    add_custom_command(OUTPUT ${target}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/packaging
        COMMAND ${TORCHMASON_GZIP} -9nc ${file} > ${target}
        DEPENDS ${file} VERBATIM)
    install(FILES ${target} ${ARGN})
    set(packed ${packed} ${target} PARENT_SCOPE)
endfunction()
torchmason_install_packed(${linux_files}/man/torchmason.1 torchmason.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
torchmason_install_packed(${linux_files}/man/torchmason-cli.1 torchmason-cli.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# What only a package of Debian needs.
set(for_debian COMPONENT debian EXCLUDE_FROM_ALL)
torchmason_install_packed(${linux_files}/changelog changelog.Debian DESTINATION ${doc_folder} ${for_debian})
install(FILES ${linux_files}/copyright DESTINATION ${doc_folder} ${for_debian})
install(FILES ${linux_files}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
    RENAME torchmason ${for_debian})
add_custom_target(torchmason_packed_files ALL DEPENDS ${packed})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME torchmason)
set(CPACK_PACKAGE_VENDOR "The Torchmason developers")
set(TORCHMASON_MAINTAINER "The Torchmason developers <torchmason@users.noreply.github.com>" CACHE STRING
    "Name and address of who answers for the package")
set(CPACK_PACKAGE_CONTACT "${TORCHMASON_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${PROJECT_BINARY_DIR};${PROJECT_NAME};ALL;/;${PROJECT_BINARY_DIR};${PROJECT_NAME};debian;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Libraries are found by dpkg-shlibdeps. Without the programs that it starts Torchmason still opens old attempts
# and says what is missing, so they are recommended.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake, g++, git, ninja-build, python3, python3-venv, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ccache, distcc, nvidia-cuda-toolkit, sccache")
file(READ ${linux_files}/description.txt CPACK_DEBIAN_PACKAGE_DESCRIPTION)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${linux_files}/description.txt)
include(CPack)
