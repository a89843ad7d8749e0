import { setTimeout as sleep } from 'node:timers/promises'
import { formatAmount, formatMinor } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { type App, hangUp, jsonOf } from '../server.ts'
import { type CustomerKey, signedRoutes } from '../signature.ts'
import { execute, lookUp } from './execute.ts'
import { instrumentOf, type VenueName } from './terms.ts'
import type { Venue } from './venue.ts'

const executionId = z.string().regex(/^[\w:.-]{1,100}$/, 'An id has 1 to 100 letters, digits and _:.-')
const executionAsk = z.strictObject({
  id: executionId,
  symbol: z.string().max(32),
  side: z.enum(['Buy', 'Sell']),
  quoteid: z.string().max(128),
  qty: z.string(),
  price: z.string(),
  amount: z.string(),
})

/** The interface between a venue and its customer (docs/liquidity.md); every call is signed. */
export function venueRoutes(app: App, venue: Venue, customer: CustomerKey): void {
  const { name, state, audience } = venue
  const closing = new AbortController()
  // Neither a stream nor a late answer delays the end of the process.
  app.addHook('preClose', async () => {
    closing.abort()
    audience.close()
  })

  signedRoutes(app, customer, (signed) => {
    signed.get(`/lp/${name}/v1/instruments`, async () => ({ instruments: instruments(name) }))

    signed.get(`/lp/${name}/v1/stream`, (_request, reply) => audience.join(reply))

    signed.post(`/lp/${name}/v1/executions`, async (request, reply) => {
      const { id, ...ask } = jsonOf(executionAsk, request)
      const reaction = await execute(venue, id, ask)
      if (reaction === null) return hangUp(request, reply)
      const { answer, afterSeconds } = reaction
      if (afterSeconds > 0) await sleep(afterSeconds * 1000, null, { signal: closing.signal }).catch(() => {})
      return answer
    })

    signed.get<{ Params: { id: string } }>(`/lp/${name}/v1/executions/:id`, async (request) => {
      const { success, data: id } = executionId.safeParse(request.params.id)
      const answer = success ? await lookUp(venue, id) : null
      if (answer === null)
        throw new Refusal(404, 'No execution with this id was ever received, and none will be taken.')
      return answer
    })

    signed.get(`/lp/${name}/v1/positions`, async () => {
      await venue.durable()
      return {
        positions: [...state.positions].map(([asset, minor]) => ({ asset, amount: formatAmount({ asset, minor }) })),
      }
    })
  })
}

const instruments = (name: VenueName) =>
  pairs.map((pair) => {
    const { lot, minimum } = instrumentOf(name, pair)
    const inBase = (minor: bigint) => formatAmount({ asset: pair.base, minor })
    const tick = formatMinor(1n, pair.price_decimals)
    return { symbol: pair.symbol, tick, lot: inBase(lot), minimum: inBase(minimum) }
  })
