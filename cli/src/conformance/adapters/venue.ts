import { z } from 'zod'
import { decimal as decimalField } from '@specie/protocol/fields.ts'
import { type Decimal, decimal } from '@specie/sdk/decimal.ts'
import type { Answer } from '../caller.ts'
import { Mismatch } from '../check.ts'
import { expectShape, expectStatus, expectThat } from '../expect.ts'
import { type AdapterCheck, read, same, signingChecks } from './adapter-check.ts'
import type { Peer } from './peer.ts'

// docs/liquidity.md#the-interface-of-a-venue. Buys the smallest quantity of one pair once. Run it against a test venue.

const rule = 'docs/liquidity.md#the-interface-of-a-venue'

const level = z.tuple([z.string().min(1), decimalField, decimalField])
const ladders = z.object({
  at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ladders: z.array(z.object({ symbol: z.string(), bids: z.array(level), asks: z.array(level) })),
})
const instruments = z.object({
  instruments: z
    .array(z.object({ symbol: z.string(), tick: decimalField, lot: decimalField, minimum: decimalField }))
    .min(1),
})
const execution = z.discriminatedUnion('status', [
  z.object({ status: z.literal('filled') }),
  z.object({ status: z.literal('killed'), reason: z.string().min(1) }),
])
const positions = z.object({
  positions: z.array(z.object({ asset: z.string(), amount: z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?$/) })),
})

type Ladders = z.infer<typeof ladders>

async function message({ stream }: Peer): Promise<Ladders> {
  const [first] = await stream('v1/stream', 1)
  if (first === undefined) throw new Mismatch('a message within 10 seconds', 'none')
  if (first.event !== 'ladders') throw new Mismatch('event: ladders', `event: ${first.event}`)
  const parsed = ladders.safeParse(first.data)
  if (parsed.success) return parsed.data
  const { path, message: text } = parsed.error.issues[0]!
  throw new Mismatch('ladders as documented', `${path.join('.')}: ${text}`)
}

type Execution = {
  id: string
  symbol: string
  side: string
  quoteid: string
  qty: string
  price: string
  amount: string
}

/** The smallest execution of a coin at par, at the best price. Its amount is quantity times price, rounded up to the cent. */
async function smallest(peer: Peer): Promise<Execution> {
  const { instruments: all } = await read(peer, 'v1/instruments', instruments, 'the instruments')
  const pair = all.find(({ symbol }) => symbol === 'VCHF/CHF')
  const ladder = (await message(peer)).ladders.find(({ symbol }) => symbol === 'VCHF/CHF')
  const [best] = ladder?.asks ?? []
  if (pair === undefined || best === undefined) throw new Mismatch('an ask for VCHF/CHF', 'none')
  const [quoteid, price] = best
  const qty = pair.minimum
  return { id: peer.newId(), symbol: 'VCHF/CHF', side: 'Buy', quoteid, qty, price, amount: amountOf(qty, price) }
}

/** Quantity times price, rounded up to the cent. */
function amountOf(qty: string, price: string): string {
  const [whole, fraction = ''] = String(decimal(qty).times(price)).split('.')
  const roundedDown = decimal(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`)
  return String(fraction.length > 2 ? roundedDown.plus('0.01') : roundedDown)
}

function expectExecution(answer: Answer, status: 'filled' | 'killed'): void {
  expectStatus(answer, 200)
  expectShape(execution, answer, 'the answer to an execution')
  expectThat(answer.body.status === status, status, answer)
}

const execute = ({ call }: Peer, body: Execution): Promise<Answer> => call('POST', 'v1/executions', { body })

export const venueChecks: readonly AdapterCheck[] = [
  ...signingChecks('v1/instruments', 'docs/provider.md#signing'),
  {
    name: 'it lists its instruments',
    rule,
    run: async (peer) => void (await read(peer, 'v1/instruments', instruments, 'the instruments')),
  },
  {
    name: 'it streams ladders, best price first, uncrossed and unexpired',
    rule,
    async run(peer) {
      const { expires_at, ladders: all } = await message(peer)
      if (Date.parse(expires_at) <= peer.now()) throw new Mismatch('quotes that hold', `expires_at ${expires_at}`)
      for (const { symbol, bids, asks } of all) {
        const prices = [...bids.toReversed(), ...asks].map(([, price]) => decimal(price))
        const isRising = prices.every((price, index) => index === 0 || price.compare(prices[index - 1]!) >= 0)
        if (!isRising)
          throw new Mismatch(`bids below asks for ${symbol}, the best first`, JSON.stringify({ bids, asks }))
      }
    },
  },
  {
    name: 'it sends a message at least once a second',
    rule,
    async run({ stream }) {
      const times = (await stream('v1/stream', 3)).map(({ data }) => Date.parse((data as Ladders).at))
      const gaps = times.slice(1).map((at, index) => at - times[index]!)
      // Tolerance for network jitter.
      if (gaps.length !== 2 || gaps.some((gap) => gap > 1500))
        throw new Mismatch('gaps of a second', `${gaps.join()} ms`)
    },
  },
  {
    name: 'a quote is executed once per id; a repeat gets the same answer, other content is 409',
    rule,
    async run(peer) {
      const ask = await smallest(peer)
      const first = await execute(peer, ask)
      expectExecution(first, 'filled')
      const again = await execute(peer, ask)
      expectThat(again.status === 200 && same(first, again), 'the same answer again', again)
      const found = await peer.call('GET', `v1/executions/${ask.id}`)
      expectThat(found.status === 200 && same(first, found), 'the same answer when it is looked up', found)
      expectStatus(await execute(peer, { ...ask, side: 'Sell' }), 409)
    },
  },
  {
    name: 'an execution of an unknown quote is killed',
    rule,
    run: async (peer) =>
      expectExecution(await execute(peer, { ...(await smallest(peer)), quoteid: 'no-such-quote' }), 'killed'),
  },
  {
    name: 'an execution at another price than the quote’s is killed',
    rule,
    async run(peer) {
      const ask = await smallest(peer)
      expectExecution(await execute(peer, { ...ask, price: '0.5', amount: amountOf(ask.qty, '0.5') }), 'killed')
    },
  },
  {
    name: 'an amount that differs from quantity times price is killed',
    rule,
    async run(peer) {
      const ask = await smallest(peer)
      expectExecution(await execute(peer, { ...ask, amount: amountOf(ask.qty, '1.5') }), 'killed')
    },
  },
  {
    name: 'an id that was looked up first is 404, and never executed afterwards',
    rule,
    async run(peer) {
      const ask = await smallest(peer)
      expectStatus(await peer.call('GET', `v1/executions/${ask.id}`), 404)
      expectExecution(await execute(peer, ask), 'killed')
    },
  },
  {
    name: 'its positions are the sum of its fills',
    rule,
    async run(peer) {
      const before = await positionOf(peer, 'VCHF')
      const ask = await smallest(peer)
      expectExecution(await execute(peer, ask), 'filled')
      const after = await positionOf(peer, 'VCHF')
      // The venue sells what we buy.
      const sold = before.minus(after)
      if (!sold.equals(ask.qty)) throw new Mismatch(`${ask.qty} VCHF less`, `${String(sold)} less`)
    },
  },
]

async function positionOf(peer: Peer, asset: string): Promise<Decimal> {
  const { positions: all } = await read(peer, 'v1/positions', positions, 'the positions')
  return decimal(all.find((position) => position.asset === asset)?.amount ?? '0')
}
