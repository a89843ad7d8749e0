// The first signed call, step by step. test/src/reference.test.ts runs every sample against a live service. Only widely
// available tools are used: no GNU-only flag, no jq.

export const keyPair =
  '(umask 077 && openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out specie-key.pem)'

export const registerInSandbox = `
public_key=$(openssl pkey -in specie-key.pem -pubout -outform DER | openssl base64 -A)

curl --silent --show-error "$SPECIE_URL/sandbox/v1/institutions" \\
  --header "Content-Type: application/json" \\
  --data "{\\"name\\":\\"Acme Treasury AG\\",\\"publickey\\":\\"$public_key\\"}"
`.trim()

export const curl = `
path=/api/v1/private/accountBalance
nonce=$(date +%s)000   # milliseconds; whole seconds do at one call per second

# No fields, so nothing stands between path and nonce.
signature=$(printf %s "$path$nonce" |
  openssl dgst -sha256 -sign specie-key.pem | openssl base64 -A | tr -d = | tr /+ _-)
public_key=$(openssl pkey -in specie-key.pem -pubout -outform DER | openssl base64 -A)

curl --silent --show-error "$SPECIE_URL$path" \\
  --header "User-Agent: acme-treasury/1.0" \\
  --header "x-app-public-key: $public_key" \\
  --header "x-app-nonce: $nonce" \\
  --header "x-app-signed-data: $signature" \\
  --data ""
`.trim()

export const node = `
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const privateKey = createPrivateKey(readFileSync('specie-key.pem'))
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

// Form fields are strings, one level deep: sorting their names is all that canonical JSON asks for here.
function canonical(fields) {
  const members = Object.keys(fields).sort().map((name) => JSON.stringify(name) + ':' + JSON.stringify(fields[name]))
  return members.length === 0 ? '' : '{' + members.join(',') + '}'
}

async function call(name, fields = {}) {
  const path = '/api/v1/private/' + name
  const nonce = String(Date.now())
  const signature = sign('sha256', Buffer.from(path + canonical(fields) + nonce), privateKey)
  const response = await fetch(process.env.SPECIE_URL + path, {
    method: 'POST',
    headers: {
      'user-agent': 'acme-treasury/1.0',
      'x-app-public-key': publicKey,
      'x-app-nonce': nonce,
      'x-app-signed-data': signature.toString('base64url'),
    },
    body: new URLSearchParams(fields),
  })
  return response.json()
}

console.log(JSON.stringify(await call('accountBalance'), null, 2))
`.trim()

export const python = `
import base64, json, os, time, urllib.error, urllib.parse, urllib.request
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

with open("specie-key.pem", "rb") as file:
    private_key = serialization.load_pem_private_key(file.read(), password=None)
public_key = base64.b64encode(private_key.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)).decode()


def call(name, fields={}):
    path = "/api/v1/private/" + name
    body = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False) if fields else ""
    nonce = str(time.time_ns() // 1_000_000)
    signature = private_key.sign((path + body + nonce).encode(), ec.ECDSA(hashes.SHA256()))
    request = urllib.request.Request(
        os.environ["SPECIE_URL"] + path,
        data=urllib.parse.urlencode(fields).encode(),
        headers={
            "User-Agent": "acme-treasury/1.0",
            "x-app-public-key": public_key,
            "x-app-nonce": nonce,
            "x-app-signed-data": base64.urlsafe_b64encode(signature).decode(),
        },
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


print(json.dumps(call("accountBalance"), indent=2))
`.trim()
