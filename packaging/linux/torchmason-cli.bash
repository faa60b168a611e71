# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of torchmason-cli and torchmason for bash. The options are those that the program's own --help
# prints, so that none is missing here; what values they take stands in _torchmason_cli_values. Where the
# program does not answer within two seconds nothing is offered.

_torchmason_cli_ask() {
    timeout 2 "$_torchmason_program" "$@" 2>/dev/null
}

# Prints the options of a command, one a line, those that need a value with a "=" behind.
_torchmason_cli_options() {
    local line pattern='^  (-[A-Za-z]|--[a-z-]+)( ([^ ]+))?( |$)'
    _torchmason_cli_ask "$@" --help </dev/null | while IFS= read -r line; do
        [[ $line =~ $pattern ]] || continue
        if [[ -n ${BASH_REMATCH[3]} && ${BASH_REMATCH[3]} != \[* ]]; then
            echo "${BASH_REMATCH[1]}="
        else
            echo "${BASH_REMATCH[1]}"
        fi
    done
}

# Described by "nothing but the version of the facts", the machine need not be looked at.
_torchmason_cli_profiles() {
    local line pattern='^ *"id": "([^"]+)"'
    _torchmason_cli_ask profiles list --host - --json <<<'{"facts":1}' | while IFS= read -r line; do
        if [[ $line =~ $pattern ]]; then echo "${BASH_REMATCH[1]}"; fi
    done
}

# The help of --from counts them up.
_torchmason_cli_stages() {
    local line pattern='^  --from STAGE .*: ([a-z, ]+) \('
    _torchmason_cli_ask plan --help </dev/null | while IFS= read -r line; do
        if [[ $line =~ $pattern ]]; then printf '%s\n' "${BASH_REMATCH[1]//, /$'\n'}"; fi
    done
}

# Numbers of attempts, of those whose state matches the pattern.
_torchmason_cli_attempts() {
    local line number='' wanted=$1 attempt='^ *"number": ([0-9]+)' state='^ *"state": "([a-z]+)"'
    _torchmason_cli_ask attempts list --json </dev/null | while IFS= read -r line; do
        if [[ $line =~ $attempt ]]; then
            number=${BASH_REMATCH[1]}
        elif [[ $line =~ $state && -n $number ]]; then
            # shellcheck disable=SC2053
            if [[ ${BASH_REMATCH[1]} == $wanted ]]; then echo "$number"; fi
            number=
        fi
    done
}

# Prints what may stand behind an option, or asks for names by "<file>", "<folder>", "<bundle>".
_torchmason_cli_values() {
    local command=$1 option=$2
    case $option in
        --profile) _torchmason_cli_profiles ;;
        --attempt | --like) _torchmason_cli_attempts '*' ;;
        --host | --output) echo '<file>' ;;
        --source | --build | --wheels | --into | --install-into) echo '<folder>' ;;
        --backend) printf '%s\n' wheel cmake ;;
        --cache) printf '%s\n' none ccache sccache distcc ccache+distcc ;;
        --clean) printf '%s\n' cache stale all none ;;
        --outcome) printf '%s\n' succeeded failed stopped running ;;
        --platform) printf '%s\n' windows linux ;;
        --from | --until | --skip | --stage) _torchmason_cli_stages ;;
        --format)
            if [[ $command == plan ]]; then printf '%s\n' text sh bat json; else printf '%s\n' md html sh bat bundle trace csv; fi ;;
        --use) printf '%s\n' nvcc= cxx= python= cmake= ninja= git= ;;
    esac
}

# Prints what may stand as a word of its own behind "command", "word" and as many words as "count" says.
_torchmason_cli_words() {
    local command=$1 word=$2 count=$3
    case $command/$word/$count in
        //*) printf '%s\n' doctor profiles check plan build attempts diagnose --help --version ;;
        profiles//*) printf '%s\n' list show compare copy import export remove ;;
        profiles/show/0 | profiles/compare/[01] | profiles/copy/0 | profiles/export/0 | profiles/remove/0)
            _torchmason_cli_profiles ;;
        profiles/import/0 | profiles/export/1 | diagnose//0 | attempts/import/0) echo '<file>' ;;
        attempts//*)
            printf '%s\n' list show log limits stop attach retry install compare time patterns report note tag search usage clear delete tidy \
                unpatch export import ;;
        attempts/stop/0 | attempts/attach/0 | attempts/limits/0)
            _torchmason_cli_attempts '@(requested|waiting|running)' ;;
        attempts/show/0 | attempts/log/0 | attempts/retry/0 | attempts/install/0 | attempts/time/0 | attempts/export/0 | attempts/unpatch/0 | attempts/clear/0 | \
            attempts/compare/[0-7] | attempts/report/* | attempts/note/0 | attempts/tag/0 | attempts/delete/*)
            _torchmason_cli_attempts '*' ;;
    esac
}

# Files and folders may have spaces, so that each line is one answer.
_torchmason_cli_offer() {
    local current=$1 choices=$2
    if [[ $choices == '<file>' ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    elif [[ $choices == '<folder>' ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
    elif [[ $choices == '<bundle>' ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -X '!*.torchmason' -- "$current"; compgen -d -- "$current")
    else
        # Not "compgen -W", which would carry out what stands in the names of somebody's profiles.
        local choice
        while IFS= read -r choice; do
            if [[ -n $choice && $choice == "$current"* ]]; then COMPREPLY+=("$choice"); fi
        done <<<"$choices"
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
    fi
}

_torchmason_cli() {
    local current=${COMP_WORDS[COMP_CWORD]} option='' _torchmason_program=${COMP_WORDS[0]}
    local command='' word='' count=0 at before options='' IFS=$'\n'
    COMPREPLY=()
    # Readline takes --name=value apart at "=".
    if [[ $current == = ]]; then
        current='' option=${COMP_WORDS[COMP_CWORD - 1]}
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi

    for ((at = 1; at < COMP_CWORD; ++at)); do
        before=${COMP_WORDS[at - 1]}
        case ${COMP_WORDS[at]} in
            = | -?*) continue ;;
        esac
        if [[ $before == = ]] || [[ -n $command && $'\n'$options$'\n' == *$'\n'"$before="$'\n'* ]]; then
            continue
        elif [[ -z $command ]]; then
            command=${COMP_WORDS[at]}
            options=$(_torchmason_cli_options "$command")
        elif [[ -z $word && ($command == profiles || $command == attempts) ]]; then
            word=${COMP_WORDS[at]}
            options=$(_torchmason_cli_options "$command" "$word")
        else
            count=$((count + 1))
        fi
    done

    local values=''
    if [[ $option == -* && -n $command ]]; then
        values=$(_torchmason_cli_values "$command" "$option")
        if [[ -n $values || $'\n'$options$'\n' == *$'\n'"$option="$'\n'* ]]; then
            # What an option need not have may be another option instead.
            if [[ $current != -* || $option != --clean ]]; then
                _torchmason_cli_offer "$current" "$values"
                return
            fi
        fi
    fi
    local words=''
    if [[ $current != -* ]]; then words=$(_torchmason_cli_words "$command" "$word" "$count"); fi
    if [[ -n $words ]]; then
        _torchmason_cli_offer "$current" "$words"
    elif [[ -n $command ]]; then
        _torchmason_cli_offer "$current" "${options//=/}"
    else
        _torchmason_cli_offer "$current" $'--help\n--version'
    fi
}

_torchmason() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} IFS=$'\n'
    COMPREPLY=()
    if [[ $before == --theme ]]; then
        _torchmason_cli_offer "$current" $'system\nlight\ndark'
    elif [[ $current == -* ]]; then
        _torchmason_cli_offer "$current" $'--theme\n--new-window\n--reverse\n--version\n--help'
    else
        _torchmason_cli_offer "$current" '<bundle>'
    fi
}

complete -F _torchmason_cli torchmason-cli
complete -F _torchmason torchmason
