# Package of nixpkgs:
#
#   nix-build -E 'with import <nixpkgs> {}; callPackage ./.ci/packages/package.nix {}'
{ lib, rustPlatform, installShellFiles }:

rustPlatform.buildRustPackage {
  pname = "iri-inspect";
  version = (lib.importTOML ../../Cargo.toml).workspace.package.version;
  # What the build reads, and no `target`.
  src = lib.fileset.toSource {
    root = ../..;
    fileset = lib.fileset.unions [ ../../.ci ../../Cargo.toml ../../Cargo.lock ../../core ../../lsp ../../tui ];
  };
  cargoLock.lockFile = ../../Cargo.lock;
  cargoBuildFlags = [ "--package" "iri-inspect" "--package" "iri-lsp" ];
  # The tests need a terminal, git and strace.
  doCheck = false;
  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    bash .ci/generated $out/bin generated
    installManPage generated/man/*.1
    for shell in bash fish zsh; do installShellCompletion --name iri-inspect --$shell generated/completions/$shell; done
  '';
  meta = {
    description = "Check, fix and inspect the IRIs, URIs and LEIRIs in XML files and on the command line";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "iri-inspect";
  };
}
