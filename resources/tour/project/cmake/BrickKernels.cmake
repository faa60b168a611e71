# SPDX-License-Identifier: GPL-3.0-or-later
# brick_kernels(OUT TEMPLATE OPERATIONS TYPES): one generated source per operation and element type, made at
# build time by cmake itself, so that the tour needs no Python.
function(brick_kernels out template operations types)
    set(sources)
    foreach(operation IN LISTS operations)
        foreach(type IN LISTS types)
            set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/${operation}_${type}.cpp)
            add_custom_command(
                OUTPUT ${source}
                COMMAND ${CMAKE_COMMAND} -DTEMPLATE=${CMAKE_CURRENT_SOURCE_DIR}/${template} -DOUTPUT=${source}
                    -DOPERATION=${operation} -DTYPE=${type} -P ${PROJECT_SOURCE_DIR}/cmake/generate.cmake
                DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${template} ${PROJECT_SOURCE_DIR}/cmake/generate.cmake
                COMMENT "Generating ${operation}_${type}.cpp"
                VERBATIM)
            list(APPEND sources ${source})
        endforeach()
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()
