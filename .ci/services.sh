# Installs what the full suite needs beside Node, and starts a private PostgreSQL and Redis. Sourced by .ci/run.

readonly PG_BIN=/usr/lib/postgresql/15/bin

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

install_packages() {
  local missing=() package
  for package in redis-server postgresql-15 chromium fonts-noto-cjk; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  if ((${#missing[@]})); then
    # In run level 1 the packages install without starting servers of their own.
    RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  "$root/.ci/pgvector.sh"
  [[ -x /usr/bin/chromium ]] || { echo 'There is no /usr/bin/chromium.' >&2; return 1; }
}

start_postgres() {
  local data=$work/postgres port
  port=$(free_port)
  install -d -o postgres -g postgres -m 700 "$data"
  as_postgres "$PG_BIN/initdb" -D "$data/db" -U heddle -A trust -E UTF8 --locale=C.UTF-8 >"$work/initdb.log"
  as_postgres "$PG_BIN/pg_ctl" -D "$data/db" -l "$data/log" -w -t 60 \
    -o "-c port=$port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$data -c max_connections=200" start \
    >/dev/null
  HEDDLE_TEST_DATABASE_URL=postgres://heddle@127.0.0.1:$port/postgres
  export HEDDLE_TEST_DATABASE_URL
}

as_postgres() { (cd / && exec runuser -u postgres -- "$@"); }

start_redis() {
  local port
  port=$(free_port)
  mkdir -p "$work/redis"
  redis-server --port "$port" --bind 127.0.0.1 --dir "$work/redis" --save '' --appendonly no \
    >"$work/redis/log" 2>&1 &
  redis_pid=$!
  until redis-cli -p "$port" ping >/dev/null 2>&1; do
    kill -0 "$redis_pid" || { cat "$work/redis/log" >&2; return 1; }
    sleep 0.1
  done
  HEDDLE_TEST_REDIS_URL=redis://127.0.0.1:$port
  export HEDDLE_TEST_REDIS_URL
}

stop_services() {
  [[ -n ${redis_pid:-} ]] && kill "$redis_pid" 2>/dev/null && wait "$redis_pid" 2>/dev/null
  [[ -f $work/postgres/db/postmaster.pid ]] &&
    as_postgres "$PG_BIN/pg_ctl" -D "$work/postgres/db" -m immediate stop >/dev/null 2>&1
  return 0
}
