#!/usr/bin/env bash
# serve.sh CODE-SERVER FOLDER PORT VSIX [trust]: serves the workbench with one extension, only on this machine, until the
# process is killed. With `trust`, the workbench asks whether its folder is trusted. All its data is stored in FOLDER.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

server=$1 folder=$2 port=$3 vsix=$4
use_user_directories "$folder"
mkdir -p "$folder/user/User" "$folder/tmp"
cp "$tests/vscode/settings.json" "$folder/user/User/settings.json"
# Neither the PATH nor the home directory contains iri-lsp, so that the server in the extension is tested.
export TMPDIR=$folder/tmp HOME=$folder PATH=${PATH//"$output/bin:"/}
# Turns off the marketplace.
export EXTENSIONS_GALLERY='{"serviceUrl":"","itemUrl":"","resourceUrlTemplate":""}'
code=("$server/node-bin" "$server/node_modules/code-server/out/node/entry.js"
  --user-data-dir "$folder/user" --extensions-dir "$folder/extensions")
timeout 120 "${code[@]}" --install-extension "$vsix" >/dev/null
trust=(--disable-workspace-trust)
[ "${5:-}" != trust ] || trust=()
exec "${code[@]}" "${trust[@]}" --bind-addr "127.0.0.1:$port" --auth none --disable-telemetry --disable-update-check \
  --disable-getting-started-override "$folder/work"
