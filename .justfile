# Each recipe is also a plain command; `just` only saves typing.

# Runs the tests, as the first step of .ci/run.
test:
    cargo test --workspace

lint:
    cargo clippy --workspace --all-targets -- -D warnings
    cargo fmt --all --check

# Writes generated text: rule pages, key table, command-line help, screens.
update:
    UPDATE_EXPECT=1 INSTA_UPDATE=always cargo test --workspace

# Measures the speed of this library and of its peers.
bench:
    cargo bench -p iri-core

# Builds the book with the page that inspects a reference, if mdbook is installed.
book:
    core/wasm/page/build docs/try/index.html
    mdbook build docs
