; UNTESTED: written without a Windows machine.
; Inno Setup 6 recipe: an installer for one person, without administrator rights, from a bundle made on Windows.
;
;   iscc /DBundle=D:\edgerag-bundle /DAppVersion=0.1.0 packaging\windows\edgerag.iss
;
; The bundle is unpacked to a temporary folder and edgerag installs itself from it, so that signature, hashes,
; self-test and the switch are those of `edgerag bundle install`. Models and handbooks are outside {app} and stay
; when the program is removed.

#ifndef Bundle
  #error Say which bundle: /DBundle=FOLDER
#endif
#ifndef AppVersion
  #error Say which version: /DAppVersion=X.Y.Z
#endif

[Setup]
AppId={{6D1B8B5E-3B0C-4F0B-9C55-2C3F5B1F6E0A}
AppName=edgerag
AppVersion={#AppVersion}
DefaultDirName={localappdata}\Programs\edgerag
DisableDirPage=yes
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
OutputBaseFilename=edgerag-{#AppVersion}-setup
Compression=lzma2
SolidCompression=no
UninstallDisplayIcon={app}\edgerag.exe

[Files]
Source: "{#Bundle}\*"; DestDir: "{tmp}\bundle"; Flags: recursesubdirs deleteafterinstall

[Icons]
Name: "{userprograms}\edgerag"; Filename: "{app}\edgerag.exe"; WorkingDir: "{userdocs}"
Name: "{userdesktop}\edgerag"; Filename: "{app}\edgerag.exe"; WorkingDir: "{userdocs}"

[UninstallDelete]
Type: files; Name: "{app}\edgerag.exe"
Type: files; Name: "{app}\edgerag.previous.exe"
Type: files; Name: "{app}\installed.json"
Type: filesandordirs; Name: "{app}\.staging"

[Code]
procedure CurStepChanged(CurStep: TSetupStep);
var
  Code: Integer;
  Bundle: String;
begin
  if CurStep <> ssPostInstall then
    exit;
  Bundle := ExpandConstant('{tmp}\bundle');
  if not Exec(Bundle + '\edgerag.exe', 'bundle install "' + Bundle + '" --to "' + ExpandConstant('{app}') + '"',
      '', SW_SHOW, ewWaitUntilTerminated, Code) then
    RaiseException('edgerag could not be started: ' + SysErrorMessage(Code));
  if Code <> 0 then
    RaiseException('edgerag refused the bundle. Run "edgerag.exe bundle verify" on it to see why.');
end;
