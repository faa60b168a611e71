; SPDX-License-Identifier: GPL-3.0-or-later
; The program files: put in place while older ones run, and taken away again. Windows lets nobody overwrite
; or delete a program that runs, but it may be renamed, and goes on; nobody is ever ended here.

!define MOVE_PLAINLY 8 ; MOVEFILE_WRITE_THROUGH
!define MOVE_OVER 9 ; and MOVEFILE_REPLACE_EXISTING
!define AT_RESTART 4 ; MOVEFILE_DELAY_UNTIL_REBOOT

; Everything that is installed, in the order in which it is put in place. With what DO is called for each.
!macro ForEachProgram DO
  !insertmacro ${DO} torchmason-gate.exe
  !insertmacro ${DO} torchmason-runner.exe
  !insertmacro ${DO} torchmason-cli.exe
  !insertmacro ${DO} torchmason.exe
!macroend
!macro ForEachFile DO
  !insertmacro ForEachProgram ${DO}
  !insertmacro ${DO} LICENSE.txt
  !insertmacro ${DO} uninstall.exe
!macroend

!macro Move FROM TO HOW
  StrCpy $R1 "${FROM}"
  StrCpy $R2 "${TO}"
  System::Call 'kernel32::MoveFileExW(w R1, w R2, i ${HOW}) i.R0' ; 0: failed
!macroend

!macro ProgramFunctions UN
; Whether the program $R1 runs: $R0 is 1. A file that is mapped as a program cannot be opened for writing.
Function ${UN}IsInUse
  StrCpy $R0 0
  ${IfNot} ${FileExists} "$R1"
    Return
  ${EndIf}
  System::Call 'kernel32::CreateFileW(w R1, i 0x40000000, i 7, p 0, i 3, i 0, p 0) p.R2 ?e'
  Pop $R3
  ${If} $R2 <> -1
    System::Call 'kernel32::CloseHandle(p R2)'
  ${ElseIf} $R3 = 32 ; ERROR_SHARING_VIOLATION
    StrCpy $R0 1
  ${EndIf}
FunctionEnd

; Whether $INSTDIR\$R4, or an earlier one of that name that was renamed, runs: $R0 is 1.
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
      Call ${UN}IsInUse
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
!macroend
!insertmacro ProgramFunctions ""
!insertmacro ProgramFunctions "un."

; Removes what was set aside under the name $R4 and does not run any more; what still runs goes when
; Windows starts again, where we may say so.
Function SweepOne
  FindFirst $R5 $R6 "$INSTDIR\$R4.old-*"
  ${DoWhile} $R6 != ""
    Call IsSetAside
    ${If} $R7 = 1
      ClearErrors
      Delete "$INSTDIR\$R6"
      ${If} ${Errors}
      ${AndIf} $Scope == "machine"
        !insertmacro Move "$INSTDIR\$R6" "" ${AT_RESTART}
      ${EndIf}
    ${EndIf}
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
  ClearErrors
FunctionEnd

; A number under which nothing is set aside yet: $Aside.
Var Aside
Var NotPlaced
!macro SkipTaken NAME
  ${If} ${FileExists} "$INSTDIR\${NAME}.old-$Aside"
    StrCpy $R7 1
  ${EndIf}
!macroend
Function ChooseAside
  StrCpy $Aside 0
  ${Do}
    IntOp $Aside $Aside + 1
    StrCpy $R7 0
    !insertmacro ForEachFile SkipTaken
  ${LoopUntil} $R7 = 0
FunctionEnd

; Sets $INSTDIR\$R4 aside and puts the one of $INSTDIR\new there, with nothing between the two. A scanner may
; hold a file for a moment, so it is tried for some seconds.
Function PutInPlace
  ${For} $R5 1 10
    ${If} ${FileExists} "$INSTDIR\$R4"
      !insertmacro Move "$INSTDIR\$R4" "$INSTDIR\$R4.old-$Aside" ${MOVE_PLAINLY}
    ${EndIf}
    !insertmacro Move "$INSTDIR\new\$R4" "$INSTDIR\$R4" ${MOVE_PLAINLY}
    ${IfThen} $R0 <> 0 ${|} Return ${|}
    Sleep 500
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
  ${ElseIfNot} ${FileExists} "$INSTDIR\new\${NAME}"
    Delete "$INSTDIR\${NAME}" ; there was none before
  ${EndIf}
!macroend
!macro SweepAside NAME
  StrCpy $R4 "${NAME}"
  Call SweepOne
!macroend

; All of $INSTDIR\new, or nothing: the error flag says that every file is the old one again.
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
  Delete "$INSTDIR\new\${NAME}"
!macroend
!macro DeleteNewFolder
  !insertmacro ForEachFile DeleteNew
  RMDir "$INSTDIR\new"
  ClearErrors
!macroend
