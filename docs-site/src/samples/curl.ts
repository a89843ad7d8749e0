import type { Json } from '@specie/protocol/encoding/json.ts'
import { signedBodies } from '@specie/protocol/signing/signing.ts'
import type { Example } from '../examples/examples.ts'

/** A shell with curl and openssl only. */
export function curl(example: Example): string {
  const { method, path, fields, signed } = example.request
  if (signed) return signedCall(example)
  const target = `curl --silent --show-error "$SPECIE_URL${path}"`
  if (method === 'GET') return target
  return lines([target, '--header "Content-Type: application/json"', `--data ${quoted(JSON.stringify(fields))}`])
}

function signedCall({ request: { path, fields, body } }: Example): string {
  const [canonical] = signedBodies(fields)
  const content =
    body === 'json'
      ? ['--header "Content-Type: application/json"', '--data "$body"']
      : Object.keys(fields).length === 0
        ? ['--data ""']
        : Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${text(value)}`)}`)
  return `path=${path}
# The fields as canonical JSON, which is the signed text.
body=${quoted(canonical)}
nonce=$(date +%s)000   # milliseconds; whole seconds do at one call per second

signature=$(printf %s "$path$body$nonce" |
  openssl dgst -sha256 -sign specie-key.pem | openssl base64 -A | tr -d = | tr /+ _-)
public_key=$(openssl pkey -in specie-key.pem -pubout -outform DER | openssl base64 -A)

${lines([
  'curl --silent --show-error "$SPECIE_URL$path"',
  '--header "User-Agent: acme-treasury/1.0"',
  '--header "x-app-public-key: $public_key"',
  '--header "x-app-nonce: $nonce"',
  '--header "x-app-signed-data: $signature"',
  ...content,
])}`
}

const lines = (parts: readonly string[]): string => parts.join(' \\\n  ')
const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`
const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
