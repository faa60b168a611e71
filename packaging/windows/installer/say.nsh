; SPDX-License-Identifier: GPL-3.0-or-later
; How setup and uninstaller speak, and how they end when they cannot go on.

; What ends with which exit code; README.md lists them. 1 is NSIS's own, for a person who cancels.
!define EXIT_FAILED 2
!define EXIT_NO_ADMINISTRATOR 3
!define EXIT_RUNNER_WORKS 4
!define EXIT_WINDOW_OPEN 5
!define EXIT_WRONG_WINDOWS 6
!define EXIT_OTHER_SETUP 7
!define EXIT_DATA_LEFT 8

!define STANDARD_ERROR -12
!define PARENTS_CONSOLE -1

; Say, with the sentence on the stack: in a box, or where nobody watches (/S) on standard error, which a
; program without a console has only where it was redirected or the console of its parent can be had.
!macro SayFunction UN
Function ${UN}Say
  Exch $0
  Push $1
  Push $2
  ${IfNot} ${Silent}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$0"
  ${Else}
    System::Call 'kernel32::GetStdHandle(i ${STANDARD_ERROR}) p.r1'
    System::Call 'kernel32::GetFileType(p r1) i.r2'
    ${If} $2 = 0
      System::Call 'kernel32::AttachConsole(i ${PARENTS_CONSOLE})'
      System::Call 'kernel32::GetStdHandle(i ${STANDARD_ERROR}) p.r1'
    ${EndIf}
    FileWrite $1 "$0$\r$\n"
  ${EndIf}
  Pop $2
  Pop $1
  Pop $0
FunctionEnd
!macroend
!insertmacro SayFunction ""
!insertmacro SayFunction "un."

!macro EndWith UN CODE SENTENCE
  Push "${SENTENCE}"
  Call ${UN}Say
  SetErrorLevel ${CODE}
  Quit
!macroend

; One at a time; one that is just ending is waited for. The handle is given up where somebody else goes on with
; more rights.
Var Turn
!macro TurnFunctions UN
Function ${UN}TakeTurn
  ${For} $R1 1 10
    System::Call 'kernel32::CreateMutexW(p 0, i 0, w "Local\TorchmasonSetup") p.s ?e'
    Pop $R0
    Pop $Turn
    ${If} $Turn <> 0 ; one of an elevated setup cannot be had
    ${AndIf} $R0 <> 183 ; ERROR_ALREADY_EXISTS
      Return
    ${EndIf}
    Call ${UN}GiveTurnUp
    Sleep 300
  ${Next}
  !insertmacro EndWith "${UN}" ${EXIT_OTHER_SETUP} "$(OtherSetup)"
FunctionEnd

Function ${UN}GiveTurnUp
  ${If} $Turn <> 0
    System::Call 'kernel32::CloseHandle(p $Turn)'
    StrCpy $Turn 0
  ${EndIf}
FunctionEnd
!macroend
!insertmacro TurnFunctions ""
!insertmacro TurnFunctions "un."
