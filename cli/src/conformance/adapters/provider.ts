import { z } from 'zod'
import { decimal } from '@specie/protocol/fields.ts'
import { Mismatch } from '../check.ts'
import { expectShape, expectStatus, expectThat } from '../expect.ts'
import { type AdapterCheck, read, same, signingChecks } from './adapter-check.ts'
import type { Ask, Peer } from './peer.ts'

// docs/provider.md. Requests one conversion that cannot be filled, and one collection.

const rule = 'docs/provider.md'
const conversions = 'docs/provider.md#conversions'
const fiat = 'docs/provider.md#fiat-for-rails'
const time = z.iso.datetime()

const rates = z.object({ rates: z.array(z.object({ symbol: z.string(), price: decimal, at: time })).min(1) })
const quote = z.object({ sold: decimal, spread: decimal, at: time })
const rejected = z.object({ status: z.literal('rejected'), reason: z.string().min(1) })
const pending = z.object({ status: z.literal('pending') })
/** The answer to a conversion above most_sold. It may be pending for a while, and is never filled. */
const notFilled = z.discriminatedUnion('status', [rejected, pending])
const open = z.object({
  status: z.literal('open'),
  iban: z.string(),
  bic: z.string(),
  accountname: z.string(),
  reference: z.string().min(1),
  currency: z.string(),
})
const collection = z.discriminatedUnion('status', [open, rejected, pending])
const arrivals = z.object({
  arrivals: z
    .array(
      z.object({
        number: z.int().min(1),
        id: z.string(),
        reference: z.string(),
        currency: z.string(),
        amount: decimal,
        payer: z.object({ name: z.string(), account: z.string().nullable() }),
        at: time,
      }),
    )
    .max(500),
})
const balances = z.object({ balances: z.array(z.object({ asset: z.string(), amount: decimal })) })

/** Its most_sold is zero, so it is never filled. */
const unfillable = {
  sell: 'GBP',
  buy: 'CHF',
  bought: '100',
  most_sold: '0.01',
  iban: 'CH9300762011623852957',
  reference: 'conformance',
}
const payers = { currency: 'CHF', name: 'Conformance AG' }

/** The same key and content gets the same answer, other content is 409, and the key finds the outcome. */
async function expectOnce({ call, newId }: Peer, path: string, body: object, other: object, schema: z.ZodType) {
  const idempotencyKey = newId()
  const post = (ask: Ask) => call('POST', path, ask)
  const first = await post({ body, idempotencyKey })
  expectStatus(first, 200)
  expectShape(schema, first, `the answer of ${path}`)
  const again = await post({ body, idempotencyKey })
  expectThat(again.status === 200 && same(first, again), 'the same answer again', again)
  const found = await call('GET', `${path}/${idempotencyKey}`)
  expectThat(found.status === 200 && same(first, found), 'the same answer when it is looked up', found)
  expectStatus(await post({ body: other, idempotencyKey }), 409)
}

const unknownKeys = ['conversions', 'collections', 'settlements', 'returns'].map((path): AdapterCheck => ({
  name: `an unknown key of ${path} is 404`,
  rule,
  run: async ({ call, newId }) => expectStatus(await call('GET', `provider/v1/${path}/${newId()}`), 404),
}))

export const providerChecks: readonly AdapterCheck[] = [
  ...signingChecks('provider/v1/rates', 'docs/provider.md#signing'),
  {
    name: 'a body that was altered is 401',
    rule: 'docs/provider.md#signing',
    async run({ call }) {
      const body = { sell: 'GBP', buy: 'CHF', bought: '100' }
      const answer = await call(
        'POST',
        'provider/v1/quote',
        { body },
        { sent: JSON.stringify({ ...body, bought: '1' }) },
      )
      expectStatus(answer, 401)
    },
  },
  {
    name: 'it has rates',
    rule: conversions,
    run: async (peer) => void (await read(peer, 'provider/v1/rates', rates, 'the rates')),
  },
  {
    name: 'it quotes a conversion',
    rule: conversions,
    async run({ call }) {
      const answer = await call('POST', 'provider/v1/quote', { body: { sell: 'GBP', buy: 'CHF', bought: '100' } })
      expectStatus(answer, 200)
      expectShape(quote, answer, 'the quote')
    },
  },
  {
    name: 'a call that moves money needs an idempotency-key',
    rule,
    run: async ({ call }) => expectStatus(await call('POST', 'provider/v1/conversions', { body: unfillable }), 400),
  },
  {
    name: 'a conversion above most_sold is rejected, once per key',
    rule: conversions,
    async run(peer) {
      const other = { ...unfillable, bought: '200' }
      await expectOnce(peer, 'provider/v1/conversions', unfillable, other, notFilled)
    },
  },
  {
    name: 'a collection is opened once per key',
    rule: fiat,
    run: (peer) => expectOnce(peer, 'provider/v1/collections', payers, { ...payers, currency: 'GBP' }, collection),
  },
  ...unknownKeys,
  {
    name: 'arrivals are numbered without gaps',
    rule: fiat,
    async run(peer) {
      const list = await read(peer, 'provider/v1/arrivals?after=0', arrivals, 'the arrivals')
      const numbers = list.arrivals.map(({ number }) => number)
      const isRight = numbers.every((number, index) => number === index + 1)
      if (!isRight) throw new Mismatch('numbers 1, 2, 3 …', String(numbers))
    },
  },
  {
    name: 'it reports our balances',
    rule: fiat,
    run: async (peer) => void (await read(peer, 'provider/v1/balances', balances, 'the balances')),
  },
  {
    name: 'the statement of an unfinished day is 404',
    rule: fiat,
    async run({ call, now }) {
      const date = new Date(now() + 400 * 86_400_000).toISOString().slice(0, 10)
      expectStatus(await call('GET', `provider/v1/statements?currency=CHF&date=${date}`), 404)
    },
  },
]
