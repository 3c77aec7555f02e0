#!/usr/bin/env bash
# prefix.sh SUITES FOLDER PROGRAM PACKAGE…: installs packages of newer Debian suites with all their libraries in a
# directory.
#
#   prefix.sh trixie  target/x  usr/bin/nvim  neovim      target/x/run then starts that program
#
# The packages of the system do not change. The program runs with the loader and the libraries of its suite. It is
# patched to find them without a wrapper, because Neovim starts a second process of itself for its screen.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

suites=$1 folder=$2 program=$3
shift 3
# The program contains the absolute path of its libraries, so a directory that was moved is installed again.
if [ -x "$folder/run" ] && grep -qF "$(readlink -f "$folder")/tree/" "$folder/run"; then exit 0; fi
need patchelf
rm -rf "$folder"
mkdir -p "$folder"/apt/{lists/partial,cache/archives/partial} "$folder/tree"
folder=$(readlink -f "$folder")
tree=$folder/tree

mirror=$(apt-get indextargets --format '$(SITE)' | awk '!/security/ && !seen++')
keys=/usr/share/keyrings/debian-archive-keyring.gpg
for suite in ${suites//,/ }; do
  echo "deb [signed-by=$keys] $mirror $suite main"
done > "$folder/apt/sources.list"
: > "$folder/apt/status"
options=(
  -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o Dir::State::Lists="$folder/apt/lists" -o Dir::State::status="$folder/apt/status"
  -o Dir::Cache="$folder/apt/cache" -o APT::Default-Release="${suites%%,*}"
  -o APT::Install-Recommends=false -o APT::Sandbox::User=root
  -o Acquire::Languages=none -o Debug::NoLocking=1
)
patiently apt-get "${options[@]}" -qq update
patiently apt-get "${options[@]}" -qq -y --download-only install "$@" >/dev/null
for package in "$folder"/apt/cache/archives/*.deb; do dpkg-deb -x "$package" "$tree"; done
rm -rf "$folder/apt"

libraries=$tree/usr/lib/x86_64-linux-gnu:$tree/lib/x86_64-linux-gnu
loader=$tree/usr/lib64/ld-linux-x86-64.so.2
[ -e "$loader" ] || loader=$tree/lib64/ld-linux-x86-64.so.2
binary=$(readlink -f "$tree/$program")
patchelf --set-interpreter "$(readlink -f "$loader")" --force-rpath --set-rpath "$libraries" "$binary"

cat > "$folder/run" <<RUN
#!/bin/sh
export VIMRUNTIME="\${VIMRUNTIME:-$tree/usr/share/nvim/runtime}"
export LUA_PATH="$tree/usr/share/lua/5.1/?.lua;$tree/usr/share/lua/5.1/?/init.lua;;"
export LUA_CPATH="$tree/usr/lib/x86_64-linux-gnu/lua/5.1/?.so;;"
exec "$binary" "\$@"
RUN
chmod +x "$folder/run"
