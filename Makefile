# The two commands of the README, and what they are made of.

CARGO ?= cargo
# Queries are checked against the files in .sqlx; only `make queries` asks a database.
export SQLX_OFFLINE = true
# What `make system` builds and tries: dev is the sooner built, release the sooner run.
PROFILE ?= dev
BINARIES = $(CURDIR)/target/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))

.PHONY: up languages test unit system test-vm fuzz chaos build queries lint

up: ## install what is missing, build, start everything, print the address
	@./setup run
	@$(CARGO) build --release -p judge -p sandbox
	@exec target/release/judge up

languages: ## install the toolchains of all languages that the judge knows: 600 MB to fetch, 3 GB on disk
	@./setup languages

test: unit system ## install what is missing, run every test

unit:
	@./setup test
	@tests/with-cluster $(CARGO) test --workspace --quiet --no-fail-fast

system:
	@./setup test
	@$(CARGO) build --quiet --profile $(PROFILE) -p judge -p sandbox
	@JUDGE=$(BINARIES)/judge tests/with-cluster tests/run

test-vm: ## the sandbox's tests on control groups v2, in an emulated machine
	@./setup vm
	@tests/vm/run

SECONDS ?= 10
fuzz: ## every reader under libFuzzer, SECONDS each; tests try the same targets on mutants without it
	@fuzz/run $(SECONDS)

build:
	@$(CARGO) build --release -p judge -p sandbox

queries: ## write .sqlx anew, after a change of SQL or of migrations
	@./setup run
	@tests/with-cluster tests/queries write

chaos: ## workers and Postgres die, freeze and are cut off while 2,000 submissions are judged: an hour
	@./setup test
	@$(CARGO) build --quiet --profile $(PROFILE) -p judge -p sandbox
	@JUDGE=$(BINARIES)/judge STORM=2000 DEADLINE=7200 tests/with-cluster tests/run storm.test.mjs

lint: ## what CI asks before it tests
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	@./setup test
	@cd web && npm run --silent check
	@tests/with-cluster tests/queries check
