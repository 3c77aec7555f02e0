# Functions for the tests of all clients, sourced by their scripts.

set -E
trap 'printf "FAIL %s, line %s: %s\n" "${BASH_SOURCE[0]}" "$LINENO" "$BASH_COMMAND"' ERR

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tests=$repository/editors/tests
# Directory of everything that the tests install and write: below target/, which git ignores.
output=${IRI_EDITORS_PLACE:-$repository/target/editors}

say() { printf '%s\n' "$*"; }

fail() { say "FAIL $*"; exit 1; }

# Runs a command that uses a package registry, up to three times: such commands sometimes hang.
patiently() {
  local try
  for try in 1 2 3; do
    timeout 300 "$@" && return 0
    say "attempt $try failed: $*" >&2
  done
  return 1
}

# Installs those of some Debian packages that are missing.
need() {
  local package missing=()
  for package; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  [ "$(id -u)" = 0 ] || fail "these Debian packages are required: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  patiently apt-get -qq update
  patiently apt-get -qq -y -o DPkg::Lock::Timeout=250 --no-install-recommends install "${missing[@]}" >/dev/null
}

# Puts the server under test on the PATH, where editors search it: $IRI_LSP, or the one built from this copy.
find_server() {
  if [ -z "${IRI_LSP:-}" ]; then
    cargo build --quiet --locked --package iri-lsp --manifest-path "$repository/Cargo.toml"
    IRI_LSP=${CARGO_TARGET_DIR:-$repository/target}/debug/iri-lsp
  fi
  export IRI_LSP
  mkdir -p "$output/bin"
  ln -sfn "$IRI_LSP" "$output/bin/iri-lsp"
  export PATH=$output/bin:$PATH
}

# Node.js writes the fixtures and controls VS Code, which requires version 20 or later.
command -v node >/dev/null || need nodejs npm

# Creates a new directory with the faulty document, or another marked one, and its expected findings.
fresh() {
  local folder=$output/run/$1
  rm -rf "$folder"
  mkdir -p "$folder"
  node "$tests/fixture.js" "${2:-$tests/faults.marked}" "$folder"
  say "$folder"
}

# Sets separate directories for the user data of a program.
use_user_directories() {
  export XDG_CONFIG_HOME=$1/config XDG_CACHE_HOME=$1/cache XDG_DATA_HOME=$1/data XDG_STATE_HOME=$1/state
  mkdir -p "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME"
}

# Runs a command of tmux in a separate terminal for this session: screen COMMAND…
screen() { tmux -f /dev/null -L "iri-$$" "$@"; }

# Runs a program in that terminal.
on_screen() {
  screen new-session -d -x 160 -y 40 "$@"
  trap 'screen kill-server 2>/dev/null || true' EXIT
}

keys() { screen send-keys "$@"; }

# Presses keys until the screen shows a text: press_until TEXT DESCRIPTION KEY… The keys may be pressed repeatedly.
press_until() {
  local text=$1 description=$2
  shift 2
  for _ in $(seq 15); do
    keys "$@"
    for _ in $(seq 10); do
      if screen capture-pane -p 2>/dev/null | grep -qF -- "$text"; then say "ok   $description"; return 0; fi
      sleep 0.1
    done
  done
  screen capture-pane -p 2>/dev/null | grep -v '^ *$' || true
  fail "$description"
}

# Waits until the screen shows a text: wait_for TEXT [DESCRIPTION]. If it fails, it prints the screen.
wait_for() {
  local description=${2:-$1}
  for _ in $(seq 150); do
    if screen capture-pane -p 2>/dev/null | grep -qF -- "$1"; then say "ok   $description"; return 0; fi
    sleep 0.1
  done
  screen capture-pane -p 2>/dev/null | grep -v '^ *$' || true
  fail "$description"
}
