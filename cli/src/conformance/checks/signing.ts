import type { Caller, Wrong } from '../caller.ts'
import type { Area, Check } from '../check.ts'
import { expectAnswer, expectError, expectStatus, expectThat } from '../expect.ts'
import { canonical, type SignatureForm } from '../sign.ts'

// Signatures that must be accepted, and signatures that must be refused with the reason.

const rule = 'docs/signing.md'
const refusals = 'docs/signing.md#when-it-is-refused'

const forms: readonly [string, SignatureForm][] = [
  ['DER in base64url', { bytes: 'der', text: 'base64url' }],
  ['DER in base64', { bytes: 'der', text: 'base64' }],
  ['DER in base64url with padding', { bytes: 'der', text: 'padded' }],
  ['r‖s in base64url', { bytes: 'p1363', text: 'base64url' }],
  ['r‖s in base64', { bytes: 'p1363', text: 'base64' }],
]

/** A call whose signature must be accepted. */
const accepts = (name: string, wrong: (caller: Caller) => Wrong): Check => ({
  name: `accepted: ${name}`,
  rule,
  run: async (caller) => expectAnswer(await caller.call('accountBalance', {}, wrong(caller)), 'accountBalance'),
})

/** Fields in which order, case, quotes and letters matter; the signature is checked before them. */
const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', note: 'Zürich "A" + 1 & 2 🏦' }

const fieldsAreSigned: Check = {
  name: 'accepted: a form with escaped letters, in any order',
  rule,
  async run({ call }) {
    const answer = await call('queryOrders', fields)
    // The signature is valid, so the error is about a field, which is checked later.
    expectError(answer, 'bad_request', { rule: 'unknown_field' })
  },
}

const rail = {
  railtype: 'FiatToStablecoin',
  sender: { partytype: 'company', partyname: { name: 'Zürich Handels AG' }, address: { country: 'CH' } },
  wallet: { memo: 'a "quoted" memo / slash', destination: 'no such wallet' },
  instructions: { currency: 'CHF', asset: 'VCHF', blockchain: 'ETH' },
  validate: 'true',
}

const jsonIsSigned: Check = {
  name: 'accepted: JSON with white space and keys in another order, signed in canonical form',
  rule,
  async run({ call }) {
    const answer = await call('addPaymentRail', rail, { body: JSON.stringify(rail, null, 2) })
    // A key may lack the scope, and the wallet does not exist.
    expectThat([200, 400, 403].includes(answer.status), 'no 401, and an answer about the rail', answer)
  },
}

const missing = ['x-app-public-key', 'x-app-nonce', 'x-app-signed-data'].map((header): Check => ({
  name: `refused: no ${header}`,
  rule: refusals,
  async run({ call }) {
    const answer = await call('accountBalance', {}, { headers: { [header]: null } })
    expectError(answer, 'signature_failure', { reason: 'missing_header', header })
  },
}))

const malformed = ['AAAA', 'not base64!', 'A'.repeat(200)].map((signature): Check => ({
  name: `refused: the signature ${signature.slice(0, 12)}`,
  rule: refusals,
  async run({ call }) {
    const answer = await call('accountBalance', {}, { signature })
    expectError(answer, 'signature_failure', { reason: 'malformed_signature' })
  },
}))

/** Common signing mistakes; the service names each of these. */
const mistakes: readonly [string, (path: string, nonce: string) => string][] = [
  ['the raw form', (path, nonce) => path + new URLSearchParams(fields).toString() + nonce],
  ['unsorted keys', (path, nonce) => path + JSON.stringify(fields) + nonce],
  ['the path without /api/v1', (path, nonce) => path.replace('/api/v1', '') + canonical(fields) + nonce],
  ['the nonce before the body', (path, nonce) => path + nonce + canonical(fields)],
  ['line breaks between the parts', (path, nonce) => [path, canonical(fields), nonce].join('\n')],
]

const mismatches = mistakes.map(([name, signed]): Check => ({
  name: `refused, with a hint: ${name}`,
  rule: refusals,
  async run(caller) {
    const [path, nonce] = [caller.path('addOrder'), caller.nonce()]
    const answer = await caller.call('addOrder', fields, { nonce, signed: signed(path, nonce) })
    const expected = { reason: 'signature_mismatch', signing_string: path + canonical(fields) + nonce }
    const { hint } = expectError(answer, 'signature_failure', expected)
    expectThat(typeof hint === 'string', 'details.hint that names the mistake', answer)
  },
}))

export const signingArea: Area = {
  name: 'signing',
  checks: [
    ...forms.map(([name, form]) => accepts(name, () => ({ form }))),
    accepts('an empty body signed as {}', (caller) => {
      const nonce = caller.nonce()
      return { nonce, signed: `${caller.path('accountBalance')}{}${nonce}` }
    }),
    accepts('no content type without a body', () => ({ contentType: null })),
    fieldsAreSigned,
    jsonIsSigned,
    ...missing,
    {
      name: 'refused: an unregistered key',
      rule: refusals,
      needs: null,
      async run(_caller, { stranger }) {
        const answer = await (await stranger()).call('accountBalance')
        expectError(answer, 'signature_failure', { reason: 'unknown_key' })
      },
    },
    ...malformed,
    ...mismatches,
    {
      name: 'refused: a body changed after signing',
      rule: refusals,
      async run({ call }) {
        const answer = await call('queryOrders', { limit: '10' }, { body: 'limit=500' })
        expectError(answer, 'signature_failure', { reason: 'signature_mismatch' })
      },
    },
    {
      name: 'an unknown path is 404 if the signature is valid',
      rule,
      run: async ({ call }) => expectError(await call('nothingHere'), 'not_found'),
    },
    {
      name: 'another method is 405',
      rule: 'docs/errors.md',
      async run({ call }) {
        const answer = await call('accountBalance', {}, { method: 'GET' })
        expectError(answer, 'method_not_allowed')
        expectThat(answer.headers.get('allow') === 'POST', 'Allow: POST', answer, String(answer.headers.get('allow')))
      },
    },
    {
      name: 'signed calls report the rate limit in their headers',
      rule: 'docs/signing.md#rate',
      async run({ call }) {
        const answer = await call('accountBalance')
        expectStatus(answer, 200)
        for (const header of ['RateLimit-Policy', 'RateLimit'])
          expectThat(answer.headers.has(header), `a header ${header}`, answer, 'none')
      },
    },
  ],
}
