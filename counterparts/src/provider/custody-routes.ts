import { fiatCodes } from '@specie/protocol/assets.ts'
import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { line } from '../bank/control.ts'
import { money, Refusal } from '../refusal.ts'
import { type App, hangUp, jsonOf } from '../server.ts'
import { quoteOf } from './arrival.ts'
import { arrivalOf, arrivalsAfter, arrive, usualPayers } from './arrivals.ts'
import { openCollection } from './collections.ts'
import { keyOf, outcome } from './once.ts'
import type { Provider } from './provider.ts'
import { giveBack, settle } from './settlements.ts'
import { statementOf } from './statement.ts'

const currency = z.enum(fiatCodes)
const collectionAsk = z.strictObject({ currency, name: line(140) })
const settlementAsk = z.strictObject({
  arrival: z.string().max(35),
  net: z.string(),
  iban: z.string().max(34),
  reference: line(140),
})
const returnAsk = z.strictObject({ arrival: z.string().max(35), reason: line(500) })
const statementQuery = z.strictObject({ currency, date: z.iso.date() })

type WithKey = { Params: { key: string } }

/** Fiat received for the customer; these calls are signed like all others. */
export function custodyRoutes(signed: App, provider: Provider): void {
  const { state, bank } = provider

  signed.post('/provider/v1/collections', async (request, reply) => {
    const answer = await openCollection(provider, keyOf(request), jsonOf(collectionAsk, request))
    return answer ?? hangUp(request, reply)
  })
  signed.get<WithKey>('/provider/v1/collections/:key', async ({ params }) =>
    outcome(provider, state.collections, params.key),
  )

  signed.get<{ Querystring: { after?: string } }>('/provider/v1/arrivals', async ({ query }) => {
    const after = query.after ?? '0'
    if (!/^\d{1,15}$/.test(after)) throw new Refusal(400, '`after` is the number of the last arrival that you have.')
    const arrivals = arrivalsAfter(state, Number(after))
    await provider.durable()
    return { arrivals }
  })
  signed.post<{ Params: { id: string } }>('/provider/v1/arrivals/:id/quote', async ({ params }) => {
    const arrival = arrivalOf(state, params.id)
    if (arrival.gone !== null) throw new Refusal(409, `The arrival ${arrival.id} was ${arrival.gone} already.`)
    return { currency: arrival.currency, ...quoteOf(arrival), at: bank.now().toISOString() }
  })

  signed.post('/provider/v1/settlements', async (request, reply) => {
    const answer = await settle(provider, keyOf(request), jsonOf(settlementAsk, request))
    return answer ?? hangUp(request, reply)
  })
  signed.get<WithKey>('/provider/v1/settlements/:key', async ({ params }) =>
    outcome(provider, state.settlements, params.key),
  )

  signed.post('/provider/v1/returns', async (request, reply) => {
    const answer = await giveBack(provider, keyOf(request), jsonOf(returnAsk, request))
    return answer ?? hangUp(request, reply)
  })
  signed.get<WithKey>('/provider/v1/returns/:key', async ({ params }) => outcome(provider, state.returns, params.key))

  signed.get('/provider/v1/statements', async ({ query }, reply) => {
    const requested = statementQuery.safeParse(query)
    if (!requested.success) throw new Refusal(400, 'Ask with `currency`, CHF or GBP, and `date`, YYYY-MM-DD.')
    const text = await statementOf(provider, requested.data.currency, requested.data.date)
    return reply.type('application/xml; charset=utf-8').send(text)
  })
}

export const arrivalAsk = z.strictObject({
  reference: z.string().transform((text) => text.replaceAll(' ', '').toUpperCase()),
  currency,
  amount: z.string(),
  payername: line(70),
  payeraccount: z.string().nullish(),
  count: z.int().min(1).max(1_000).default(1),
})

/** UAT only: an incoming payment. */
export function custodyControl(app: App, provider: Provider): void {
  app.post('/provider/control/arrivals', async (request) => {
    const { reference, currency, amount, payername, payeraccount, count } = jsonOf(arrivalAsk, request)
    const payer = parseAccountId(payeraccount ?? usualPayers[currency])
    if (!payer) throw new Refusal(400, '`payeraccount` is not a valid account. Its check digits fail.')
    if (money(() => parseAmount(amount, currency)).minor === 0n) throw new Refusal(400, '`amount` must be above zero.')
    const paid = { reference, currency, amount, payer: { name: payername, account: formatAccountId(payer) } }
    const arrivals = Array.from({ length: count }, () => arrive(provider, paid))
    await provider.durable()
    return { arrivals }
  })
}

/** For inspection. */
export const custodyView = ({ state }: Provider) => ({
  collections: [...state.collections].map(([key, { answer, until }]) => ({ key, until, ...answer })),
  arrivals: [...state.arrivals.values()],
  settlements: [...state.settlements].map(([key, { arrival, answer, until }]) => ({ key, arrival, until, ...answer })),
  returns: [...state.returns].map(([key, { arrival, reason, answer, until }]) => ({
    key,
    arrival,
    until,
    why: reason,
    ...answer,
  })),
})
