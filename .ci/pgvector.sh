#!/usr/bin/env bash
# Builds pgvector for Debian 12's PostgreSQL 15, for which Debian has no package: Debian 13's source package, fetched
# from whatever mirror this machine already uses. Needs root. Does nothing when the extension is there.
set -euo pipefail

readonly PG=15
readonly SUITE=trixie

[[ -f /usr/share/postgresql/$PG/extension/vector.control ]] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists/partial,cache/archives/partial,parts}

# Where this machine gets Debian itself from.
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
  awk '$1 == "bookworm" && $2 == "main" { print $3; exit }')
[[ -n $mirror ]] || { echo 'No Debian 12 mirror in the settings of apt.' >&2; exit 1; }

printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$mirror" "$SUITE" \
  >"$work/sources.list"
settings=(
  -o APT::Sandbox::User=root
  -o "Dir::Etc::sourcelist=$work/sources.list"
  -o "Dir::Etc::sourceparts=$work/parts"
  -o "Dir::State::lists=$work/lists"
  -o "Dir::Cache=$work/cache"
)

apt-get install -y -qq --no-install-recommends "postgresql-server-dev-$PG" dpkg-dev gcc make >/dev/null
apt-get "${settings[@]}" update -qq
cd "$work"
apt-get "${settings[@]}" source -qq --download-only pgvector
mkdir source
tar -xf pgvector_*.orig.tar.* -C source --strip-components=1
# OPTFLAGS is emptied so that the library runs on other processors than the one that built it.
make -C source -s -j"$(nproc)" OPTFLAGS= with_llvm=no "PG_CONFIG=/usr/lib/postgresql/$PG/bin/pg_config" >make.log 2>&1 ||
  { cat make.log >&2; exit 1; }
make -C source -s install with_llvm=no "PG_CONFIG=/usr/lib/postgresql/$PG/bin/pg_config" >make.log 2>&1 ||
  { cat make.log >&2; exit 1; }
echo "pgvector is installed for PostgreSQL $PG."
