#!/usr/bin/env bash
# Signs calls to Specie, places an order, and follows a mint to settlement. It needs bash 4.4, curl, openssl and jq.
#
#   ./specie.sh sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
#   ./specie.sh                                             balance, order, mint
#
# SPECIE_URL      the service, for example http://127.0.0.1:8080
# SPECIE_KEY      a file with your private key in PEM
# SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
set -euo pipefail
shopt -s inherit_errexit

# ---- Signing ----------------------------------------------------------------------------------

# Canonical JSON: keys sorted at every depth, no white space. No fields at all: nothing.
canonical() { jq -jcS 'if . == {} then empty else . end'; }

# The path as requested, the canonical body and the nonce, with nothing between them.
signing_string() { printf '%s' "$1" "$2" "$3"; }

# FIELD=VALUE… as a JSON object of strings.
object() { jq -n '$ARGS.positional | map(index("=") as $at | {key: .[:$at], value: .[$at + 1:]}) | from_entries' --args "$@"; }

sign() { openssl dgst -sha256 -sign "$SPECIE_KEY" | openssl base64 -A | tr -d = | tr /+ _-; }

public_key() { openssl pkey -in "$SPECIE_KEY" -pubout -outform DER | openssl base64 -A; }

# ---- Calls ------------------------------------------------------------------------------------

# call NAME [FIELD=VALUE…]: a signed call; prints the answer. A 429 was not carried out, so it is sent again.
call() {
  local path=/api/v1/private/$1 data=() body field nonce answer wait
  shift
  for field; do data+=(--data-urlencode "$field"); done
  body=$(object "$@" | canonical)
  while :; do
    # A key has one call a second, from when the service admits it. To wait before every call is simplest; it also makes whole
    # seconds a nonce that rises with each call.
    sleep 1
    nonce=$(date +%s)000
    answer=$(curl --silent --show-error --request POST "$SPECIE_URL$path" "${data[@]}" \
      --user-agent acme-treasury/1.0 \
      --header "x-app-public-key: $(public_key)" \
      --header "x-app-nonce: $nonce" \
      --header "x-app-signed-data: $(signing_string "$path" "$body" "$nonce" | sign)")
    wait=$(jq -r 'select(.code == "rate_limited") | .details.retry_after_ms / 1000' <<<"$answer")
    [ -n "$wait" ] || break
    sleep "$wait"
  done
  checked "$answer"
}

# sandbox NAME JSON
sandbox() {
  checked "$(curl --silent --show-error "$SPECIE_URL/sandbox/v1/$1" \
    --user-agent acme-treasury/1.0 --header 'content-type: application/json' --data "$2")"
}

# Prints an answer. An error goes to stderr and ends the script; its message also says what to do next.
checked() {
  jq -e 'has("code") | not' <<<"$1" >/dev/null || {
    jq -r '"\(.code): \(.message)\n  details \(.details | tojson)\n  trace \(.traceid)"' <<<"$1" >&2
    return 1
  }
  printf '%s\n' "$1"
}

# ---- Balance, order, mint ---------------------------------------------------------------------

main() {
  local institution answer mint requestid status
  if [ -n "${SPECIE_SANDBOX:-}" ]; then
    institution=$(call keyInfo | jq -r .institutionid)
    sandbox wires '{"institutionid": "'"$institution"'", "currency": "CHF", "amount": "300000"}' >/dev/null
    sandbox clock/advance '{"seconds": 1800}' >/dev/null
  fi

  call accountBalance | jq -r '.balances[] | "balance \(.available) \(.asset), \(.pending) pending"'

  # Your own id makes it safe to repeat: the same order with the same id is filled once.
  answer=$(call addOrder timestamp="$(date -u +%Y-%m-%dT%H:%M:%SZ)" clordid="order-$(openssl rand -hex 16)" \
    symbol=VCHF/CHF side=Buy ordtype=Limit timeinforce=FOK orderqty=1000 price=1.01)
  jq -r '.error as $error | .order | if $error.code then "order \(.ordstatus): \($error.code): \($error.message)"
    else "order \(.ordstatus): \(.bought) \(.bought_currency) for \(.sold) \(.sold_currency)" end' <<<"$answer"

  mint=$(call mintTokens asset=VCHF blockchain=ETH quantity=250000 clreqid="mint-$(openssl rand -hex 16)")
  requestid=$(jq -r .requestid <<<"$mint")
  while status=$(jq -r .status <<<"$mint") && [[ $status == pending || $status == held ]]; do
    echo "mint $status"
    [ -z "${SPECIE_SANDBOX:-}" ] || sandbox clock/advance '{"seconds": 3600}' >/dev/null
    mint=$(call querySupplyChanges requestid="$requestid" | jq '.supplychanges[0]')
  done
  echo "mint $status $(jq -r .txid <<<"$mint")"
  [ "$status" = settled ]
}

# ---- Test vectors -----------------------------------------------------------------------------

# Whether each signature of the file fits what this script would sign: exactly the valid ones must.
check_vectors() {
  local file=$1 total wrong=0 i
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  jq -r .privateKeyPkcs8Pem "$file" | openssl pkey -pubout -out "$folder/public.pem"
  total=$(jq '.vectors | length' "$file")
  for ((i = 0; i < total; i++)); do
    jq ".vectors[$i]" "$file" >"$folder/vector.json"
    [ "$(fits "$folder")" = "$(jq .valid "$folder/vector.json")" ] && continue
    echo "wrong: $(jq -r .name "$folder/vector.json")"
    wrong=$((wrong + 1))
  done
  echo "$((total - wrong)) of $total vectors"
  [ $wrong = 0 ]
}

fits() {
  local body path nonce text
  body=$(fields_of "$1/vector.json" | canonical)
  path=$(jq -r .path "$1/vector.json")
  nonce=$(jq -r .nonce "$1/vector.json")
  jq -r '.signatureDerBase64url | gsub("-"; "+") | gsub("_"; "/") | . + "==="[: (4 - length % 4) % 4]' "$1/vector.json" |
    openssl base64 -d -A >"$1/signature"
  # Nothing may also be signed as an empty object.
  for text in "$body" "${body:-{\}}"; do
    signing_string "$path" "$text" "$nonce" |
      openssl dgst -sha256 -verify "$1/public.pem" -signature "$1/signature" >/dev/null 2>&1 && echo true && return
  done
  echo false
}

# The body of a vector as JSON; a form becomes an object of strings.
fields_of() {
  if [ "$(jq -r .contentType "$1")" = application/json ]; then
    jq -r .body "$1"
    return
  fi
  local pairs i
  IFS='&' read -ra pairs < <(jq -r '.body | gsub("\\+"; " ") | gsub("%"; "\\x")' "$1")
  for i in "${!pairs[@]}"; do pairs[i]=$(printf '%b' "${pairs[i]}"); done
  object "${pairs[@]}"
}

if [ "${1:-}" = sign ]; then check_vectors "$2"; else main; fi
