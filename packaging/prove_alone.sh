#!/usr/bin/env bash
# Proves that the one-file executable needs nothing but the C library and no network. In a root folder that holds
# only that library, its loader, zlib and a terminal's description, without a network device, it checks itself,
# adds the sample handbooks, answers a question, opens the terminal interface under tmux, and quits.
#   packaging/prove_alone.sh [EXECUTABLE]
# Needs root (chroot, unshare), tmux, and the models that `make test` installs.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-dist/edgerag}

if [ "$(id -u)" != 0 ]; then
  echo "skipped: only root may change the root folder and take the network away" >&2
  exit 0
fi
scratch=$(mktemp -d)
root=$scratch/root home=$root/home samples=/samples run=$scratch/run
. packaging/session.sh
trap '$terminal kill-server 2> /dev/null || true; rm -rf "$scratch"' EXIT

mkdir -p "$root"/{lib/x86_64-linux-gnu,lib64,usr/share/terminfo/x,dev,proc,samples,home}
mkdir -m 1777 "$root/tmp"
for library in libc libm libdl libpthread librt libutil libz; do
  cp -L "$(ldconfig -p | awk -v name="$library.so." 'index($1, name) == 1 {print $NF; exit}')" "$root/lib/x86_64-linux-gnu/"
done
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
cp "$(find /lib/terminfo /usr/share/terminfo -name xterm-256color | head -1)" "$root/usr/share/terminfo/x/"
cp "$program" "$root/edgerag"
cp edgerag/samples/*.pdf "$root/samples/"
echo "== the root folder holds, besides handbooks and models =="
(cd "$root" && find . -type f -not -path "./samples/*" | sort)
give_models

# Devices and /proc are the kernel's. A new network namespace has one device, the loopback, and that is down.
cat > "$run" <<END
#!/usr/bin/env bash
exec unshare --net --mount --pid --fork --kill-child bash -c '
  mount -t proc proc $root/proc && mount --rbind /dev $root/dev &&
  exec env -i EDGERAG_HOME=/home TERM=xterm-256color LANG=C.UTF-8 $(command -v chroot) $root /edgerag "\$@"' edgerag "\$@"
END
chmod +x "$run"

command_line
interface
echo "It ran alone: no Python, no compiler, no library but the C library's, no network."
