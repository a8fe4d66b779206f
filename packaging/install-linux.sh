#!/bin/sh
# Installs edgerag for one person from the folder that this file is in, and puts it into the menu.
#
#   sh install.sh [--to FOLDER] [--library] [what else `edgerag bundle install` takes]
#   sh install.sh --uninstall [--to FOLDER]
#
# In a bundle this file is install.sh. It needs no root and changes nothing but the program's folder, models
# and handbooks in ~/.local/share/edgerag, ~/.local/bin/edgerag, one menu entry, the manual page and what lets
# bash, zsh and fish complete commands.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=$HOME/.local/opt/edgerag
action=install

n=$#
while [ "$n" -gt 0 ]; do
    argument=$1
    shift
    n=$((n - 1))
    case $argument in
        --uninstall) action=uninstall ;;
        --to)
            [ "$n" -gt 0 ] || { echo "install: --to needs a folder" >&2; exit 2; }
            folder=$1
            shift
            n=$((n - 1))
            ;;
        *) set -- "$@" "$argument" ;;
    esac
done
case $folder in
    /*) ;;
    *) folder=$PWD/$folder ;;
esac

link=${HOME}/.local/bin/edgerag
shared=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$shared/applications/edgerag.desktop
manual=$shared/man/man1/edgerag.1
bash=$shared/bash-completion/completions/edgerag
zsh=$shared/zsh/site-functions/_edgerag
fish=${XDG_CONFIG_HOME:-$HOME/.config}/fish/completions/edgerag.fish

if [ "$action" = uninstall ]; then
    [ -f "$folder/installed.json" ] || { echo "install: there is no edgerag in $folder" >&2; exit 1; }
    if [ "$(readlink "$link" || true)" = "$folder/edgerag" ]; then rm -f "$link"; fi
    rm -f "$manual" "$bash" "$zsh" "$fish"
    rm -f "$entry" "$folder/edgerag" "$folder/edgerag.previous" "$folder/installed.json"
    rm -rf "$folder/.staging"
    rmdir "$folder" 2>/dev/null || echo "$folder holds other files and stays."
    echo "edgerag is gone. Your handbooks, questions and models stay in $shared/edgerag."
    exit 0
fi

# Many sticks mark no file as a program: it runs from a copy on the disk. An update may bring none of its own.
copy=
if [ -f "$here/edgerag" ]; then
    copy=$(mktemp -d "${XDG_CACHE_HOME:-$HOME}/edgerag-install.XXXXXX")
    trap 'rm -rf "$copy"' EXIT
    trap 'exit 130' INT TERM HUP
    cp "$here/edgerag" "$copy/edgerag"
    chmod 755 "$copy/edgerag"
    program=$copy/edgerag
elif [ -x "$folder/edgerag" ]; then
    program=$folder/edgerag
else
    echo "install: neither $here nor $folder has edgerag: this is an update, and nothing is installed yet" >&2
    exit 1
fi
"$program" bundle install "$here" --to "$folder" "$@"

mkdir -p "$(dirname "$link")" "$(dirname "$entry")"
ln -sfn "$folder/edgerag" "$link"
cat >"$entry" <<ENTRY
[Desktop Entry]
Type=Application
Name=edgerag
Comment=Ask every handbook, offline
Exec="$folder/edgerag"
Terminal=true
Categories=Education;MedicalSoftware;
ENTRY
# Without a manual page or completions the program is as good: they do not stop the installation.
mkdir -p "$(dirname "$manual")" "$(dirname "$bash")" "$(dirname "$zsh")" "$(dirname "$fish")"
"$folder/edgerag" manual >"$manual" || rm -f "$manual"
for shell in bash zsh fish; do
    eval "file=\$$shell"
    "$folder/edgerag" completions "$shell" >"$file" || rm -f "$file"
done
echo "Start it from the menu, or type: edgerag"
case :$PATH: in
    *:"$HOME/.local/bin":*) ;;
    *) echo "(In a terminal, after the next login; until then: $link)" ;;
esac
