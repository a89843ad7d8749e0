import { basePath } from '../endpoints/endpoint.ts'
import { parseForm } from '../encoding/form.ts'
import { signedBodies, signingString } from '../signing/signing.ts'

// The introduction for integrators. The worked examples are computed, so that they always match the code.

const nonce = '1763121600004'
const form = 'timestamp=2026-11-14T12%3A00%3A00Z&clordid=ord-1&symbol=VCHF%2FCHF&side=Buy'
const withFields = signingString(`${basePath}/private/addOrder`, signedBodies(parseForm(form))[0], nonce)
const withoutFields = signingString(`${basePath}/private/accountBalance`, signedBodies({})[0], nonce)

/** CommonMark. */
export const overview = `
Issue and redeem stablecoins, move fiat to coin and back, trade fill-or-kill.

Every path is relative to a base address that ends in \`${basePath}\`. Amounts are decimal strings, times are ISO 8601 in UTC. Every request carries a \`User-Agent\`. The service pushes no messages, so poll for results.

## Signing

Calls under \`/client\` are public. Calls under \`/private\` are POST and carry three headers:

| Header | Content |
|---|---|
| \`x-app-public-key\` | your registered public key |
| \`x-app-nonce\` | UNIX time in milliseconds, strictly higher than in the request before |
| \`x-app-signed-data\` | the signature in base64url |

\`\`\`
signingstring = path + body + nonce        UTF-8, nothing between the parts
signature     = ECDSA P-256 over SHA-256(signingstring)
\`\`\`

- **path**: the absolute path as requested, \`${basePath}/private/...\`, without host and query.
- **body**: the fields as canonical JSON (RFC 8785): keys sorted at every depth, no white space. A form is an object of strings. Without fields: nothing at all.
- **nonce**: as in the header.

The form \`${form}\` is signed as

\`\`\`
${withFields}
\`\`\`

and a call without fields as

\`\`\`
${withoutFields}
\`\`\`

When a signature does not fit, the 401 answers with the string that the service built (\`details.signing_string\`) and, if it recognises the mistake, with its correction (\`details.hint\`).

## Rate limit

One request per second and key, polling included. A 429 says in \`Retry-After\` how long to wait. Refused calls do not delay the next one.

## Errors

Every HTTP error has the same JSON body. Decide by \`code\`; \`message\` is for humans. \`details\` holds the values for a correction. Quote \`traceid\` to support. After a 500 or a lost connection the outcome is unknown. Look up the operation by your client id before you send it again. After a 503 nothing was done.
`.trim()
