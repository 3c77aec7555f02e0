# Package of nixpkgs:
#
#   nix-build -E 'with import <nixpkgs> {}; callPackage ./.ci/packages/package.nix {}'
{ lib, rustPlatform, installShellFiles }:

rustPlatform.buildRustPackage {
  pname = "iri-inspect";
  version = (lib.importTOML ../../Cargo.toml).workspace.package.version;
  src = lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;
  cargoBuildFlags = [ "--package" "iri-inspect" "--package" "iri-lsp" ];
  # The tests need a terminal, git and strace.
  doCheck = false;
  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    mkdir man
    $out/bin/iri-inspect man > man/iri-inspect.1
    for command in check compare completions convert explain init list man schema show tour; do
      $out/bin/iri-inspect man "$command" > "man/iri-inspect-$command.1"
    done
    $out/bin/iri-lsp --man > man/iri-lsp.1
    installManPage man/*.1
    for shell in bash fish zsh; do $out/bin/iri-inspect completions "$shell" > "iri-inspect.$shell"; done
    installShellCompletion iri-inspect.bash iri-inspect.fish iri-inspect.zsh
  '';
  meta = {
    description = "Check, fix and inspect the IRIs, URIs and LEIRIs in XML files and on the command line";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "iri-inspect";
  };
}
