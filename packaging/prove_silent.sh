#!/usr/bin/env bash
# Proves that a whole session opens no internet socket: the kernel's own record of every network call of the
# program and its children, made with strace.
#   packaging/prove_silent.sh [EXECUTABLE]
# Needs strace, tmux, and the models that `make test` installs.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-dist/edgerag}")

scratch=$(mktemp -d)
home=$scratch/home samples=$scratch/samples run=$scratch/run calls=$scratch/calls
. packaging/session.sh
trap '$terminal kill-server 2> /dev/null || true; rm -rf "$scratch"' EXIT
mkdir "$samples"
cp edgerag/samples/*.pdf "$samples/"
give_models

trace="strace --follow-forks --seccomp-bpf --quiet=all --trace=network --output-append-mode --output=$calls"
cat > "$run" <<END
#!/usr/bin/env bash
export EDGERAG_HOME=$home TERM=xterm-256color
exec $trace $program "\$@"
END
chmod +x "$run"

echo "== the record shows a connection when there is one =="
$trace bash -c 'exec 3<> /dev/tcp/127.0.0.1/9' 2> /dev/null || true
grep -m1 AF_INET "$calls"
rm "$calls"

command_line
interface
echo "== network calls of the session: $(wc -l < "$calls"), of which to the internet: $(grep -c AF_INET "$calls" || true) =="
sed -E 's/^[0-9]+ +//; s/[0-9]+/N/g' "$calls" | sort | uniq -c | sort -rn | head
if grep AF_INET "$calls"; then
  echo "the program opened an internet socket" >&2
  exit 1
fi
echo "No connection was attempted."
