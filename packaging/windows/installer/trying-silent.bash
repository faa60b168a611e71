# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What try-installer does without the setup's pages. Each function begins and ends without an installed
# Torchmason, but for the first ones, which use what the one before has left.
folder=$me/AppData/Local/Programs/Torchmason
data=$me/AppData/Local/torchmason
new='C:\torchmason-setup.exe'
old='C:\torchmason-older-setup.exe'
product='Software\Microsoft\Windows\CurrentVersion\Uninstall\Torchmason'
classes='Software\Classes'
files="LICENSE.txt torchmason-cli.exe torchmason-gate.exe torchmason-runner.exe torchmason.exe uninstall.exe"

list() { (cd "$1" && LC_ALL=C ls | tr '\n' ' ' | sed 's/ $//'); }
# The uninstaller ends with its own exit code only when it is told where it stands; then it cannot remove itself.
removal() { printf '"%s\\uninstall.exe" %s _?=%s' "$(to_windows "$folder")" "$1" "$(to_windows "$folder")"; }
finish_removal() {
    [ ! -d "$folder" ] || rm -r "$folder"
    rmdir --ignore-fail-on-non-empty "$(dirname "$folder")"
}
remove() { # remove [WORDS]: and nothing is left
    expect_exit 0 "$(removal "/S ${1:-}")"
    [ "$(list "$folder")" = uninstall.exe ] || fail "Removed, but $folder holds $(list "$folder")."
    finish_removal
    expect_nothing_left HKCU
}
expect_nothing_left() { # expect_nothing_left HKCU|HKLM
    expect_gone "after the removal" "$(start_menu "$1")"
    expect_no_key "$1\\$product"
    expect_no_key "$1\\$classes\\Torchmason.Bundle"
    expect_no_key "$1\\$classes\\.torchmason"
}
start_menu() {
    local place=AppData/Roaming/Microsoft/Windows
    if [ "$1" = HKLM ]; then printf '%s' "$drive/ProgramData/Microsoft/Windows"; else printf '%s' "$me/$place"; fi
    printf '/Start Menu/Programs/Torchmason.lnk'
}
expect_installed() { # expect_installed HKCU|HKLM
    local at=$1 where
    where=$(to_windows "$folder")
    [ "$(list "$folder")" = "$files" ] || fail "$folder holds \"$(list "$folder")\" and should hold \"$files\"."
    expect "There is no entry in the start menu." test -s "$(start_menu "$at")"
    expect_value "$at\\$product" DisplayName Torchmason
    expect_value "$at\\$product" Publisher "The Torchmason developers"
    expect_value "$at\\$product" DisplayIcon "$where\\torchmason.exe,0"
    expect_value "$at\\$product" InstallLocation "$where"
    expect_value "$at\\$product" UninstallString "\"$where\\uninstall.exe\""
    expect_value "$at\\$product" QuietUninstallString "\"$where\\uninstall.exe\" /S"
    expect_value "$at\\$product" NoModify dword:00000001
    expect_value "$at\\$classes\\.torchmason" @ Torchmason.Bundle
    expect_value "$at\\$classes\\Torchmason.Bundle\\DefaultIcon" @ "$where\\torchmason.exe,-2"
    expect_value "$at\\$classes\\Torchmason.Bundle\\shell\\open\\command" @ "\"$where\\torchmason.exe\" \"%1\""
    [[ $(registry_value "$at\\$product" EstimatedSize) == dword:0* ]] || fail "The entry tells no size."
    [[ $(registry_value "$at\\$product" DisplayVersion) =~ ^[0-9]+\.[0-9.]+$ ]] || fail "The entry tells no version."
}
window() { window_of '^Torchmason$|Torchmason — |— Torchmason'; }
count_windows() { timeout 10 xdotool search --onlyvisible --name '^Torchmason$' 2>/dev/null | wc -l; }
start_window() {
    timeout 300 "$wine" "$(to_windows "$folder")\\torchmason.exe" </dev/null >"$scratch/desktop.log" 2>&1 &
    desktop=$!
    wait_until 90 window || { cat "$scratch/desktop.log"; fail "torchmason.exe showed no window within 90 seconds."; }
}
no_window() { ! window; }
end_window() {
    kill "$desktop" 2>/dev/null || true
    wait "$desktop" 2>/dev/null || true
    wait_until 20 no_window || fail "The window did not go."
}
# A build that runs, played by a program that runs as long as a file is there.
start_runner() {
    cp "$drive/standin.exe" "$folder/torchmason-runner.exe"
    touch "$drive/building"
    timeout 300 "$wine" "$(to_windows "$folder")\\torchmason-runner.exe" while 'C:\building' &
    runner=$!
    sleep 1
    kill -0 "$runner" || fail "The stand-in for a runner did not run."
}
end_runner() {
    kill -0 "$runner" 2>/dev/null || fail "The runner was ended."
    rm "$drive/building"
    wait "$runner" || fail "The runner ended with exit code $?."
}

try_silent_install() {
    say "silent setup for one person"
    expect_exit 0 "$old /S"
    expect_installed HKCU
}

try_programs() {
    say "the programs run from there, and a second start raises the first window"
    local version second=0
    version=$(run "$(to_windows "$folder")\\torchmason-cli.exe" --version | tr -d '\r')
    [[ $version =~ ^torchmason-cli\ [0-9.]+$ ]] || fail "torchmason-cli --version said \"$version\"."
    start_window
    picture program
    run_wine 60 "$(to_windows "$folder")\\torchmason.exe" >/dev/null 2>&1 || second=$?
    [ "$second" = 0 ] || fail "The second torchmason.exe ended with exit code $second (124: it did not end)."
    [ "$(count_windows)" = 1 ] || fail "There are $(count_windows) windows after a second start."
}

try_upgrade_while_running() {
    say "an upgrade while a window and a build are there"
    local first shown
    first=$(window)
    mkdir -p "$data/attempts/1"
    echo '{}' >"$data/attempts/1/attempt.json"
    start_runner
    expect_exit 0 "$new /S"
    sleep 2
    shown=$(window) || fail "The window went with the upgrade."
    [ "$shown" = "$first" ] || fail "The window is another one after the upgrade."
    for name in torchmason torchmason-runner; do
        expect "$name.exe of before was not set aside." test -f "$folder/$name.exe.old-1"
    done
    end_runner
    end_window
    expect_exit 0 "$new /S" # sweeps what does not run any more
    expect_installed HKCU
    cmp -s "$folder/torchmason-runner.exe" "$drive/standin.exe" && fail "The runner was not replaced."
    expect "The upgrade took the attempts away." test -f "$data/attempts/1/attempt.json"
}

try_odd_folder() {
    say "a folder with spaces and letters of other alphabets"
    local usual=$folder
    folder="$drive/Meine Programme/Törch 漢/Torchmason"
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_installed HKCU
    run "$(to_windows "$folder")\\torchmason-cli.exe" --version >/dev/null || fail "torchmason-cli does not run there."
    start_window
    end_window
    expect_exit 0 "$new /S" # an upgrade finds it without being told
    expect_installed HKCU
    say "folders that cannot be"
    expect_exit 2 "$new /S /D=no\\whole\\path"
    expect_exit 2 "$new /S /D=Q:\\no\\drive"
    expect_exit 2 "$new /S /D=Z:\\proc\\torchmason"
    expect_installed HKCU
    say "an upgrade into another folder leaves nothing in the first"
    local first=$folder
    folder=$usual
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_installed HKCU
    expect_gone "after the move" "$first"
    remove
    folder=$drive/kept
    mkdir "$folder"
    echo mine >"$folder/mine.txt"
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_exit 0 "$(registry_value "HKCU\\$product" QuietUninstallString)"
    wait_until 60 is_gone "$folder/uninstall.exe" || fail "$folder/uninstall.exe is still there after a minute."
    [ "$(list "$folder")" = mine.txt ] || fail "Removed, but $folder holds $(list "$folder")."
    rm -r "$folder" "${drive:?}/Meine Programme"
    folder=$usual
}

try_everyone() {
    say "for everyone"
    local usual=$folder
    folder="$drive/Program Files/Torchmason"
    expect_exit 0 "$new /AllUsers /S"
    expect_installed HKLM
    expect_no_key "HKCU\\$product"
    expect_exit 3 limited "$(removal /S)"
    expect_installed HKLM
    expect_bundle_opened
    expect_exit 0 "$(removal /S)"
    finish_removal
    expect_nothing_left HKLM
    folder=$usual
}

# Wine 8 looks for who opens a file only among what is installed for everyone.
expect_bundle_opened() {
    local bundle="$drive/A bündle of mine.torchmason"
    cp "$drive/standin.exe" "$folder/torchmason.exe"
    touch "$bundle"
    run start /wait "$(to_windows "$bundle")" || fail "The bundle could not be opened (exit code $?)."
    expect_gone "although it was opened" "$bundle"
}

try_without_rights() {
    say "without the rights of an administrator"
    expect_exit 3 limited "$new /AllUsers /S"
    expect_gone "although nobody was allowed to" "$drive/Program Files/Torchmason"
    expect_exit 0 limited "$new /S"
    expect_installed HKCU
    remove
}

try_second_setup() {
    say "a second setup waits for its turn, and gives up"
    run "$new" >/dev/null 2>&1 &
    local first=$!
    settled_window >/dev/null || fail "The setup showed no window within a minute."
    expect_exit 7 "$new /S"
    end_setup
    wait "$first" || true
    expect_gone "although no setup was done" "$folder"
}

try_held_program() {
    say "an upgrade that cannot replace a program changes nothing"
    expect_exit 0 "$old /S"
    local before
    before=$(cd "$folder" && sha256sum ./*)
    touch "$drive/holding"
    run 'C:\standin.exe' hold "$(to_windows "$folder")\\torchmason-cli.exe" 'C:\holding' &
    local holder=$!
    sleep 1
    expect_exit 2 "$new /S"
    rm "$drive/holding"
    wait "$holder" || fail "The stand-in could not hold torchmason-cli.exe."
    [ "$(cd "$folder" && sha256sum ./*)" = "$before" ] || fail "It changed: $(list "$folder")."
    remove
}

# At eight moments of as long as it takes.
try_interrupted_upgrades() {
    say "an upgrade that is interrupted leaves programs that run"
    expect_exit 0 "$old /S"
    local began=${EPOCHREALTIME//[!0-9]/} whole moment process
    expect_exit 0 "$new /S"
    whole=$((${EPOCHREALTIME//[!0-9]/} - began))
    for moment in 1 2 3 4 5 6 7 8; do
        run "$new" /S &
        process=$!
        sleep "$(printf '%d.%06d' $((whole * moment / 9 / 1000000)) $((whole * moment / 9 % 1000000)))"
        end_setup
        wait "$process" 2>/dev/null || true
        run "$(to_windows "$folder")\\torchmason-cli.exe" --version >/dev/null ||
            fail "torchmason-cli does not run after an interruption ($moment/9 of the way): $(list "$folder")."
        for name in torchmason torchmason-runner torchmason-gate; do
            expect "$name.exe is gone after an interruption." test -s "$folder/$name.exe"
        done
    done
    expect_exit 0 "$new /S"
    expect_installed HKCU
    remove
}
end_setup() { run taskkill /f /im torchmason-setup.exe >/dev/null 2>&1 || true; }

try_portable() {
    local zip=${setup%-setup.exe}-portable.zip usual=$folder version
    if [ ! -f "$zip" ]; then
        say "the portable zip is not tried: there is no $zip"
        return 0
    fi
    say "the portable zip keeps everything in its folder"
    mkdir "$drive/A stick"
    unzip -q "$zip" -d "$drive/A stick"
    folder=$(echo "$drive/A stick"/*)
    version=$(run "$(to_windows "$folder")\\torchmason-cli.exe" --version) || fail "Its torchmason-cli does not run."
    run "$(to_windows "$folder")\\torchmason.exe" >/dev/null 2>&1 &
    wait_until 90 window || fail "The portable torchmason.exe showed no window within 90 seconds."
    wait_until 20 test -d "$folder/home/data" || fail "It keeps its things elsewhere than in home."
    run taskkill /f /im torchmason.exe >/dev/null 2>&1 || true
    folder=$usual
}
