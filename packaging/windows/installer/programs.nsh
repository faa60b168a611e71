; SPDX-License-Identifier: GPL-3.0-or-later
; The program files: put in place while older ones run, and taken away again. Windows lets nobody overwrite
; or delete a program that runs, but it may be renamed, and goes on; nobody is ever ended here.

!define MOVE_PLAINLY 8 ; MOVEFILE_WRITE_THROUGH
!define MOVE_OVER 9 ; and MOVEFILE_REPLACE_EXISTING
!define AT_RESTART 4 ; MOVEFILE_DELAY_UNTIL_REBOOT
!define SHARE_ALL 7
!define OPEN_EXISTING 3
!define TO_WRITE 0x40000000 ; GENERIC_WRITE
!define TO_DELETE 0x00010000 ; DELETE

!define NEW_FOLDER "torchmason-new" ; where the programs are written before they are put in place

; Everything that is installed, in the order in which it is put in place. With what DO is called for each.
!macro ForEachProgram DO
  !insertmacro ${DO} torchmason-gate.exe
  !insertmacro ${DO} torchmason-runner.exe
  !insertmacro ${DO} torchmason-cli.exe
  !insertmacro ${DO} torchmason.exe
!macroend
!macro ForEachButUninstaller DO
  !insertmacro ForEachProgram ${DO}
  !insertmacro ${DO} LICENSE.txt
!macroend
!macro ForEachFile DO
  !insertmacro ForEachButUninstaller ${DO}
  !insertmacro ${DO} uninstall.exe
!macroend

!macro Move FROM TO HOW
  StrCpy $R1 "${FROM}"
  StrCpy $R2 "${TO}"
  System::Call 'kernel32::MoveFileExW(w R1, w R2, i ${HOW}) i.R0' ; 0: failed
!macroend
; FILE, or a folder that is empty by then, goes when Windows starts again; for an administrator only.
!macro RemoveAtRestart FILE
  StrCpy $R1 "${FILE}"
  System::Call 'kernel32::MoveFileExW(w R1, p 0, i ${AT_RESTART}) i.R0' ; 0: failed
!macroend

; Whether somebody's hold on the file $R1 keeps us from having it WAY: $R0 is 1.
!macro AskWhetherHeld WAY
  StrCpy $R0 0
  ${If} ${FileExists} "$R1"
    System::Call 'kernel32::CreateFileW(w R1, i ${WAY}, i ${SHARE_ALL}, p 0, i ${OPEN_EXISTING}, i 0, p 0) p.R2 ?e'
    Pop $R3
    ${If} $R2 <> -1
      System::Call 'kernel32::CloseHandle(p R2)'
    ${ElseIf} $R3 = 32 ; ERROR_SHARING_VIOLATION
      StrCpy $R0 1
    ${EndIf}
  ${EndIf}
!macroend

!macro ProgramFunctions UN
; Whether $INSTDIR\$R4, or an earlier one of that name that was renamed, runs: $R0 is 1. A file that is mapped as
; a program cannot be opened for writing.
Function ${UN}AnyInUse
  FindFirst $R5 $R6 "$INSTDIR\$R4*"
  ${DoWhile} $R6 != ""
    ${If} $R6 == $R4
      StrCpy $R7 1
    ${Else}
      Call ${UN}IsSetAside
    ${EndIf}
    ${If} $R7 = 1
      StrCpy $R1 "$INSTDIR\$R6"
      !insertmacro AskWhetherHeld ${TO_WRITE}
      ${IfThen} $R0 = 1 ${|} ${ExitDo} ${|}
    ${EndIf}
    StrCpy $R0 0
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
  ${IfThen} $R6 == "" ${|} StrCpy $R0 0 ${|}
FunctionEnd

; Whether $R6 is $R4.old-NUMBER, a name that only this setup gives: $R7 is 1.
Function ${UN}IsSetAside
  StrLen $R7 "$R4.old-"
  StrCpy $R8 $R6 $R7
  StrCpy $R9 $R6 "" $R7
  StrCpy $R7 0
  ${If} $R8 == "$R4.old-"
    IntOp $R8 $R9 + 0
    ${IfThen} $R8 == $R9 ${|} StrCpy $R7 1 ${|}
  ${EndIf}
FunctionEnd

; Removes what was set aside under the name $R4 and does not run any more. What still runs goes when Windows
; starts again, where we may say so; else it stays, and the next setup removes it.
Function ${UN}SweepOne
  FindFirst $R5 $R6 "$INSTDIR\$R4.old-*"
  ${DoWhile} $R6 != ""
    Call ${UN}IsSetAside
    ${If} $R7 = 1
      ClearErrors
      Delete "$INSTDIR\$R6"
      ${If} ${Errors}
        StrCpy $R0 0
        ${If} $Scope == "machine"
          !insertmacro RemoveAtRestart "$INSTDIR\$R6"
        ${EndIf}
        ${If} $R0 = 0
          DetailPrint "$(StaysBehind)"
        ${Else}
          DetailPrint "$(GoesAtRestart)"
        ${EndIf}
      ${EndIf}
    ${EndIf}
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
  ClearErrors
FunctionEnd

; A number under which nothing is set aside yet: $Aside.
Function ${UN}ChooseAside
  StrCpy $Aside 0
  ${Do}
    IntOp $Aside $Aside + 1
    StrCpy $R7 0
    !insertmacro ForEachFile SkipTaken
  ${LoopUntil} $R7 = 0
FunctionEnd
!macroend

Var Aside
!macro SkipTaken NAME
  ${If} ${FileExists} "$INSTDIR\${NAME}.old-$Aside"
    StrCpy $R7 1
  ${EndIf}
!macroend
!macro SweepAside NAME
  StrCpy $R4 "${NAME}"
  Call SweepOne
!macroend
!insertmacro ProgramFunctions ""
!insertmacro ProgramFunctions "un."

; A scanner may hold a file for a moment, so what fails is tried for some seconds.
!define TRIES 10
!define PAUSE 500 ; milliseconds

; Puts the one of ${NEW_FOLDER} over $INSTDIR\$R4, which has a second name by then, so that at no moment there is none:
; $R0 is 1. Not where it runs, and not on FAT, which knows no second names.
Function PutOver
  StrCpy $R1 "$INSTDIR\$R4"
  StrCpy $R2 "$INSTDIR\$R4.old-$Aside"
  System::Call 'kernel32::CreateHardLinkW(w R2, w R1, p 0) i.R0'
  ${IfThen} $R0 = 0 ${|} Return ${|}
  !insertmacro Move "$INSTDIR\${NEW_FOLDER}\$R4" "$INSTDIR\$R4" ${MOVE_OVER}
  ${IfThen} $R0 = 0 ${|} Delete "$INSTDIR\$R4.old-$Aside" ${|}
FunctionEnd

; Sets $INSTDIR\$R4 aside and puts the one of ${NEW_FOLDER} there; one that runs, with nothing between the two renames.
Var NotPlaced
Function PutInPlace
  ${For} $R5 1 ${TRIES}
    StrCpy $R1 "$INSTDIR\$R4"
    !insertmacro AskWhetherHeld ${TO_WRITE}
    ${If} $R0 = 0
      Call PutOver
      ${IfThen} $R0 <> 0 ${|} Return ${|}
    ${EndIf}
    ${If} ${FileExists} "$INSTDIR\$R4"
      !insertmacro Move "$INSTDIR\$R4" "$INSTDIR\$R4.old-$Aside" ${MOVE_PLAINLY}
    ${EndIf}
    !insertmacro Move "$INSTDIR\${NEW_FOLDER}\$R4" "$INSTDIR\$R4" ${MOVE_PLAINLY}
    ${IfThen} $R0 <> 0 ${|} Return ${|}
    Sleep ${PAUSE}
  ${Next}
  StrCpy $NotPlaced 1
FunctionEnd

!macro PutOneInPlace NAME
  ${If} $NotPlaced = 0
    StrCpy $R4 "${NAME}"
    Call PutInPlace
  ${EndIf}
!macroend
!macro PutOneBack NAME
  ${If} ${FileExists} "$INSTDIR\${NAME}.old-$Aside"
    !insertmacro Move "$INSTDIR\${NAME}.old-$Aside" "$INSTDIR\${NAME}" ${MOVE_OVER}
  ${ElseIfNot} ${FileExists} "$INSTDIR\${NEW_FOLDER}\${NAME}"
    Delete "$INSTDIR\${NAME}" ; there was none before
  ${EndIf}
!macroend

; All of ${NEW_FOLDER}, or nothing: the error flag says that every file is the old one again.
Function PutAllInPlace
  Call ChooseAside
  StrCpy $NotPlaced 0
  !insertmacro ForEachFile PutOneInPlace
  ${If} $NotPlaced = 0
    !insertmacro ForEachFile SweepAside
  ${Else}
    !insertmacro ForEachFile PutOneBack
    SetErrors
  ${EndIf}
FunctionEnd

; What is left of a setup that was interrupted, too.
!macro DeleteNew NAME
  Delete "$INSTDIR\${NEW_FOLDER}\${NAME}"
!macroend
!macro DeleteNewFolder
  !insertmacro ForEachFile DeleteNew
  RMDir "$INSTDIR\${NEW_FOLDER}"
  ClearErrors
!macroend
