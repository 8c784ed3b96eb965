#!/bin/sh
# Makes the secrets of compose.scale.yaml in the folder `secrets` beside this file. What exists is left as it is.
# Keep a copy of secrets/secret-key in a place of its own: what Tripod has sealed is lost without it.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

# Written aside and then renamed, so that a file that exists is whole.
keep() {
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1.new" && mv "$1.new" "$1"; fi
}

random() { od -An -v -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

random 32 | keep secret-key
random 24 | keep postgres-password
random 24 | keep redis-password
printf 'postgres://tripod:%s@postgres/tripod\n' "$(cat postgres-password)" | keep database-url
printf 'redis://:%s@redis\n' "$(cat redis-password)" | keep redis-url
printf 'requirepass %s\nsave ""\nappendonly no\n' "$(cat redis-password)" | keep redis-conf

# Containers read them as other accounts. The folder keeps the accounts of this machine out.
chmod 644 ./*
chmod 700 .
