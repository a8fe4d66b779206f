# A whole session with the executable, for the proofs that source this file. They set
#   run       how to start the program: the name of an executable, which is given the arguments
#   samples   where that finds the sample handbooks
#   home      where this script finds EDGERAG_HOME
#   scratch   a folder for what the session leaves
question="What dose of adrenaline should an adult with anaphylaxis receive?"
terminal="tmux -S $scratch/tmux -f /dev/null"
ended=$scratch/ended

# Takes a copy of the small models, which `make test` installs; the program finds them as if imported.
give_models() {
  mkdir -p "$home/data/models"
  for model in bge-small-en-v1.5 ms-marco-minilm-l-12-v2; do
    cp -r ".edgerag/data/models/$model" "$home/data/models/"
  done
}

step() {
  echo "== edgerag $* =="
  "$run" "$@"
}

wait_for() {
  for _ in $(seq 900); do
    if $terminal capture-pane -p -t t | grep -qF -- "$1"; then return; fi
    sleep 0.1
  done
  echo "not on the screen: $1" >&2
  $terminal capture-pane -p -t t >&2
  return 1
}

wait_for_the_end() {
  for _ in $(seq 200); do
    if [ -s "$ended" ]; then break; fi
    sleep 0.1
  done
  if [ "$(cat "$ended" 2> /dev/null)" = 0 ]; then return; fi
  echo "the terminal interface did not quit with exit code 0" >&2
  return 1
}

command_line() {
  step --version
  step licences | wc -l
  if "$run" --help | grep -q "^  selftest "; then step selftest; fi
  step add "$samples"
  step ask --extractive "$question" > "$scratch/answer"
  sed -n 1,12p "$scratch/answer"
  grep -q DISAGREE "$scratch/answer"
}

interface() {
  echo "== edgerag, the terminal interface =="
  mkdir -p "$home/config"
  printf '[answers]\nextractive = true\n' > "$home/config/config.toml"
  $terminal new-session -d -s t -x 80 -y 24 "$run; echo \$? > $ended"
  wait_for "Ask"
  $terminal send-keys -t t -l "$question"
  $terminal send-keys -t t Enter
  wait_for "! DISAGREES"
  $terminal capture-pane -p -t t
  $terminal send-keys -t t C-q
  wait_for_the_end
}
