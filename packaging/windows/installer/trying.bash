# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What try-installer stands on beside wine-session.bash: programs that are started with exactly the words that are
# meant, and the registry. The caller has sourced that, and calls prepare_drive once the session has started.
drive=$WINEPREFIX/drive_c
me=$drive/users/$(id -un)

expect() { # expect SENTENCE COMMAND...: the sentence says what is wrong where the command fails
    local sentence=$1
    shift
    "$@" || fail "$sentence"
}
expect_gone() { # expect_gone WHEN PATH...
    local when=$1 path
    shift
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then fail "$path is there $when."; fi
    done
}
is_gone() { [ ! -e "$1" ]; }
is_ended() { ! kill -0 "$1" 2>/dev/null; }

prepare_drive() { # prepare_drive SETUP OLDER-SETUP
    cp "$1" "$drive/torchmason-setup.exe"
    cp "$2" "$drive/torchmason-older-setup.exe"
    timeout 60 x86_64-w64-mingw32-gcc-posix -std=c17 -municode -O1 -s -static -o "$drive/standin.exe" "$tools/standin.c"
}
run() { run_wine 120 "$@"; }

# run_line [limited] LINE: what a shortcut or another program would start; its exit code. Wine would put quotes
# around words with spaces, which setups of NSIS do not read in /D= and _?=.
run_line() {
    local how=run
    if [ "$1" = limited ]; then how=limited; shift; fi
    printf '%s' "$1" >"$drive/line.txt"
    run 'C:\standin.exe' "$how" 'C:\line.txt' 2>"$scratch/said"
}
expect_exit() { # expect_exit CODE [limited] LINE; whatever fails says why
    local wanted=$1 code=0
    shift
    run_line "$@" || code=$?
    [ "$code" = "$wanted" ] || fail "\"${*: -1}\" ended with exit code $code, not $wanted; it said: $(cat "$scratch/said")"
    [ "$wanted" = 0 ] || [ -s "$scratch/said" ] || fail "\"${*: -1}\" ended with exit code $code and said nothing."
}
to_windows() { # C:\... of a path on its drive, Z:\... of others
    case $1 in
        "$drive"/*) printf 'C:%s' "${1#"$drive"}" ;;
        *) printf 'Z:%s' "$1" ;;
    esac | tr / '\\'
}

# registry_value KEY NAME (@: the key's own): empty where there is none.
registry_value() {
    rm -f "$drive/export.reg"
    run reg export "$1" 'C:\export.reg' /y >/dev/null 2>&1 || return 0
    iconv -f UTF-16 -t UTF-8 "$drive/export.reg" | tr -d '\r' |
        awk -v name="$([ "$2" = @ ] && echo @ || echo "\"$2\"")=" '
            /^\[/ { if (seen++) exit }
            index($0, name) == 1 { print substr($0, length(name) + 1); exit }' |
        sed -e 's/^"\(.*\)"$/\1/' -e 's/\\\(["\\]\)/\1/g'
}
expect_value() { # expect_value KEY NAME VALUE
    local found
    found=$(registry_value "$1" "$2")
    [ "$found" = "$3" ] || fail "$1 has in $2 \"$found\" and should have \"$3\"."
}
expect_no_key() { ! run reg query "$1" >/dev/null 2>&1 || fail "The key $1 is still there."; }
