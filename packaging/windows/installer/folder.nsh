; SPDX-License-Identifier: GPL-3.0-or-later
; Which folder it is, and whether it is ours: files of somebody else are never replaced or removed.

!define NO_ACCESS 0
!define OPEN_FOLDERS 0x02000000 ; FILE_FLAG_BACKUP_SEMANTICS
!define FILE_INFORMATION_BYTES 52 ; BY_HANDLE_FILE_INFORMATION

!macro FolderFunctions UN
; $R0 is one text for the folder $R1 however it is written (8.3 names, subst, junctions); empty where it is not there.
Function ${UN}IdentifyFolder
  Push $0
  Push $1
  Push $2
  Push $3
  Push $4
  StrCpy $R0 ""
  System::Call 'kernel32::CreateFileW(w R1, i ${NO_ACCESS}, i ${SHARE_ALL}, p 0, i ${OPEN_EXISTING}, \
    i ${OPEN_FOLDERS}, p 0) p.r0'
  ${If} $0 <> -1
    System::Alloc ${FILE_INFORMATION_BYTES}
    Pop $1
    System::Call 'kernel32::GetFileInformationByHandle(p r0, p r1) i.r2'
    ${If} $2 <> 0
      System::Call '*$1(&v28, i.r2, &v12, i.r3, i.r4)' ; the volume, and the two halves of the index
      StrCpy $R0 "$2 $3 $4"
    ${EndIf}
    System::Free $1
    System::Call 'kernel32::CloseHandle(p r0)'
  ${EndIf}
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Pop $0
FunctionEnd

; Whether $R1 and $R2 name one folder: $R0 is 1.
Function ${UN}AreOneFolder
  ${If} $R1 == $R2
    StrCpy $R0 1
    Return
  ${EndIf}
  Push $R3
  Call ${UN}IdentifyFolder
  StrCpy $R3 $R0
  StrCpy $R1 $R2
  Call ${UN}IdentifyFolder
  ${If} $R0 != ""
  ${AndIf} $R0 == $R3
    StrCpy $R0 1
  ${Else}
    StrCpy $R0 0
  ${EndIf}
  Pop $R3
FunctionEnd

; $R1 and its parents, $R2 of them, as far as they are empty.
Function ${UN}RemoveEmptyFolders
  SetOutPath $TEMP ; nobody removes the folder he stands in
  ${DoWhile} $R2 > 0
    RMDir $R1
    ${GetParent} $R1 $R1
    IntOp $R2 $R2 - 1
  ${Loop}
  ClearErrors
FunctionEnd
!macroend
!insertmacro FolderFunctions ""
!insertmacro FolderFunctions "un."

; $R0: how many folders have to be made for $INSTDIR. Removal takes that many away, where they are empty.
Function CountMissingFolders
  StrCpy $R0 0
  StrCpy $R1 $INSTDIR
  ${DoWhile} $R1 != ""
    ${IfThen} ${FileExists} "$R1\*.*" ${|} ${ExitDo} ${|}
    IntOp $R0 $R0 + 1
    ${GetParent} $R1 $R1
  ${Loop}
FunctionEnd

; Whether the file $R1 is a setup or uninstaller of ours, as its version information says: $R0 is 1.
Function IsOurUninstaller
  Push $0
  Push $1
  Push $2
  StrCpy $R0 0
  System::Call 'version::GetFileVersionInfoSizeW(w R1, p 0) i.r0'
  ${If} $0 > 0
    System::Alloc $0
    Pop $1
    System::Call 'version::GetFileVersionInfoW(w R1, i 0, i r0, p r1)'
    System::Call 'version::VerQueryValueW(p r1, w "\StringFileInfo\040904b0\FileDescription", *w.r2, *i) i.r0'
    ${If} $0 <> 0
    ${AndIf} $2 == "${SETUP_DESCRIPTION}"
      StrCpy $R0 1
    ${EndIf}
    System::Free $1
  ${EndIf}
  Pop $2
  Pop $1
  Pop $0
FunctionEnd

; Whether $R6 in $INSTDIR is something that only a setup or a removal of ours leaves behind: $R7 is 1.
!macro StopWhereSetAside NAME
  StrCpy $R4 "${NAME}"
  Call IsSetAside
  ${IfThen} $R7 = 1 ${|} Return ${|}
!macroend
Function IsLeftover
  StrCpy $R7 1
  ${If} $R6 == "."
  ${OrIf} $R6 == ".."
  ${OrIf} $R6 == "${NEW_FOLDER}"
    Return
  ${EndIf}
  ${If} $R6 == uninstall.exe
    StrCpy $R1 "$INSTDIR\$R6"
    Call IsOurUninstaller
    StrCpy $R7 $R0
    Return
  ${EndIf}
  !insertmacro ForEachFile StopWhereSetAside
FunctionEnd

; Whether $INSTDIR may be written to: $R0 is 1. It is ours where this scope's entry says so; else it must be
; empty but for leftovers of ours. One that is ours gets the name that it has in the entry.
Function CheckFolder
  StrCpy $R1 $INSTDIR
  System::Call 'kernel32::GetFullPathNameW(w R1, i ${NSIS_MAX_STRLEN}, w.R2, p 0) i.R0'
  ${IfThen} $R0 > 0 ${|} StrCpy $INSTDIR $R2 ${|}
  StrCpy $R2 $InstalledFolder
  StrCpy $R1 $INSTDIR
  Call AreOneFolder
  ${If} $R0 = 1
    StrCpy $INSTDIR $InstalledFolder
    Return
  ${EndIf}
  StrCpy $R2 $BegunFolder
  StrCpy $R1 $INSTDIR
  Call AreOneFolder
  ${If} $R0 = 1
    StrCpy $INSTDIR $BegunFolder
    Return
  ${EndIf}
  StrCpy $R7 1
  FindFirst $R5 $R6 "$INSTDIR\*"
  ${DoWhile} $R6 != ""
    Call IsLeftover
    ${IfThen} $R7 = 0 ${|} ${ExitDo} ${|}
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
  StrCpy $R0 $R7
  ClearErrors
FunctionEnd

; On the page the person gets a better proposal and stays there.
Function LeaveFolderPage
  Call CheckFolder
  ${If} $R0 = 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(FolderOfOthers)"
    StrCpy $INSTDIR "$INSTDIR\Torchmason"
    ${NSD_SetText} $mui.DirectoryPage.Directory $INSTDIR
    Abort
  ${EndIf}
FunctionEnd
