; SPDX-License-Identifier: GPL-3.0-or-later
; What Torchmason itself keeps for a person: removed only when that was asked for, by the names that it gives
; (core/base/AppPaths.cpp and who uses it), never through a link, and never what somebody else put there.
; NSIS's own RMDir /r would follow links and stop at paths that are longer than 259 characters.

!define IS_FOLDER 0x10 ; FILE_ATTRIBUTE_DIRECTORY
!define IS_LINK 0x400 ; FILE_ATTRIBUTE_REPARSE_POINT
!define IS_NORMAL 0x80 ; FILE_ATTRIBUTE_NORMAL
!define FIND_DATA_BYTES 592 ; WIN32_FIND_DATAW

Var DataFolder
Var DataIsLeft ; 1 where something could not be removed

Function un.FindDataFolder
  SetShellVarContext current ; else $LOCALAPPDATA is everyone's
  StrCpy $DataFolder "$LOCALAPPDATA\torchmason"
FunctionEnd

; Who uses it, from whatever folder he was started. A runner holds the lock of its attempt, and every program its
; log. Opened as if to delete, because that is what would fail.
!macro AskWhetherAnyHeld FOLDER PATTERN BELOW
  FindFirst $R5 $R6 "${FOLDER}\${PATTERN}"
  ${DoWhile} $R6 != ""
    StrCpy $R1 "${FOLDER}\$R6${BELOW}"
    !insertmacro AskWhetherHeld ${TO_DELETE}
    ${IfThen} $R0 = 1 ${|} ${ExitDo} ${|}
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
  ${IfThen} $R6 == "" ${|} StrCpy $R0 0 ${|}
!macroend
Function un.RunnerHoldsData ; $R0 is 1
  !insertmacro AskWhetherAnyHeld "$DataFolder\attempts" "*" "\runner.lock"
  ${If} $R0 = 0
    !insertmacro AskWhetherAnyHeld "$DataFolder\logs" "torchmason-runner.log" ""
  ${EndIf}
FunctionEnd
Function un.WindowHoldsData ; $R0 is 1
  !insertmacro AskWhetherAnyHeld "$DataFolder\logs" "*.log" ""
FunctionEnd

; The file, link or empty folder $5; what git keeps is read-only, which is taken away first.
!macro RemoveBy FUNCTION
  System::Call 'kernel32::${FUNCTION}(w r5) i.r6'
  ${If} $6 = 0
    System::Call 'kernel32::SetFileAttributesW(w r5, i ${IS_NORMAL})'
    System::Call 'kernel32::${FUNCTION}(w r5) i.r6'
    ${IfThen} $6 = 0 ${|} StrCpy $DataIsLeft 1 ${|}
  ${EndIf}
!macroend

; What $5 names, of which $3 are the attributes. A link goes, and what it names stays.
Function un.RemoveEntry
  IntOp $6 $3 & ${IS_FOLDER}
  ${If} $6 = 0
    !insertmacro RemoveBy DeleteFileW
    Return
  ${EndIf}
  IntOp $6 $3 & ${IS_LINK}
  ${If} $6 = 0
    Push $5
    Call un.RemoveContents
  ${EndIf}
  !insertmacro RemoveBy RemoveDirectoryW
FunctionEnd

; Everything in the folder that is on the stack.
Function un.RemoveContents
  Exch $0
  Push $1
  Push $2
  Push $3
  Push $4
  Push $5
  System::Alloc ${FIND_DATA_BYTES}
  Pop $2
  StrCpy $5 "$0\*"
  System::Call 'kernel32::FindFirstFileW(w r5, p r2) p.r1'
  ${If} $1 <> -1
    ${Do}
      System::Call '*$2(i.r3, &v40, &w260.r4)' ; attributes, times and sizes, name
      ${If} $4 != "."
      ${AndIf} $4 != ".."
        StrCpy $5 "$0\$4"
        Call un.RemoveEntry
      ${EndIf}
      System::Call 'kernel32::FindNextFileW(p r1, p r2) i.r6'
    ${LoopUntil} $6 = 0
    System::Call 'kernel32::FindClose(p r1)'
  ${EndIf}
  System::Free $2
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Pop $0
FunctionEnd

; \\?\ lets paths be as long as they are.
!macro RemoveDataEntry NAME
  StrCpy $5 "\\?\$DataFolder\${NAME}"
  System::Call 'kernel32::GetFileAttributesW(w r5) i.r3'
  ${If} $3 <> -1
    StrCpy $R5 "$DataFolder\${NAME}"
    SetDetailsPrint both
    DetailPrint "$(RemovingData)"
    Call un.RemoveEntry
  ${EndIf}
!macroend

Function un.RemoveData
  StrCpy $DataIsLeft 0
  StrCpy $5 "\\?\$DataFolder"
  System::Call 'kernel32::GetFileAttributesW(w r5) i.r3'
  ${IfThen} $3 = -1 ${|} Return ${|}
  IntOp $6 $3 & ${IS_LINK}
  ${If} $6 <> 0
    StrCpy $DataIsLeft 1
    Return
  ${EndIf}
  !insertmacro RemoveDataEntry attempts
  !insertmacro RemoveDataEntry work
  !insertmacro RemoveDataEntry gate
  !insertmacro RemoveDataEntry locks
  !insertmacro RemoveDataEntry logs
  !insertmacro RemoveDataEntry profiles
  !insertmacro RemoveDataEntry rules
  !insertmacro RemoveDataEntry edge-costs.json
  !insertmacro RemoveDataEntry edge-costs.json.lock
  !insertmacro RemoveDataEntry trials.json
  !insertmacro RemoveDataEntry draft.json
  !insertmacro RemoveDataEntry settings.ini
  !insertmacro RemoveDataEntry settings.ini.lock
  StrCpy $5 "\\?\$DataFolder"
  !insertmacro RemoveBy RemoveDirectoryW
FunctionEnd
