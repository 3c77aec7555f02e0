# Each recipe is also a plain command; `just` only saves typing.

# What .ci/run runs first.
test:
    cargo test --workspace

lint:
    cargo clippy --workspace --all-targets -- -D warnings
    cargo fmt --all --check

# Rewrites generated text: rule pages, key table, command-line help, screens.
update:
    UPDATE_EXPECT=1 INSTA_UPDATE=always cargo test --workspace

# Our speed beside the peers', in one run.
bench:
    cargo bench -p iri-core

# The book, where mdbook is installed; its pages also read well as they are.
book:
    mdbook build docs
