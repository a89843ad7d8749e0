import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { amount, formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { systemClock } from '../base/clock.ts'
import type { Conversion, Provider } from '../base/ports.ts'
import { signedHeaders } from './hmac.ts'

/** The provider did not answer, or did not take what was sent; its words are in the message. */
class ProviderError extends Error {
  override name = 'ProviderError'
}

const time = z.iso.datetime().transform((text) => new Date(text))
const assetCode = z.enum(Object.keys(assets) as AssetCode[])
const ratesAnswer = z.object({ rates: z.array(z.object({ symbol: z.string(), price: z.string(), at: time })) })
const quoteAnswer = z.object({ sold: z.string(), spread: z.string(), at: time })
const addressAnswer = z.object({ address: z.string() })
const conversionAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({
    status: z.literal('filled'),
    sell: assetCode,
    sold: z.string(),
    buy: assetCode,
    bought: z.string(),
    spread: z.string(),
  }),
  z.object({ status: z.literal('rejected'), reason: z.string() }),
])

/** Long enough for a slow provider, short enough that a job does not hang on a dead one. */
const patienceMs = 10_000

/** How the books name it. */
const name = 'conversion-provider'

/** The provider over HTTP; every call is signed (HMAC-SHA256). */
export function httpProvider(url: string, key: string, secret: string): Provider {
  async function ask(method: 'GET' | 'POST', path: string, given: { json?: object; idempotencyKey?: string } = {}) {
    const body = given.json === undefined ? '' : JSON.stringify(given.json)
    const at = new URL(`provider/v1/${path}`, url.endsWith('/') ? url : `${url}/`)
    try {
      const response = await fetch(at, {
        method,
        headers: {
          ...signedHeaders({ key, secret }, systemClock.wall(), method, at, body),
          ...(given.idempotencyKey === undefined ? {} : { 'idempotency-key': given.idempotencyKey }),
        },
        ...(body === '' ? {} : { body }),
        signal: AbortSignal.timeout(patienceMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new ProviderError(`the provider did not answer ${path}: ${(error as Error).message}`, { cause: error })
    }
  }

  async function told<T>(schema: z.ZodType<T>, path: string, { status, text }: { status: number; text: string }) {
    if (status !== 200) throw new ProviderError(`the provider answered ${status} to ${path}: ${text.slice(0, 300)}`)
    return schema.parse(JSON.parse(text))
  }

  return {
    name,
    rates: async () => (await told(ratesAnswer, 'rates', await ask('GET', 'rates'))).rates,
    quote: async ({ sell, buy, bought }) => {
      const json = { sell, buy, bought: formatAmount(amount(buy, bought)) }
      const { sold, spread, at } = await told(quoteAnswer, 'quote', await ask('POST', 'quote', { json }))
      return { sold: minor(sold, sell), spread: minor(spread, sell), at }
    },
    depositAddress: async (asset, chain) => {
      const path = `deposit-address?asset=${asset}&chain=${chain}`
      return (await told(addressAnswer, path, await ask('GET', path))).address
    },
    convert: async (idempotencyKey, { sell, buy, bought, mostSold, iban, reference }) => {
      const sums = { bought: formatAmount(amount(buy, bought)), most_sold: formatAmount(amount(sell, mostSold)) }
      const json = { sell, buy, ...sums, iban, reference }
      const answer = await ask('POST', 'conversions', { json, idempotencyKey })
      return conversionOf(await told(conversionAnswer, 'conversions', answer))
    },
    conversion: async (idempotencyKey) => {
      const path = `conversions/${encodeURIComponent(idempotencyKey)}`
      const answer = await ask('GET', path)
      if (answer.status === 404) return null
      return conversionOf(await told(conversionAnswer, path, answer))
    },
  }
}

const minor = (text: string, asset: AssetCode): bigint => parseAmount(text, asset).minor

function conversionOf(told: z.infer<typeof conversionAnswer>): Conversion {
  if (told.status !== 'filled') return told
  const { sell, buy } = told
  return {
    status: 'filled',
    sold: minor(told.sold, sell),
    bought: minor(told.bought, buy),
    spread: minor(told.spread, sell),
  }
}
