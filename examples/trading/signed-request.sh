#!/bin/sh
# Signs a request to the trading platform and sends it, with openssl and curl and nothing else.
#
#   export BASE_URL=http://127.0.0.1:8080 KEY=... SECRET=...
#   ./signed-request.sh user/api-keys/list
#   ./signed-request.sh support/add-ticket 'name=Ada Lovelace' email=ada@example.com \
#     'subject=A question' 'message=Where do I find my invoices?'
#
# The first argument is the path below /api/v2, the others are parameters. Without parameters it sends GET, otherwise
# POST with a form. Ends with a status other than 0 when the platform refuses.
# The secret is an argument of openssl: who may list your processes may see it for a moment.
set -eu

: "${BASE_URL:?say where the platform is}" "${KEY:?say which API key}" "${SECRET:?say the secret of the key}"
[ $# -ge 1 ] || { echo "usage: $0 PATH [NAME=VALUE]..." >&2; exit 2; }

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# Every byte as %xx: more than need be, and never wrong.
encode() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

base=${BASE_URL%/}
url="$base/api/v2/${1#/}"
shift

body=
for parameter in "$@"; do
  body="$body${body:+&}$(encode "${parameter%%=*}")=$(encode "${parameter#*=}")"
done

# What the server sees of the address: everything behind the host, with the query.
path="/$(printf '%s' "$url" | sed 's|^[a-z]*://[^/]*/||')"
seconds=$(date +%s)
# The time since 1970 as a whole number of nanoseconds. Where date has none, chance keeps two requests of a second apart.
nonce=$(date +%s%N)
case $nonce in *[!0-9]*) nonce=$seconds$(od -An -N4 -tu4 /dev/urandom | awk '{ printf "%09d", $1 % 1000000000 }') ;; esac
body_sha256=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)

# Only the nonce is needed. The others keep the signature from being used for another request.
header='{"typ":"JWT","alg":"HS256"}'
payload=$(printf '{"nonce":%s,"path":"%s","body_sha256":"%s","exp":%s}' \
  "$nonce" "$path" "$body_sha256" "$((seconds + 60))")

signed="$(printf '%s' "$header" | base64url).$(printf '%s' "$payload" | base64url)"
signature=$(printf '%s' "$signed" | openssl dgst -sha256 -hmac "$SECRET" -binary | base64url)

set -- --silent --show-error --globoff --fail-with-body --header "Key: $KEY" --header "Authorization: $signed.$signature"
[ -z "$body" ] || set -- "$@" --data-raw "$body"
curl "$@" "$url"
echo
