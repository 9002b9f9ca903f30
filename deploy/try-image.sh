#!/usr/bin/env bash
# Builds the image and tries it, on a machine without a container engine: buildah builds it on a base that debootstrap
# makes. Needs root, buildah, debootstrap and an archive of Debian. Prints why it cannot, and ends with status 75 then.
#   deploy/try-image.sh [FOLDER]   FOLDER keeps the base for the next run
# TRY_AFTER in the environment: builds at once, and tries the image when there is a file of this name.
set -euo pipefail
cd "$(dirname "$0")/.."

unavailable() { echo "the image cannot be tried here: $*"; exit 75; }
[ "$(id -u)" = 0 ] || unavailable 'it needs root'
for tool in buildah debootstrap unshare; do
  command -v "$tool" >/dev/null || unavailable "$tool is missing"
done

unshare --mount bash -c 'd=$(mktemp -d) && mount --bind "$d" "$d" && mount -o remount,bind,ro "$d"; s=$?; umount "$d"; rmdir "$d"; exit $s' \
  2>/dev/null || unavailable 'nothing may be mounted here'

work=$(mktemp -d)
base_folder=${1:-$work/base}
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
store=(--root "$work/store" --runroot "$work/run")
finish() {
  umount --lazy "$work/root" 2>/dev/null || true
  buildah "${store[@]}" rm --all >/dev/null 2>&1 || true
  buildah "${store[@]}" rmi --all --force >/dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT

if [ ! -e "$base_folder/bin/sh" ]; then
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$base_folder" \
    >"$work/debootstrap.log" 2>&1 || { tail -3 "$work/debootstrap.log"; unavailable 'debootstrap made no base'; }
fi
# What the published base has and Debian's has not: Node.js 24 and npm.
install -D node_modules/node/bin/node "$base_folder/usr/local/bin/node"
if [ ! -e "$base_folder/usr/local/lib/node_modules/npm" ]; then
  mkdir -p "$base_folder/usr/local/lib/node_modules"
  cp -rL "$(npm root --global 2>/dev/null)/npm" "$base_folder/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$base_folder/usr/local/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$base_folder/usr/local/bin/npx"
fi
cp -L /etc/resolv.conf "$base_folder/etc/resolv.conf"
# Registries may be behind an authority that only this machine knows.
cp -L /etc/ssl/certs/ca-certificates.crt "$base_folder/etc/ssl/certs/ca-certificates.crt"
container=$(buildah "${store[@]}" from scratch)
buildah "${store[@]}" add --quiet "$container" "$base_folder" / >/dev/null
buildah "${store[@]}" config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah "${store[@]}" commit --quiet "$container" base >/dev/null
buildah "${store[@]}" rm "$container" >/dev/null
probe=$(buildah "${store[@]}" from localhost/base)
buildah "${store[@]}" run "$probe" -- true >/dev/null 2>&1 || unavailable 'buildah runs nothing here'
buildah "${store[@]}" rm "$probe" >/dev/null

echo '== build'
buildah "${store[@]}" build --quiet --format docker --network host --build-arg BASE=localhost/base \
  --ignorefile deploy/Containerfile.dockerignore --file deploy/Containerfile --tag confere . >/dev/null
container=$(buildah "${store[@]}" from localhost/confere)
root=$(buildah "${store[@]}" mount "$container")
echo "size: $(du -sm "$root" | cut -f1) MB, without its base $(du -sm "$root/opt/confere" | cut -f1) MB"

until [ -z "${TRY_AFTER:-}" ] || [ -e "$TRY_AFTER" ]; do sleep 1; done

echo '== what the image says of itself'
described=$(buildah "${store[@]}" inspect --type image localhost/confere)
grep -q '"User": "10001:10001"' <<<"$described"
grep -q '"StopSignal": "SIGTERM"' <<<"$described"
for tool in npm npx gcc make python3; do
  [ -z "$(find "$root/usr/bin" "$root/usr/local/bin" -name "$tool" -print -quit)" ] || { echo "$tool is in the image"; exit 1; }
done
[ -d "$root/opt/confere/packages/networks/dist" ] && [ -d "$root/opt/confere/console/dist" ] \
  && [ -d "$root/opt/confere/packages/capture/dist" ]

# As an orchestrator runs it: the root read-only, no new privileges, an unprivileged user, one folder to write to.
mkdir -p "$work/root" "$work/data" "$work/tmp"
chown 10001:10001 "$work/data"
chmod 1777 "$work/tmp"
inside=(unshare --mount bash -c '
    set -e
    root=$1 work=$2; shift 2
    mount --bind "$root" "$work/root"
    mount -o remount,bind,ro "$work/root"
    mount --bind "$work/data" "$work/root/var/lib/confere"
    mount --bind "$work/tmp" "$work/root/tmp"
    mount --rbind /dev "$work/root/dev"
    mount -t proc proc "$work/root/proc" 2>/dev/null || mount --rbind /proc "$work/root/proc"
    cd /
    exec setpriv --no-new-privs chroot --userspec=10001:10001 "$work/root" \
      env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp NODE_ENV=production DATA_DIR=/var/lib/confere "$@"
  ' inside "$root" "$work")

echo '== the bundled program is the one that runs'
"${inside[@]}" node --input-type=module --eval "
  import { findPreparedProgram } from '/opt/confere/src/cli/prepared-program.ts';
  process.exit(findPreparedProgram() === undefined ? 1 : 0)"

echo '== the demo, with a read-only root'
"${inside[@]}" node /opt/confere/src/main.ts demo --out /tmp/demo.html
[ -s "$work/tmp/demo.html" ]

echo '== the service: health, readiness, the stop signal'
port=$(node_modules/node/bin/node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
"${inside[@]}" LISTEN="127.0.0.1:$port" node /opt/confere/src/main.ts serve >"$work/out" 2>"$work/err" &
service=$!
for _ in $(seq 240); do
  curl --silent --fail --max-time 2 "http://127.0.0.1:$port/readyz" >/dev/null && break
  kill -0 "$service" || { tail -5 "$work/err"; exit 1; }
  sleep 0.5
done
curl --silent --fail "http://127.0.0.1:$port/readyz" >/dev/null
"${inside[@]}" LISTEN="127.0.0.1:$port" node /opt/confere/deploy/check-health.mjs
kill -TERM "$service"
wait "$service"
if "${inside[@]}" LISTEN="127.0.0.1:$port" node /opt/confere/deploy/check-health.mjs; then
  echo 'the health check does not notice that nothing answers'
  exit 1
fi
echo 'the image works'
