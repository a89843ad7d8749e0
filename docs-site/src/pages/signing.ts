import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { authReasons } from '@specie/protocol/errors.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { canonical, parseJson } from '@specie/protocol/encoding/json.ts'
import { type NearMiss, nearMisses } from '@specie/protocol/signing/nearmiss.ts'
import { signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import { type Html, html, prose } from '../markup/html.ts'
import type { Parts } from '../markup/markdown.ts'
import { code, sample, table } from '../markup/parts.ts'
import { worked } from './worked.ts'

const accountBalance = `${basePath}/private/accountBalance`

/** The computed parts of docs/signing.md. */
export const signingParts: Parts = {
  'worked-example': workedExample,
  'canonical-examples': canonicalExamples,
  reasons: reasonTable,
  'recognised-mistakes': recognisedMistakes,
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
  return html`${sample('Request', sent.join('\n'), 'one-string')} ${sample('Signing string', signed, 'one-string')}
  ${sample('Its SHA-256, in hex', worked.sha256, 'one-string')}
  ${sample('Signing string of a call without fields, with the same nonce', empty, 'one-string')}`
}

/** As sent. The signed form is computed. */
const sentBodies = [
  '{"b": {"d": 1, "c": 2}, "a": 3}',
  '{"list": [3, 1, 2]}',
  '{"name": "Z\\u00fcrich \\/ \\"A\\""}',
  '{"a": 1.50, "b": 1e3}',
]
const sentForm = 'symbol=VCHF%2FCHF&orderqty=10'

function canonicalExamples(): Html {
  const signed = [
    ...sentBodies.map((sent) => [sent, canonical(parseJson(sent))] as const),
    [sentForm, canonical(parseForm(sentForm))] as const,
  ]
  const rows = signed.map((cells) => ({ cells: cells.map(code) }))
  return table('Examples of canonical JSON', ['Sent', 'Signed'], rows, 'labelled')
}

function reasonTable(): Html {
  const rows = Object.entries(authReasons).map(([reason, text]) => ({
    id: `reason-${reason}`,
    cells: [code(reason), prose(text)],
  }))
  return table('Reasons of a 401', ['details.reason', 'Meaning'], rows, 'wordy')
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
  return table('Recognised mistakes', ['details.hint', 'What was signed'], rows, 'wordy')
}

function signedInstead({ payload, digest }: NearMiss): string {
  if (digest !== null) return `the ${digest === 'sha256' ? 'bytes' : 'hex text'} of the right string’s SHA-256`
  return payload.replaceAll('\n', '⏎') // a line break is the point of two of the mistakes
}
