#!/bin/sh
# UNTESTED: written without a Mac.
# Wraps the executable in an application that opens it in Terminal, and puts that into a disk image with the bundle.
#
#   packaging/macos/make-app.sh BUNDLE VERSION [IDENTITY]
#
# BUNDLE is a folder that `edgerag bundle create` made on a Mac. IDENTITY is a "Developer ID Application"
# certificate: without one, people must allow the program in System Settings, Privacy & Security.
set -eu

[ $# -ge 2 ] || { echo "usage: $0 BUNDLE VERSION [IDENTITY]" >&2; exit 2; }
bundle=$1
version=$2
identity=${3:--}
[ -f "$bundle/manifest.sig" ] || { echo "$0: $bundle is no bundle" >&2; exit 1; }

image=$(mktemp -d)
trap 'rm -rf "$image"' EXIT
app=$image/edgerag.app
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources" dist

cat >"$app/Contents/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleIdentifier</key><string>org.edgerag.edgerag</string>
  <key>CFBundleName</key><string>edgerag</string>
  <key>CFBundleShortVersionString</key><string>$version</string>
  <key>CFBundleVersion</key><string>$version</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>CFBundleExecutable</key><string>start</string>
  <key>LSMinimumSystemVersion</key><string>13.0</string>
</dict>
</plist>
PLIST

# The program needs a terminal: Terminal opens a file that ends in .command and runs it.
cat >"$app/Contents/MacOS/start" <<'START'
#!/bin/sh
exec open -a Terminal "$(dirname "$0")/../Resources/edgerag.command"
START
cat >"$app/Contents/Resources/edgerag.command" <<'COMMAND'
#!/bin/sh
program=$HOME/Applications/edgerag/edgerag
[ -x "$program" ] || { echo "Install edgerag first: INSTALL.txt in the folder edgerag-bundle says how."; exit 1; }
exec "$program"
COMMAND
chmod 755 "$app/Contents/MacOS/start" "$app/Contents/Resources/edgerag.command"
codesign --force --options runtime --sign "$identity" "$app"

# The signed bundle goes in as it is: signing its executable now would change what its manifest says.
cp -R "$bundle" "$image/edgerag-bundle"
hdiutil create -volname "edgerag $version" -srcfolder "$image" -ov -format UDZO "dist/edgerag-$version.dmg"
