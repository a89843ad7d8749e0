import { type AssetCode, assets, isAsset } from '@specie/protocol/assets.ts'
import { amount, formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import type { Conversion, Provider } from '../../base/ports/provider.ts'
import { collectionApi } from './collecting.ts'
import { providerClient, parseJson, time } from './client.ts'

const assetCode = z.enum(Object.keys(assets) as AssetCode[])
const ratesAnswer = z.object({ rates: z.array(z.object({ symbol: z.string(), price: z.string(), at: time })) })
const quoteAnswer = z.object({ sold: z.string(), spread: z.string(), at: time })
const balancesAnswer = z.object({ balances: z.array(z.object({ asset: z.string(), amount: z.string() })) })
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
    pay_to: z
      .object({ name: z.string(), iban: z.string(), bic: z.string(), reference: z.string() })
      .nullable()
      .default(null),
  }),
  z.object({ status: z.literal('rejected'), reason: z.string() }),
])

/** Owner name of its ledger accounts. */
export const providerName = 'conversion-provider'

/** The provider over HTTP; every call is signed (HMAC-SHA256). */
export function httpProvider(url: string, key: string, secret: string): Provider {
  const line = providerClient(url, key, secret)
  return {
    name: providerName,
    ...collectionApi(line),
    rates: async () => (await line.get(ratesAnswer, 'rates')).rates,
    quote: async ({ sell, buy, bought }) => {
      const json = { sell, buy, bought: formatAmount(amount(buy, bought)) }
      const { sold, spread, at } = await line.post(quoteAnswer, 'quote', { json })
      return { sold: minor(sold, sell), spread: minor(spread, sell), at }
    },
    balances: async () => {
      const { balances } = await line.get(balancesAnswer, 'balances')
      // Unknown assets are left out.
      return balances.flatMap(({ asset, amount: text }) =>
        isAsset(asset) ? [{ asset, amount: minor(text, asset) }] : [],
      )
    },
    depositAddress: async (asset, chain) =>
      (await line.get(addressAnswer, `deposit-address?asset=${asset}&chain=${chain}`)).address,
    convert: async (idempotencyKey, { sell, buy, bought, maxSold, iban, reference }) => {
      const sums = { bought: formatAmount(amount(buy, bought)), most_sold: formatAmount(amount(sell, maxSold)) }
      const json = { sell, buy, ...sums, iban, reference }
      return conversionOf(await line.post(conversionAnswer, 'conversions', { json, idempotencyKey }))
    },
    conversion: async (idempotencyKey) => {
      const text = await line.find(`conversions/${encodeURIComponent(idempotencyKey)}`)
      return text === null ? null : conversionOf(parseJson(conversionAnswer, text))
    },
  }
}

const minor = (text: string, asset: AssetCode): bigint => parseAmount(text, asset).minor

function conversionOf(answer: z.infer<typeof conversionAnswer>): Conversion {
  if (answer.status !== 'filled') return answer
  const { sell, buy } = answer
  return {
    status: 'filled',
    sold: minor(answer.sold, sell),
    bought: minor(answer.bought, buy),
    spread: minor(answer.spread, sell),
    payTo: answer.pay_to,
  }
}
