# Formula of Homebrew. `.ci/formula SHA256SUMS` writes it with the values of a release.
class IriInspect < Formula
  desc "Check, fix and inspect references (URIs, IRIs, LEIRIs) in XML files"
  homepage "@REPOSITORY@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/iri-inspect-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/iri-inspect-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/iri-inspect-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/iri-inspect-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "iri-inspect", "iri-lsp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/bash" => "iri-inspect"
    fish_completion.install "completions/fish" => "iri-inspect.fish"
    zsh_completion.install "completions/zsh" => "_iri-inspect"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/iri-inspect --version")
    assert_match version.to_s, shell_output("#{bin}/iri-lsp --version")
  end
end
