import { assets, type AssetCode, fiatCodes } from '@specie/protocol/assets.ts'
import { formatAmount, formatPrice, parseAmount, parsePrice } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { wall } from '../machine.ts'
import { money, Refusal } from '../refusal.ts'
import { type App, hangUp, jsonOf } from '../server.ts'
import { type CustomerKey, signedRoutes } from '../signature.ts'
import { balancesOf } from './balances.ts'
import { convert, priceOf, priceTime } from './convert.ts'
import { custodyControl, custodyRoutes, custodyView } from './custody-routes.ts'
import { depositAddress } from './deposits.ts'
import { type Misbehaviour, misbehaviours } from './misbehaviour.ts'
import { keyOf } from './once.ts'
import { costOf, priceDecimals, symbols } from './prices.ts'
import type { Provider } from './provider.ts'

const asset = z.enum(Object.keys(assets) as AssetCode[])
const quoteAsk = z.strictObject({ sell: asset, buy: z.enum(fiatCodes), bought: z.string() })
const convertAsk = quoteAsk.extend({
  most_sold: z.string(),
  iban: z.string().max(34),
  reference: z.string().min(1).max(140),
})

/** The interface between a customer's software and the provider; every call is signed. */
export function providerRoutes(app: App, provider: Provider, customer: CustomerKey, devnetUrl: string | null): void {
  const { state } = provider
  signedRoutes(app, customer, (signed) => {
    signed.get('/provider/v1/rates', async () => {
      const at = new Date(priceTime(state)).toISOString()
      return { rates: symbols.map((symbol) => ({ symbol, price: formatPrice(priceOf(state)(symbol)), at })) }
    })

    signed.post('/provider/v1/quote', async (request) => {
      const { sell, buy, bought } = jsonOf(quoteAsk, request)
      const { sold, spread } = money(() => costOf(parseAmount(bought, buy), sell, priceOf(state)))
      const at = new Date(priceTime(state)).toISOString()
      return { sold: formatAmount(sold), spread: formatAmount(spread), at }
    })

    signed.get<{ Querystring: { asset?: string; chain?: string } }>(
      '/provider/v1/deposit-address',
      async (request) => ({
        address: depositAddress(String(request.query.asset), String(request.query.chain)),
      }),
    )

    signed.post('/provider/v1/conversions', async (request, reply) => {
      const key = keyOf(request)
      const ask = jsonOf(convertAsk, request)
      money(() => [parseAmount(ask.bought, ask.buy), parseAmount(ask.most_sold, ask.sell)])
      return (await convert(provider, devnetUrl, key, ask)) ?? hangUp(request, reply)
    })

    signed.get<{ Params: { key: string } }>('/provider/v1/conversions/:key', async (request) => {
      const taken = state.conversions.get(request.params.key)
      if (!taken) throw new Refusal(404, 'No conversion with this key was ever received.')
      await provider.durable()
      return taken.answer
    })

    signed.get('/provider/v1/balances', async () => ({ balances: await balancesOf(provider, devnetUrl) }))

    custodyRoutes(signed, provider)
  })
}

export const providerRateAsk = z.union([
  z.strictObject({ symbol: z.enum(symbols), price: z.string(), frozen: z.boolean().default(false) }),
  z.strictObject({ stale: z.boolean() }),
])

export const providerNextAsk = z.strictObject({
  next: z.enum(Object.keys(misbehaviours) as Misbehaviour[]),
  count: z.int().min(1).max(10_000).default(1),
  seconds: z.int().min(0).max(31_536_000).nullable().default(null),
})

/** UAT only: events of the market, and faults of the provider. */
export function providerControl(app: App, provider: Provider): void {
  const { state } = provider

  app.post('/provider/control/rates', async (request) => {
    const ask = jsonOf(providerRateAsk, request)
    if ('stale' in ask) await provider.record({ type: 'stale', since: ask.stale ? wall() : null })
    else {
      const [base, quote] = ask.symbol.split('/') as [AssetCode, AssetCode]
      const { units } = money(() => parsePrice(ask.price, base, quote, priceDecimals))
      if (units === 0n) throw new Refusal(400, '`price` must be above zero.')
      await provider.record({ type: 'rate', ...ask })
    }
    return { rates: state.anchors, stale: state.staleSince !== null }
  })

  app.post('/provider/control/next', async (request) => {
    await provider.record({ type: 'asked', ...jsonOf(providerNextAsk, request) })
    return { asked: state.asked }
  })

  app.get('/provider/control/state', async () => ({
    asked: state.asked,
    rates: state.anchors,
    stale: state.staleSince !== null,
    conversions: [...state.conversions].map(([key, { answer }]) => ({ key, ...answer })),
    ...custodyView(provider),
  }))

  custodyControl(app, provider)
}
