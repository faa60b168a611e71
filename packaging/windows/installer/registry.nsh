; SPDX-License-Identifier: GPL-3.0-or-later
; What Windows is told: the list of installed programs, the start menu, files that end in .torchmason.

!define CLASSES "Software\Classes"
!define BUNDLE_TYPE "Torchmason.Bundle"
!define ASSOCIATIONS_CHANGED 0x08000000 ; SHCNE_ASSOCCHANGED

!macro TellShell
  System::Call 'shell32::SHChangeNotify(i ${ASSOCIATIONS_CHANGED}, i 0, p 0, p 0)'
!macroend

Var FoldersMade
; How many folders a setup made for $INSTDIR: this one, or an earlier one.
Function CountFoldersMade
  Call CountMissingFolders
  StrCpy $FoldersMade $R0
  ${IfThen} $R0 > 0 ${|} Return ${|}
  ${If} $INSTDIR == $InstalledFolder
    ReadRegDWORD $FoldersMade SHCTX "${PRODUCT_KEY}" "FoldersMade"
  ${ElseIf} $INSTDIR == $BegunFolder
    ReadRegDWORD $FoldersMade SHCTX "${PRODUCT_KEY}" "BegunFoldersMade"
  ${EndIf}
  ClearErrors
FunctionEnd

; Before a folder gets its first file it is entered as begun, so that a setup that was interrupted can be run again.
; Windows does not list an entry without a DisplayName.
Function EnterBegunFolder
  WriteRegStr SHCTX "${PRODUCT_KEY}" "BegunLocation" "$INSTDIR"
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "BegunFoldersMade" $FoldersMade
FunctionEnd
Function ForgetBegunFolder
  DeleteRegValue SHCTX "${PRODUCT_KEY}" "BegunLocation"
  DeleteRegValue SHCTX "${PRODUCT_KEY}" "BegunFoldersMade"
  DeleteRegKey /ifnovalues SHCTX "${PRODUCT_KEY}"
  ClearErrors
FunctionEnd

Function ListProgram
  WriteRegStr SHCTX "${PRODUCT_KEY}" "DisplayName" "Torchmason"
  WriteRegStr SHCTX "${PRODUCT_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${PRODUCT_KEY}" "Publisher" "$(Publisher)"
  WriteRegStr SHCTX "${PRODUCT_KEY}" "DisplayIcon" "$INSTDIR\torchmason.exe,0"
  WriteRegStr SHCTX "${PRODUCT_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${PRODUCT_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${PRODUCT_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "FoldersMade" $FoldersMade
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "EstimatedSize" ${SIZE_IN_KB}
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "NoRepair" 1
FunctionEnd

; Takes files that end in .torchmason over from whom they belonged to, and remembers that. A person who gave
; them to somebody else after an earlier setup is not overruled.
Function Associate
  ReadRegStr $R0 SHCTX "${CLASSES}\.torchmason" ""
  ReadRegStr $R1 SHCTX "${CLASSES}\${BUNDLE_TYPE}" ""
  ${If} $R0 != "${BUNDLE_TYPE}"
    ${If} $R0 == ""
    ${OrIf} $R1 == ""
      WriteRegStr SHCTX "${PRODUCT_KEY}" "FormerBundleType" "$R0"
      WriteRegStr SHCTX "${CLASSES}\.torchmason" "" "${BUNDLE_TYPE}"
    ${EndIf}
  ${EndIf}
  WriteRegNone SHCTX "${CLASSES}\.torchmason\OpenWithProgids" "${BUNDLE_TYPE}"
  WriteRegStr SHCTX "${CLASSES}\${BUNDLE_TYPE}" "" "$(BundleType)"
  WriteRegStr SHCTX "${CLASSES}\${BUNDLE_TYPE}\DefaultIcon" "" "$INSTDIR\torchmason.exe,-2"
  WriteRegStr SHCTX "${CLASSES}\${BUNDLE_TYPE}\shell\open\command" "" '"$INSTDIR\torchmason.exe" "%1"'
  ClearErrors
  !insertmacro TellShell
FunctionEnd

; Gives them back. Keys that somebody else uses stay.
Function un.Associate
  ReadRegStr $R0 SHCTX "${CLASSES}\.torchmason" ""
  ReadRegStr $R1 SHCTX "${PRODUCT_KEY}" "FormerBundleType"
  ${If} $R0 == "${BUNDLE_TYPE}"
    ${If} $R1 == ""
      DeleteRegValue SHCTX "${CLASSES}\.torchmason" ""
    ${Else}
      WriteRegStr SHCTX "${CLASSES}\.torchmason" "" "$R1"
    ${EndIf}
  ${EndIf}
  DeleteRegValue SHCTX "${CLASSES}\.torchmason\OpenWithProgids" "${BUNDLE_TYPE}"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\.torchmason\OpenWithProgids"
  DeleteRegKey /ifnovalues SHCTX "${CLASSES}\.torchmason"
  DeleteRegKey SHCTX "${CLASSES}\${BUNDLE_TYPE}"
  ClearErrors
  !insertmacro TellShell
FunctionEnd
