# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What try-installer does on the setup's pages, as a person would: with the Enter key, and the mouse where needed.

# press WINDOW KEY...: there is no window manager that would give the keyboard to anybody, and for Wine it is where
# the mouse was last: in a corner of the window that holds nothing.
press() {
    local target=$1
    shift
    timeout 10 xdotool windowraise "$target" windowfocus "$target" mousemove --window "$target" 6 6 click 1 \
        sleep 0.3 key --delay 60 "$@" || fail "A window of the setup was gone too early."
    sleep 1
}
# The first one is the setup's own, another one a box before it. Their class is the name of the program, which
# frames of a window manager do not have.
setup_windows() { timeout 10 xdotool search --onlyvisible --class '^(torchmason-setup|uninstall|un|au_)[.]exe$' 2>/dev/null; }
setup_window() { setup_windows | head -n 1 | grep .; }
no_setup_window() { ! setup_window; }
# Before its pages a setup shows for a moment that it unpacks itself.
settled_window() {
    local seen=
    for _ in $(seq 40); do
        sleep 1.5
        [ "$seen" = "$(setup_window)" ] && [ -n "$seen" ] && echo "$seen" && return 0
        seen=$(setup_window) || true
    done
    return 1
}
box_before() { setup_windows | grep -vxF "$1" | tail -n 1 | grep .; } # box_before WINDOW
no_box_before() { ! box_before "$1"; }

# Welcome, for whom, folder, progress, finish; the program starts at the end.
go_through_pages() { # go_through_pages NAME-OF-PICTURES HKCU|HKLM [KEY that chooses for whom]
    local shown
    run "$new" >/dev/null 2>&1 &
    process=$!
    shown=$(settled_window) || fail "The setup showed no window within a minute."
    picture "$1-1-welcome"
    press "$shown" Return
    if [ -n "${3:-}" ]; then press "$shown" "$3"; fi
    picture "$1-2-scope"
    press "$shown" Return
    picture "$1-3-folder"
    press "$shown" Return
    picture "$1-4-progress"
    wait_until 60 test -s "$(start_menu "$2")" || fail "Nothing was installed within a minute after the folder's page."
    sleep 3
    picture "$1-5-finish"
    press "$shown" Return
    wait_until 20 is_ended "$process" || fail "The setup did not end after its last page."
    wait "$process" || fail "The setup ended with exit code $?."
}

try_pages() {
    say "the pages of the setup"
    go_through_pages setup HKCU
    expect_installed HKCU
    wait_until 90 window || fail "\"Start Torchmason\" on the last page started no window."
    go_through_pages upgrade HKCU # while the window is open
    end_programs
    try_removal_pages
    say "the pages of the setup, for everyone"
    local usual=$folder
    folder="$drive/Program Files/Torchmason"
    go_through_pages everyone HKLM Down
    expect_installed HKLM
    wait_until 90 window || fail "\"Start Torchmason\" on the last page started no window."
    end_programs
    expect_exit 0 "$(removal /S)"
    finish_removal
    folder=$usual
}

try_folder_page() {
    say "the page for the folder, with one that is somebody else's"
    local usual=$folder shown mine=$drive/mine
    mkdir "$mine"
    echo mine >"$mine/LICENSE.txt"
    run "$new" >/dev/null 2>&1 &
    process=$!
    shown=$(settled_window) || fail "The setup showed no window within a minute."
    press "$shown" Return
    press "$shown" Return
    press "$shown" C colon backslash m i n e
    press "$shown" Return
    wait_until 10 box_before "$shown" || fail "The setup took the folder without a word."
    picture folder-1-box
    press "$(box_before "$shown")" Return
    wait_until 10 no_box_before "$shown" || fail "The box did not go."
    picture folder-2-proposal
    press "$shown" Return
    folder=$mine/Torchmason
    wait_until 60 test -s "$(start_menu HKCU)" || fail "Nothing was installed in the folder that was proposed."
    sleep 3
    end_setup
    wait "$process" || true
    expect_installed HKCU
    [ "$(cat "$mine/LICENSE.txt")" = mine ] || fail "$mine/LICENSE.txt was changed."
    expect_exit 0 "$(removal /S)"
    rm -r "$mine"
    folder=$usual
}
end_programs() {
    run taskkill /f /im torchmason.exe >/dev/null 2>&1 || true
    wait_until 20 no_window || fail "The window did not go."
}

try_removal_pages() {
    say "the page of the uninstaller, with a build and a window in its way"
    mkdir -p "$data/attempts/1"
    start_runner
    run_line "\"$(to_windows "$folder")\\uninstall.exe\"" || fail "The uninstaller did not start."
    local shown
    shown=$(settled_window) || fail "The uninstaller showed no window within a minute."
    picture removal-1-page
    press "$shown" Return
    answer_box "$shown" removal-2-build # with "No"
    expect "It was removed against a \"No\"." test -f "$folder/torchmason.exe"
    end_runner
    start_window
    press "$shown" Return
    wait_until 10 box_before "$shown" || fail "The uninstaller did not say that a window is open."
    end_window
    answer_box "$shown" removal-3-window # with "Retry"
    wait_until 60 is_gone "$folder/torchmason.exe" || fail "The uninstaller removed nothing within a minute."
    sleep 2
    picture removal-4-done
    press "$shown" Return
    wait_until 20 no_setup_window || fail "The uninstaller did not end after its last page."
    wait_until 30 is_gone "$folder" || fail "$folder is still there: $(list "$folder")."
    expect_nothing_left HKCU
    expect "The removal took the attempts away." test -d "$data/attempts/1"
}
answer_box() { # answer_box WINDOW PICTURE: with what is proposed
    wait_until 10 box_before "$1" || fail "The uninstaller asked nothing."
    picture "$2"
    press "$(box_before "$1")" Return
}
