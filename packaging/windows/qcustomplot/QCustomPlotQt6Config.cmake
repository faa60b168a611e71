# SPDX-License-Identifier: GPL-3.0-or-later
# The static QCustomPlot made by packaging/windows/prepare-dependencies.
if(NOT TARGET QCustomPlotQt6::QCustomPlotQt6)
    get_filename_component(_qcustomplot_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(QCustomPlotQt6::QCustomPlotQt6 STATIC IMPORTED)
    set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES
        IMPORTED_LOCATION "${_qcustomplot_prefix}/lib/libQCustomPlotQt6.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_qcustomplot_prefix}/include"
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
    unset(_qcustomplot_prefix)
endif()
