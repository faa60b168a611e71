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
expect_installed() { # expect_installed HKCU|HKLM [VERSION], else the new one
    local at=$1 version=${2:-$new_version} where
    where=$(to_windows "$folder")
    [ "$(list "$folder")" = "$files" ] || fail "$folder holds \"$(list "$folder")\" and should hold \"$files\"."
    expect_version "$version"
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
    expect_value "$at\\$product" DisplayVersion "$version"
    expect_value "$at\\$product" BegunLocation ""
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
    cp "$folder/torchmason-runner.exe" "$scratch/runner.exe"
    cp "$drive/bystander.exe" "$folder/torchmason-runner.exe"
    touch "$drive/building"
    timeout 300 "$wine" "$(to_windows "$folder")\\torchmason-runner.exe" while 'C:\building' &
    runner=$!
    sleep 1
    kill -0 "$runner" || fail "What plays a runner did not run."
}
end_runner() {
    kill -0 "$runner" 2>/dev/null || fail "The runner was ended."
    rm "$drive/building"
    wait "$runner" || fail "The runner ended with exit code $?."
    if cmp -s "$folder/torchmason-runner.exe" "$drive/bystander.exe"; then
        cp "$scratch/runner.exe" "$folder/torchmason-runner.exe"
    fi
}

try_silent_install() {
    say "silent setup for one person"
    expect_exit 0 "$old /S"
    expect_installed HKCU "$old_version"
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
    expect_version "$new_version"
    expect_value "HKCU\\$product" DisplayVersion "$new_version"
    end_runner
    end_window
    expect_exit 0 "$new /S" # sweeps what does not run any more
    expect_installed HKCU
    expect "The upgrade took the attempts away." test -f "$data/attempts/1/attempt.json"
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
    say "what still runs after an upgrade or a removal goes when Windows starts again"
    start_runner
    expect_exit 0 "$new /AllUsers /S"
    expect_at_restart "$folder/torchmason-runner.exe.old-1"
    expect_exit 0 "$(removal '/S /FORCE')"
    [ "$(list "$folder")" = "torchmason-runner.exe.old-1 uninstall.exe" ] ||
        fail "Removed, but $folder holds $(list "$folder")."
    expect_at_restart "$folder"
    end_runner
    finish_removal
    expect_nothing_left HKLM
    folder=$usual
}

# Wine 8 looks for who opens a file only among what is installed for everyone.
expect_bundle_opened() {
    local bundle="$drive/A bündle of mine.torchmason"
    cp "$drive/bystander.exe" "$folder/torchmason.exe"
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

try_turn_of_administrator() {
    say "and does so where the first one runs as another person"
    begin_beside turn
    expect_exit 7 "$new /S"
    end_beside
    expect_gone "although no setup was done" "$folder"
}

# Wine tells the version in the registry where it was not told another one.
windows_build() { # windows_build NUMBER, of Windows 10
    local nt='HKLM\Software\Microsoft\Windows NT\CurrentVersion'
    run reg delete 'HKCU\Software\Wine' /v Version /f >/dev/null 2>&1 || true
    run reg add "$nt" /v CurrentVersion /d 10.0 /f >/dev/null
    for name in CurrentBuild CurrentBuildNumber; do run reg add "$nt" /v "$name" /d "$1" /f >/dev/null; done
    [[ $(run cmd /c ver) == *10.0.$1* ]] || fail "Wine does not play Windows 10.0.$1 but $(run cmd /c ver)."
}
try_old_windows() {
    say "the oldest Windows that will do, and one that is too old"
    windows_build 17134
    expect_exit 6 "$new /S"
    expect_gone "although Windows is too old" "$folder"
    windows_build 17763
    expect_exit 0 "$new /S"
    remove
    run reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
}

try_held_program() {
    say "an upgrade that cannot replace a program changes nothing"
    expect_exit 0 "$old /S"
    local before
    before=$(cd "$folder" && sha256sum ./*)
    begin_beside hold "$(to_windows "$folder")\\torchmason-cli.exe"
    expect_exit 2 "$new /S"
    end_beside
    [ "$(cd "$folder" && sha256sum ./*)" = "$before" ] || fail "It changed: $(list "$folder")."
    expect_installed HKCU "$old_version"
    remove
}

# interrupt_when FILE: a setup, killed as soon as that file is in its folder.
interrupt_when() {
    local victim end=$((SECONDS + 60))
    "$wine" "$new" /S </dev/null &
    victim=$!
    until [ -e "$folder/$1" ] || [ "$SECONDS" -ge "$end" ]; do :; done
    kill -9 "$victim" 2>/dev/null || fail "The setup ended before $1 was seen."
    wait "$victim" 2>/dev/null || true
    expect "There was no $1 within a minute." test -e "$folder/$1"
}

try_interrupted_upgrades() {
    say "an upgrade that is interrupted leaves programs that run, and can be done again"
    local moment
    expect_exit 0 "$old /S"
    cp -r "$folder" "$scratch/before"
    for moment in torchmason-new/torchmason-gate.exe torchmason-new/uninstall.exe torchmason-gate.exe.old-1 \
        torchmason.exe.old-1 uninstall.exe.old-1; do
        rm -r "$folder"
        cp -r "$scratch/before" "$folder"
        interrupt_when "$moment"
        run "$(to_windows "$folder")\\torchmason-cli.exe" --version >/dev/null ||
            fail "torchmason-cli does not run after an interruption at $moment: $(list "$folder")."
        for name in $programs; do
            cmp -s "$folder/$name" "$scratch/before/$name" || cmp -s "$folder/$name" "$scratch/programs/$new_version/$name" ||
                fail "$name is neither the old nor the new one after an interruption at $moment."
        done
        expect_exit 0 "$new /S"
        expect_installed HKCU
    done
    remove
}
try_interrupted_setups() {
    say "a first setup that is interrupted can be done again"
    local moment
    for moment in torchmason-new/torchmason-gate.exe torchmason-new/uninstall.exe torchmason-gate.exe uninstall.exe; do
        interrupt_when "$moment"
        is_entered || fail "After an interruption at $moment nobody knows whose folder that is."
        expect_exit 0 "$new /S"
        expect_installed HKCU
        remove
    done
    # Between the last file and the entry there is no time to hit.
    expect_exit 0 "$new /S"
    run reg delete "HKCU\\$product" /f >/dev/null
    expect_exit 2 "$new /S"
    run reg add "HKCU\\$product" /v BegunLocation /d "$(to_windows "$folder")" /f >/dev/null
    expect_exit 0 "$new /S"
    expect_installed HKCU
    remove
}
is_entered() {
    local value
    for value in BegunLocation InstallLocation; do
        [ "$(registry_value "HKCU\\$product" "$value")" != "$(to_windows "$folder")" ] || return 0
    done
    return 1
}
end_setup() { run taskkill /f /im torchmason-setup.exe >/dev/null 2>&1 || true; }

everything_of_me() { (cd "$drive/users" && find . -path '*/Temp/*' -prune -o -printf '%P\n' | LC_ALL=C sort); }
try_portable() {
    say "the portable zip keeps everything in its folder"
    local usual=$folder version before
    rm -rf "$data"
    mkdir "$drive/A stick"
    unzip -q "$(portable_of "$setup")" -d "$drive/A stick"
    folder=$(echo "$drive/A stick"/*)
    before=$(everything_of_me)
    version=$(run "$(to_windows "$folder")\\torchmason-cli.exe" --version | tr -d '\r')
    [ "$version" = "torchmason-cli $new_version" ] || fail "Its torchmason-cli --version said \"$version\"."
    start_window
    wait_until 20 test -e "$folder/home/data/logs/torchmason.log" || fail "It keeps its log elsewhere than in home."
    run taskkill /im torchmason.exe >/dev/null # as if its window was closed: settings are written
    wait_until 20 no_window || fail "The window did not close."
    wait "$desktop" || true
    wait_until 20 test -s "$folder/home/config/settings.ini" || fail "It keeps its settings elsewhere than in home."
    [ "$(everything_of_me)" = "$before" ] ||
        fail "Outside its folder there is now: $(diff <(echo "$before") <(everything_of_me) | sed -n 's/^> //p')"
    expect_no_key 'HKCU\Software\Torchmason'
    rm -r "$drive/A stick"
    folder=$usual
}
