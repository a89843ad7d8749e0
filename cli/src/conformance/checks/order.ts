import type { Area, Check } from '../check.ts'
import { expectAnswer, expectError, expectStatus, expectThat } from '../expect.ts'

// Nonces, the rate, and the precedence of errors.

const order = 'docs/signing.md#order-of-the-checks'
const rate = 'docs/signing.md#rate'
const rule = 'docs/signing.md'

const malformedNonces = ['-1', '01', '1.5', '18446744073709551616'].map((nonce): Check => ({
  name: `the nonce ${JSON.stringify(nonce)} is malformed`,
  rule,
  async run({ call }) {
    const answer = await call('accountBalance', {}, { nonce })
    expectError(answer, 'signature_failure', { reason: 'malformed_nonce', header: 'x-app-nonce' })
  },
}))

export const orderArea: Area = {
  name: 'nonces, rate and order of checks',
  checks: [
    ...malformedNonces,
    {
      name: 'a used or lower nonce is refused',
      rule,
      async run({ call, nonce }) {
        const used = nonce()
        expectAnswer(await call('accountBalance', {}, { nonce: used }), 'accountBalance')
        for (const stale of [used, String(BigInt(used) - 1n)]) {
          const answer = await call('accountBalance', {}, { nonce: stale })
          expectError(answer, 'invalid_nonce', { reason: 'stale_nonce', last_nonce: used })
        }
      },
    },
    {
      name: 'a nonce far ahead is refused, and the key stays usable',
      rule,
      async run({ call, nonce }) {
        const inTwoDays = String(BigInt(nonce()) + 172_800_000n)
        for (const ahead of ['18446744073709551615', inTwoDays])
          expectError(await call('accountBalance', {}, { nonce: ahead }), 'invalid_nonce', { reason: 'nonce_ahead' })
        expectAnswer(await call('accountBalance'), 'accountBalance')
      },
    },
    {
      name: 'a valid signature uses up its nonce, even if the call fails',
      rule: order,
      async run({ call, nonce }) {
        const used = nonce()
        expectError(await call('accountBalance', { bogus: '1' }, { nonce: used }), 'bad_request')
        expectError(await call('accountBalance', {}, { nonce: used }), 'invalid_nonce', { last_nonce: used })
      },
    },
    {
      name: 'a wrong signature uses up neither nonce nor rate',
      rule: order,
      async run({ call, nonce }) {
        await call('accountBalance')
        const unused = nonce()
        for (const signed of ['forged', 'forged again'])
          expectError(await call('accountBalance', {}, { nonce: unused, signed }), 'signature_failure')
        expectAnswer(await call('accountBalance', {}, { nonce: unused }), 'accountBalance')
      },
    },
    {
      name: 'a second call in the same second is 429 and says how long to wait; then the same call is answered',
      rule: rate,
      async run({ call, nonce }, { sleep }) {
        expectStatus(await call('accountBalance'), 200)
        const same = { atOnce: true, nonce: nonce() }
        const answer = await call('accountBalance', {}, same)
        const { retry_after_ms } = expectError(answer, 'rate_limited')
        const isWait = Number.isInteger(retry_after_ms) && retry_after_ms > 0 && retry_after_ms <= 1000
        expectThat(isWait, 'details.retry_after_ms from 1 to 1000', answer)
        const header = answer.headers.get('retry-after') ?? 'none'
        expectThat(/^\d+$/.test(header), 'Retry-After in whole seconds', answer, header)
        // A refused call does not delay the next slot or use up its nonce.
        await sleep(retry_after_ms)
        expectStatus(await call('accountBalance', {}, same), 200)
      },
    },
    {
      name: 'the User-Agent is checked before the headers',
      rule: order,
      async run({ call }) {
        const answer = await call('accountBalance', {}, { headers: { 'user-agent': '', 'x-app-nonce': null } })
        expectError(answer, 'bad_request', { field: 'user-agent' })
      },
    },
    {
      name: 'the headers are checked before the body',
      rule: order,
      async run({ call }) {
        const wrong = { headers: { 'x-app-nonce': null }, contentType: 'text/plain', body: 'a' }
        expectError(await call('accountBalance', {}, wrong), 'signature_failure', { reason: 'missing_header' })
      },
    },
    {
      name: 'content type, size and syntax are checked before the signature',
      rule: order,
      async run({ call }) {
        const forged = { signed: 'forged' }
        const type = await call('accountBalance', {}, { ...forged, contentType: 'text/plain', body: 'a' })
        expectError(type, 'bad_request', { field: 'content-type' })
        const large = await call('accountBalance', {}, { ...forged, body: `a=${'x'.repeat(16_384)}` })
        expectError(large, 'payload_too_large')
        const twice = await call('addPaymentRail', {}, { ...forged, body: '{"a":1,"a":2}' })
        expectError(twice, 'bad_request', { rule: 'syntax' })
      },
    },
    {
      name: 'a duplicate field is refused',
      rule,
      run: async ({ call }) => expectError(await call('queryOrders', {}, { body: 'limit=1&limit=2' }), 'bad_request'),
    },
    {
      name: 'addPaymentRail takes JSON, and says so',
      rule,
      async run({ call }) {
        const answer = await call(
          'addPaymentRail',
          {},
          { contentType: 'application/x-www-form-urlencoded', body: 'a=1' },
        )
        expectError(answer, 'bad_request', { field: 'content-type' })
        const says = answer.body.message.includes('application/json')
        expectThat(says, 'a message that names application/json', answer, answer.body.message)
      },
    },
    {
      name: 'KYB is checked after the nonce and before the fields',
      rule: order,
      needs: 'sandbox',
      async run(_caller, { onboard }) {
        // The case is decided, because an undecided case would wait in the staff's queue.
        const { call, nonce } = await onboard({ kyb: 'rejected' })
        const used = nonce()
        expectError(await call('accountBalance', { bogus: '1' }, { nonce: used }), 'kyb_required')
        expectError(await call('accountBalance', {}, { nonce: used }), 'invalid_nonce')
      },
    },
    {
      name: 'a suspended institution is 403',
      rule: 'docs/errors.md',
      needs: 'sandbox',
      async run(_caller, { onboard }) {
        expectError(await (await onboard({ kyb: 'suspended' })).call('accountBalance'), 'account_suspended')
      },
    },
    {
      name: 'without its agreement a product is 403',
      rule: 'docs/errors.md',
      needs: 'sandbox',
      async run(_caller, { onboard }) {
        const { call } = await onboard({ agreements: [] })
        const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }
        expectError(await call('mintTokens', mint), 'agreement_missing')
      },
    },
  ],
}
