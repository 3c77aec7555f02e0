# What the tests of all clients share. Sourced by editors/test and the scripts here.

set -E
trap 'printf "FAIL %s, line %s: %s\n" "${BASH_SOURCE[0]}" "$LINENO" "$BASH_COMMAND"' ERR

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tests=$repository/editors/tests
# Everything that is installed, written or photographed: under target/, which git ignores.
place=${IRI_EDITORS_PLACE:-$repository/target/editors}

say() { printf '%s\n' "$*"; }

fail() { say "FAIL $*"; exit 1; }

# Tries a command that asks a registry up to three times: such commands were seen to hang.
patiently() {
  local try
  for try in 1 2 3; do
    timeout 300 "$@" && return 0
    say "attempt $try failed: $*" >&2
  done
  return 1
}

# Installs what is missing of some Debian packages.
need() {
  local package missing=()
  for package; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  [ "$(id -u)" = 0 ] || fail "these Debian packages are needed: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  patiently apt-get -qq update
  patiently apt-get -qq -y -o DPkg::Lock::Timeout=250 --no-install-recommends install "${missing[@]}" >/dev/null
}

# The server under test, $IRI_LSP or the one built from this copy: on the PATH, where editors look for it.
find_server() {
  if [ -z "${IRI_LSP:-}" ]; then
    cargo build --quiet --locked --package iri-lsp --manifest-path "$repository/Cargo.toml"
    IRI_LSP=${CARGO_TARGET_DIR:-$repository/target}/debug/iri-lsp
  fi
  export IRI_LSP
  mkdir -p "$place/bin"
  ln -sfn "$IRI_LSP" "$place/bin/iri-lsp"
  export PATH=$place/bin:$PATH
}

# Node.js writes the fixtures, and drives VS Code, for which it has to be 20 or later.
command -v node >/dev/null || need nodejs npm

# A fresh folder with the faulty document, or another marked one, and what must be found in it.
fresh() {
  local folder=$place/run/$1
  rm -rf "$folder"
  mkdir -p "$folder"
  node "$tests/fixture.js" "${2:-$tests/faults.marked}" "$folder"
  say "$folder"
}

# A place of its own for what a program keeps about its user.
settle() {
  export XDG_CONFIG_HOME=$1/config XDG_CACHE_HOME=$1/cache XDG_DATA_HOME=$1/data XDG_STATE_HOME=$1/state
  mkdir -p "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME"
}

# A terminal of its own, which no other session shares: screen COMMAND…
screen() { tmux -f /dev/null -L "iri-$$" "$@"; }

# Runs a program in it.
on_screen() {
  screen new-session -d -x 160 -y 40 "$@"
  trap 'screen kill-server 2>/dev/null || true' EXIT
}

keys() { screen send-keys "$@"; }

# Presses keys until the screen shows a text: press_until TEXT CLAIM KEY… The keys may be pressed several times.
press_until() {
  local text=$1 claim=$2
  shift 2
  for _ in $(seq 15); do
    keys "$@"
    for _ in $(seq 10); do
      if screen capture-pane -p 2>/dev/null | grep -qF -- "$text"; then say "ok   $claim"; return 0; fi
      sleep 0.1
    done
  done
  screen capture-pane -p 2>/dev/null | grep -v '^ *$' || true
  fail "$claim"
}

# Waits until the screen shows a text; fails with what it shows instead.
wait_for() {
  local claim=${2:-$1}
  for _ in $(seq 150); do
    if screen capture-pane -p 2>/dev/null | grep -qF -- "$1"; then say "ok   $claim"; return 0; fi
    sleep 0.1
  done
  screen capture-pane -p 2>/dev/null | grep -v '^ *$' || true
  fail "$claim"
}
