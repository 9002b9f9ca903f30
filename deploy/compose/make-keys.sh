#!/usr/bin/env bash
# Makes the keys that compose.yaml mounts, and the password of PostgreSQL. Keeps those that are there.
set -euo pipefail
cd "$(dirname "$0")"
umask 077
mkdir -p keys
# The containers read the files as a user without a name here.
make_key() { [ -e "keys/$1" ] || { openssl rand -base64 "$2" | tr -d '\n' >"keys/$1"; chmod 444 "keys/$1"; }; }
chmod 711 keys
make_key master.key 32
make_key faces-secret 48
make_key duplicates-secret 48
make_key s3-secret-access-key 30
[ -e keys/s3.json ] || {
  printf '{"identities":[{"name":"confere","credentials":[{"accessKey":"confere","secretKey":"%s"}],"actions":["Admin","Read","Write","List"]}]}' \
    "$(cat keys/s3-secret-access-key)" >keys/s3.json
  chmod 444 keys/s3.json
}
[ -e .env ] || printf 'POSTGRES_PASSWORD=%s\n' "$(openssl rand -hex 24)" >.env
echo 'keys are in deploy/compose/keys and deploy/compose/.env; keep a copy of keys/master.key elsewhere'
