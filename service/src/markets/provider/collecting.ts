import { assets, fiatCodes } from '@specie/protocol/assets.ts'
import { formatMinor, parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import type { Provider, Settlement } from '../../base/ports/provider.ts'
import { type ProviderClient, parseJson } from './client.ts'

const currency = z.enum(fiatCodes)
const pending = z.object({ status: z.literal('pending') })
const rejected = z.object({ status: z.literal('rejected'), reason: z.string() })
const collectionAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('open'),
    iban: z.string(),
    bic: z.string(),
    accountname: z.string(),
    reference: z.string(),
    currency,
  }),
  pending,
  rejected,
])
/** Replaces characters of a payer's text that PostgreSQL cannot store: NUL and lone surrogates. */
const storable = z.string().transform((text) => text.toWellFormed().replaceAll('\0', '\uFFFD'))

/** Null if it is unreadable. */
function amountOf(text: string, asset: z.infer<typeof currency> | null): bigint | null {
  if (asset === null) return null
  try {
    return parseAmount(text, asset).minor
  } catch {
    return null
  }
}

/** One bad arrival does not block the others: unreadable values become null, and a person reviews them (rails). */
const arrivalsAnswer = z.object({
  arrivals: z.array(
    z
      .object({
        number: z.int().positive(),
        id: z.string().min(1).pipe(storable),
        reference: storable.catch(''),
        currency: currency.nullable().catch(null),
        amount: z.string().catch(''),
        payer: z.object({ name: storable, account: storable }).nullable().catch(null),
      })
      .transform((answer) => ({ ...answer, amount: amountOf(answer.amount, answer.currency) })),
  ),
})
const quoteAnswer = z.object({ currency, net: z.string(), spread: z.string() }).transform((answer) => ({
  net: parseAmount(answer.net, answer.currency).minor,
  spread: parseAmount(answer.spread, answer.currency).minor,
}))
const settlementAnswer: z.ZodType<Settlement> = z.discriminatedUnion('status', [
  z.object({ status: z.literal('settled') }),
  pending,
  rejected,
])

type Collecting = Pick<
  Provider,
  | 'openCollection'
  | 'arrivals'
  | 'settlementQuote'
  | 'settle'
  | 'settlement'
  | 'returnArrival'
  | 'arrivalReturn'
  | 'statement'
>

/** The provider's collection API: fiat that it receives for us. */
export function collectionApi({ get, post, find }: ProviderClient): Collecting {
  async function findByKey(kind: 'settlements' | 'returns', key: string): Promise<Settlement | null> {
    const text = await find(`${kind}/${encodeURIComponent(key)}`)
    return text === null ? null : parseJson(settlementAnswer, text)
  }

  return {
    openCollection: async (idempotencyKey, { currency, name }) => {
      const answer = await post(collectionAnswer, 'collections', { json: { currency, name }, idempotencyKey })
      if (answer.status === 'pending') return null
      if (answer.status === 'rejected') return { refused: answer.reason }
      const { status: _, ...collection } = answer
      return collection
    },
    arrivals: async (after) => (await get(arrivalsAnswer, `arrivals?after=${after}`)).arrivals,
    settlementQuote: (arrival) => post(quoteAnswer, `arrivals/${encodeURIComponent(arrival)}/quote`),
    settle: (idempotencyKey, { arrival, net, iban, reference }) => {
      // Francs and pounds have the same number of decimals.
      const json = { arrival, net: formatMinor(net, assets.CHF.decimals), iban, reference }
      return post(settlementAnswer, 'settlements', { json, idempotencyKey })
    },
    settlement: (key) => findByKey('settlements', key),
    returnArrival: (idempotencyKey, { arrival, reason }) =>
      post(settlementAnswer, 'returns', { json: { arrival, reason }, idempotencyKey }),
    arrivalReturn: (key) => findByKey('returns', key),
    statement: (currency, day) => find(`statements?currency=${currency}&date=${day}`),
  }
}
