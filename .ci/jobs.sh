# The jobs of .ci/run: for each, what it needs, what it checks, and a function run_<name> with its commands.
# Two jobs run at a time, so each runs two processes of tap. They begin in this order: the long ones first, those that
# mostly wait beside those that compute.

# job NAME "SERVICES AND TOOLS" "DEBIAN PACKAGES" "WHAT IT CHECKS" [PREVIOUS JOB]
job postgres "postgres" "postgresql zsh fish zstd" "the tests with a database, on PostgreSQL"
run_postgres() {
  TEST_DATABASE_URL=$POSTGRES_URL npm run -s test:postgres -- --jobs=2 test/suites/*.ts test/suites/extended/*.ts
}

job operations "postgres go programs" \
  "postgresql prometheus nginx-light caddy age zstd buildah podman crun docker-compose systemd openssl curl procps" \
  "container, Compose, systemd, proxies, backups, metrics and webhooks with the real programs"
run_operations() {
  TEST_DATABASE_URL=$POSTGRES_URL npm run -s test:operations && npx tap --jobs=2 test/operations/{backup-*,webhooks}.test.ts
}

job test "" "zsh fish zstd" "npm test and npm run test:extended, on SQLite; every part of the contracts is proved"
run_test() {
  npm test -- --jobs=2 && npm run -s test:extended -- --jobs=2 && npm run -s proof
}

job slow "postgres runtimes" "postgresql curl procps" \
  "crash cycles, command line, packages, the SDK on Node 20 to 24, Bun and Deno, tap on 22 and 24; PostgreSQL too"
run_slow() {
  SDK_RUNTIMES=$SDK_RUNTIMES npm run -s test:slow -- --jobs=2 &&
    TEST_DATABASE_URL=$POSTGRES_URL npm run -s test:postgres -- --jobs=2 $(grep -l support/databases test/process/*.test.ts)
}

job faults "" "postgresql redis-server procps strace faketime gcc libc6-dev" "kills, full disks, frozen services under load"
run_faults() { npm run -s faults -- --minutes 3; }

job browser "" "chromium-headless-shell" "the pages, in Chromium"
run_browser() { npm run -s test:browser; }

job tools "go rust" \
  "python3-venv default-jdk-headless libjakarta-annotation-api-java libhttpmime-java gcc libc6-dev pkg-config libssl-dev
  ruby-typhoeus php-cli php-curl php-mbstring php-guzzlehttp-guzzle" \
  "31 tools that read OpenAPI, with the contracts, and an agent's client of /mcp"
run_tools() { npm run -s tools; }

job bench "postgres go" "postgresql wrk" "the benchmark measures what it claims to"
run_bench() {
  npm run -s bench -- --check && npm run -s bench -- --check --postgres "$POSTGRES_URL" &&
    npm run -s bench:pages -- --hosts 4 --pages 2
}

job fuzz "" "python3-venv" "Schemathesis against a server"
run_fuzz() { npm run -s fuzz -- --seed 5; }

job cluster "" "postgresql patroni etcd-server haproxy pgbouncer redis-server" \
  "two servers with HAProxy, Patroni, PgBouncer and Redis, under load: kills, a failover, restarts"
run_cluster() { npm run -s cluster -- --check; }

# Reads the responses that the tests recorded.
job breaks "go" "" "each check fails when something is broken on purpose" test
run_breaks() { npm run -s breaks; }

job lint "go" "" "code, types, contracts, generated files, breaking changes, releases of contracts"
run_lint() {
  npm run -s lint && npm run -s generate:check && npm run -s contract:diff && npm run -s contract:history
}

job raindrop "rust" "python3-venv gcc libc6-dev pkg-config libssl-dev" "real clients of Raindrop.io's API, with the collections contract"
run_raindrop() { npm run -s raindrop-clients; }

job workflows "" "" "the Arazzo workflows"
run_workflows() { npm run -s workflows; }

job redis "redis" "redis-server" "request counting in Redis"
run_redis() { TEST_REDIS_URL=$REDIS_URL npm run -s test:redis; }

job pooler "postgres" "postgresql pgbouncer" "each operation through PgBouncer in transaction mode"
run_pooler() { TEST_DATABASE_URL=$POSTGRES_URL npm run -s test:pooler; }

job smoke "" "curl" "npm start and the examples in the documents"
run_smoke() { npm run -s smoke; }
