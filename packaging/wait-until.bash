# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# wait_until SECONDS COMMAND...: false where the command does not succeed within that time. One that may hang has
# a limit of its own.
wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.2
    done
}
