import { createHash } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { type Amount, formatAmount, parseAmount, type Price } from '@specie/protocol/money.ts'
import { announceWire } from '../bank/wires.ts'
import { wall } from '../machine.ts'
import { Refusal } from '../refusal.ts'
import { wishFor } from '../wishes.ts'
import { delivered } from './deposits.ts'
import { type Misbehaviour, settlementSeconds, usualDelay } from './misbehaviour.ts'
import { costOf, priceAt, type Pair } from './prices.ts'
import { type Answer, type Proceeds, type Provider, type State, wireOf } from './provider.ts'

export type Ask = {
  sell: AssetCode
  buy: 'CHF' | 'GBP'
  bought: string
  most_sold: string
  iban: string
  reference: string
}

/** When the prices of this moment were made. */
export const priceTime = ({ staleSince }: State): number => staleSince ?? wall()

export const priceOf =
  (state: State) =>
  (symbol: Pair): Price =>
    priceAt(symbol, state.anchors[symbol], priceTime(state))

/** Sells once for each key, and says the same ever after. Null: the connection is to end without an answer. */
export async function convert(
  provider: Provider,
  devnetUrl: string | null,
  key: string,
  ask: Ask,
): Promise<Answer | null> {
  const { state } = provider
  const hash = createHash('sha256').update(JSON.stringify(ask)).digest('hex')
  if (!state.conversions.has(key)) {
    const there = await delivered(devnetUrl, ask.sell)
    if (!state.conversions.has(key)) {
      const uses = await take(provider, key, hash, ask, there)
      if (uses.includes('timeout_after_accept')) return null
    }
  }
  const taken = state.conversions.get(key)!
  if (taken.hash !== hash) throw new Refusal(409, `The key ${key} was used for another conversion.`)
  await provider.wire(key)
  await provider.durable()
  return taken.answer
}

async function take(
  provider: Provider,
  key: string,
  hash: string,
  ask: Ask,
  there: bigint | null,
): Promise<Misbehaviour[]> {
  const { state } = provider
  const uses: Misbehaviour[] = []
  const wish = (next: Misbehaviour) => {
    const found = wishFor(state.asked, next)
    if (found) uses.push(next)
    return found
  }
  if (wish('error')) {
    await provider.record({ type: 'failed', uses })
    throw new Refusal(503, 'Told to fail.')
  }
  const { sell, buy } = ask
  const bought = parseAmount(ask.bought, buy)
  const { sold, spread } = costOf(bought, sell, priceOf(state))
  if (there !== null && there - (state.sold.get(sell) ?? 0n) < sold.minor)
    throw new Refusal(402, `Less ${sell} than ${formatAmount(sold)} has arrived: deliver first, then convert.`)
  const refusal = wish('reject')
    ? 'Refused by the provider.'
    : sold.minor > parseAmount(ask.most_sold, sell).minor
      ? `The price has moved: it would take ${formatAmount(sold)} ${sell}.`
      : null
  const answer: Answer =
    refusal === null
      ? { status: 'filled', sell, sold: formatAmount(sold), buy, bought: ask.bought, spread: formatAmount(spread) }
      : { status: 'rejected', reason: refusal }
  const proceeds = refusal === null ? proceedsOf(provider, key, ask, bought, wish) : []
  wish('timeout_after_accept')
  await provider.record({ type: 'taken', key, hash, answer, proceeds, uses })
  await provider.wire(key)
  return uses
}

type Wish = (next: Misbehaviour) => { seconds: number | null } | null

/** Refused where the bank would not take the wire: then nothing is sold. */
function proceedsOf({ bank }: Provider, key: string, ask: Ask, bought: Amount, wish: Wish): Proceeds[] {
  const late = wish('settle_late')
  const seconds = settlementSeconds + (late ? (late.seconds ?? usualDelay) : 0)
  const dueAt = new Date(bank.now().getTime() + seconds * 1000)
  const id = createHash('sha256').update(key).digest('hex').slice(0, 24).toUpperCase()
  const one = (nth: number): Proceeds => ({
    endToEndId: `CONV-${id}-${nth}`,
    dueAt: dueAt.toISOString(),
    iban: ask.iban,
    currency: ask.buy,
    amount: formatAmount(bought),
    reference: ask.reference,
  })
  announceWire(bank.state, wireOf(one(1)), dueAt)
  return wish('fill_twice') ? [one(1), one(2)] : [one(1)]
}
