import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { authReasons } from '@specie/protocol/errors.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { canonical, parseJson } from '@specie/protocol/encoding/json.ts'
import { type NearMiss, nearMisses } from '@specie/protocol/signing/nearmiss.ts'
import { signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import { type Html, html, prose } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, sample, section, table } from '../markup/parts.ts'
import { worked } from './worked.ts'

const accountBalance = `${basePath}/private/accountBalance`

export const signingPage: Page = {
  path: '/docs/signing',
  title: 'How to sign',
  short: 'Signing',
  about: 'Every private call is signed: path, body and nonce, with ECDSA P-256.',
  body: () => [
    sample(
      'Rule',
      'signing string = path + body + nonce          UTF-8, nothing between the parts\nsignature      = ECDSA P-256 over SHA-256(signing string)',
    ),
    section('three-parts', 'The three parts', parts()),
    section('headers', 'Headers', headers()),
    section('worked-example', 'A worked example', workedExample()),
    section('canonical-json', 'Canonical JSON', canonicalRules()),
    section('order', 'Order of the checks', orderOfChecks()),
    section('refused', 'When a signature is refused', refused()),
  ],
}

/** The same for every private call, and part of the contract. */
const checks = [
  ['User-Agent', '400'],
  ['headers well formed, key known and active', '401'],
  ['content type, size, syntax', '400'],
  ['signature', '401'],
  ['nonce', '401'],
  ['rate', '429'],
  ['scope and address of the key', '403'],
  ['KYB', '403'],
  ['agreement', '403'],
  ['fields', '400'],
  ['the rules of the product', ''],
] as const

function orderOfChecks(): Html {
  return html`<ol>
      ${checks.map(([what, status]) => html`<li>${what}${status === '' ? '' : ` (${status})`}</li>`)}
    </ol>
    <p>
      A nonce is spent once the signature is valid, whatever happens next; only what is refused for its nonce or its
      rate has spent nothing. Nobody without the private key can spend it, or use up your rate: what fails before that
      counts against the address of the caller.
    </p>`
}

function parts(): Html {
  return html`<dl>
    <dt>path</dt>
    <dd>The absolute path as requested, ${code(`${basePath}/private/…`)}: no host, no query.</dd>
    <dt>body</dt>
    <dd>
      The fields as <a href="#canonical-json">canonical JSON</a>, whatever the content type: a form is an object of
      strings. Without fields it is nothing at all (${code('{}')} is accepted too).
    </dd>
    <dt>nonce</dt>
    <dd>
      As in the header: UNIX time in milliseconds, strictly higher than in the request before and at most a day ahead; a
      whole number without leading zeros. Once a call was taken its nonce is spent, whatever the answer; a 429 was not
      taken.
    </dd>
  </dl>`
}

function headers(): Html {
  const rows = [
    ['x-app-public-key', 'Your registered P-256 public key: SPKI DER in base64 (base64url is accepted).'],
    ['x-app-nonce', 'The nonce that was signed.'],
    [
      'x-app-signed-data',
      'The signature in base64url (base64 and padding are accepted), as DER or as 64 bytes (IEEE P1363).',
    ],
    ['User-Agent', 'Any text that names your client. Not signed.'],
  ].map(([name = '', content = '']) => ({ cells: [code(name), content] }))
  return table('Headers of a signed call', ['Header', 'Content'], rows, 'wordy')
}

function workedExample(): Html {
  const signed = signingString(worked.path, signedBodies(parseForm(worked.form))[0], worked.nonce)
  const empty = signingString(accountBalance, signedBodies({})[0], worked.nonce)
  const sent = [
    `POST ${worked.path}`,
    'Content-Type: application/x-www-form-urlencoded',
    'User-Agent: acme-treasury/1.0',
    `x-app-public-key: ${worked.publicKey}`,
    `x-app-nonce: ${worked.nonce}`,
    `x-app-signed-data: ${worked.signature}`,
    '',
    worked.form,
  ]
  return html`<p>
      This request is correctly signed: check your own code against it, byte by byte. (ECDSA is random by nature, so
      your signature will differ each time; what must agree is the string and its hash.)
    </p>
    ${sample('Request', sent.join('\n'), 'one-string')} ${sample('Signing string', signed, 'one-string')}
    ${sample('Its SHA-256, in hex', worked.sha256, 'one-string')}
    <p>A call without fields, with the same nonce, signs</p>
    ${sample('Signing string', empty, 'one-string')}`
}

/** Each rule with an example as sent and as signed; the signed form is computed. */
const canonicalExamples: readonly [rule: string, sent: string][] = [
  ['Keys sorted by UTF-16 code unit, at every depth; no white space', '{"b": {"d": 1, "c": 2}, "a": 3}'],
  ['Arrays keep their order', '{"list": [3, 1, 2]}'],
  [
    'Characters as UTF-8; only quotes, backslashes and control characters are escaped',
    '{"name": "Z\\u00fcrich \\/ \\"A\\""}',
  ],
  ['Numbers in their shortest form', '{"a": 1.50, "b": 1e3}'],
]

function canonicalRules(): Html {
  const rows = canonicalExamples.map(([rule, sent]) => ({
    cells: [rule, code(sent), code(canonical(parseJson(sent)))],
  }))
  const form = 'symbol=VCHF%2FCHF&orderqty=10'
  const fields = {
    cells: ['Form fields are decoded, and all are strings', code(form), code(canonical(parseForm(form)))],
  }
  return html`<p>The layout of RFC 8785. A name that occurs twice, in JSON or in a form, is refused.</p>
    ${table('Rules of canonical JSON', ['Rule', 'Sent', 'Signed'], [...rows, fields], 'labelled')}`
}

function refused(): Html {
  const reasons = Object.entries(authReasons).map(([reason, text]) => ({
    id: `reason-${reason}`,
    cells: [code(reason), prose(text)],
  }))
  return html`<p>
      A 401 explains itself in ${code('details.reason')}. On a mismatch ${code('details.signing_string')} is what the
      service built from your request: compare it with what you signed. Where one known slip explains the signature,
      ${code('details.hint')} names it.
    </p>
    ${table('Reasons of a 401', ['details.reason', 'Meaning'], reasons, 'wordy')}
    <details>
      <summary>The slips that are recognised, each with the string that was signed by mistake</summary>
      ${recognisedMistakes()}
    </details>`
}

/** A form that shows every mistake, and a call without fields for those that need one. */
function recognisedMistakes(): Html {
  const sent = { path: worked.path, query: 'v=1', host: 'specie.example', body: 'form', nonce: worked.nonce } as const
  const raw = 'symbol=VCHF%2FCHF&city=Z%C3%BCrich&orderqty=10'
  const misses = [
    ...nearMisses({ ...sent, raw, value: parseForm(raw) }),
    ...nearMisses({ ...sent, raw: '', value: {} }),
  ]
  const rows = misses
    .filter(({ hint }, i) => misses.findIndex((other) => other.hint === hint) === i)
    .map((miss) => ({ cells: [miss.hint, code(signedInstead(miss))] }))
  return table('Recognised slips', ['details.hint', 'What was signed'], rows, 'wordy')
}

function signedInstead({ payload, digest }: NearMiss): string {
  if (digest !== null) return `the ${digest === 'sha256' ? 'bytes' : 'hex text'} of the right string’s SHA-256`
  return payload.replaceAll('\n', '⏎') // a line break is the whole point of two of the mistakes
}
