# SPDX-License-Identifier: GPL-3.0-or-later
# Fills in one kernel source: cmake -DTEMPLATE=... -DOUTPUT=... -DOPERATION=add -DTYPE=float -P generate.cmake
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
file(TOUCH ${OUTPUT})
