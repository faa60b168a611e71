# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A Wine home and a virtual display that nobody else uses, for scripts that try the Windows programs. The caller
# sources this, calls start_wine_session once, and has stop_wine_session called by its trap on EXIT, which also
# removes `scratch`, the folder that everything of the session lies in.
fail() { echo "${0##*/}: $*" >&2; exit 1; }
say() { echo "Wine: $*"; }

# shellcheck source=packaging/windows/wine-programs.bash
source "$(dirname "${BASH_SOURCE[0]}")/wine-programs.bash"
# shellcheck source=packaging/wait-until.bash
source "$(dirname "${BASH_SOURCE[0]}")/../wait-until.bash"
for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || fail "$tool is missing; ./dev install-wine installs it."
done

scratch=$(mktemp -d)
display_server=
export WINEPREFIX=$scratch/wine HOME=$scratch/home LC_ALL=C.UTF-8
unset TORCHMASON_HOME DISPLAY CUDA_HOME CUDA_PATH CUDACXX CC CXX VIRTUAL_ENV CONDA_PREFIX

start_wine_session() {
    mkdir -p "$HOME"
    # Xvfb chooses a free display itself and tells which.
    Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$scratch/display" >"$scratch/display.log" 2>&1 &
    display_server=$!
    wait_until 60 test -s "$scratch/display" ||
        { cat "$scratch/display.log"; fail "Xvfb did not start within 60 seconds."; }
    DISPLAY=:$(cat "$scratch/display")
    export DISPLAY
    say "preparing a fresh home"
    timeout -k 10 180 "$wine" wineboot --init >"$scratch/wineboot.log" 2>&1 ||
        { cat "$scratch/wineboot.log"; fail "wineboot did not end within 3 minutes."; }
    run_wine 60 reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
}

run_wine() { # run_wine SECONDS PROGRAM...
    local seconds=$1
    shift
    timeout -k 10 "$seconds" "$wine" "$@" </dev/null
}

# session_processes PATTERN: number and first word of what runs in this Wine home, which each carries in its
# environment, and matches the pattern; Linux's own programs that were started from there, too. No process is
# started for each that is looked at: there may be thousands.
session_processes() {
    local folder program words
    for folder in /proc/[0-9]*; do
        mapfile -d '' -t words 2>/dev/null <"$folder/environ" || continue
        [[ " ${words[*]} " == *" WINEPREFIX=$WINEPREFIX "* ]] || continue
        mapfile -d '' -t words 2>/dev/null <"$folder/cmdline" || continue
        program=${words[0]:-}
        if [[ ${program,,} =~ $1 ]]; then echo "${folder#/proc/} $program"; fi
    done
}

stop_wine_session() {
    local pid
    timeout -k 5 20 "$wineserver" -k >/dev/null 2>&1 || true
    while read -r pid _; do kill -9 "$pid" 2>/dev/null || true; done < <(session_processes 'wine|[.]exe$|mingw')
    if [ -n "$display_server" ]; then
        kill "$display_server" 2>/dev/null || true
        wait "$display_server" 2>/dev/null || true
    fi
    rm -rf "$scratch" || true
}

window_of() { timeout 10 xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1 | grep .; }
picture() { # picture NAME: only where somebody wants to look at them
    if [ -n "${TORCHMASON_WINE_PICTURES:-}" ]; then timeout 20 import -window root "$TORCHMASON_WINE_PICTURES/$1.png"; fi
}
