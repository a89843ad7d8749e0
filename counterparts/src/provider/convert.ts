import { createHash } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, parseAmount, type Price } from '@specie/protocol/money.ts'
import { wall } from '../machine.ts'
import { Refusal } from '../refusal.ts'
import { delivered } from './delivered.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { taker } from '../pending-faults.ts'
import { costOf, priceAt, type Pair } from './prices.ts'
import { isFiat, payTo, proceedsOf } from './proceeds.ts'
import type { Answer, Provider, State } from './provider.ts'

export type Ask = {
  sell: AssetCode
  buy: 'CHF' | 'GBP'
  bought: string
  most_sold: string
  iban: string
  reference: string
}

/** The time of the current prices. */
export const priceTime = ({ staleSince }: State): number => staleSince ?? wall()

export const priceOf =
  (state: State) =>
  (symbol: Pair): Price =>
    priceAt(symbol, state.anchors[symbol], priceTime(state))

/** Sells once per key, and repeats the answer ever after. Null: the connection must end without an answer. */
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
      const uses = await takeAsk(provider, key, hash, ask, there)
      if (uses.includes('timeout_after_accept')) return null
    }
  }
  const taken = state.conversions.get(key)!
  if (taken.hash !== hash) throw new Refusal(409, `The key ${key} was used for another conversion.`)
  await provider.wire('conversions', key)
  await provider.durable()
  return taken.answer
}

async function takeAsk(
  provider: Provider,
  key: string,
  hash: string,
  ask: Ask,
  there: bigint | null,
): Promise<Misbehaviour[]> {
  const { state, bank } = provider
  const { take, uses } = taker(state)
  if (take('error')) {
    await provider.record({ type: 'failed', uses })
    throw new Refusal(503, 'Failing on request.')
  }
  const { sell, buy } = ask
  const bought = parseAmount(ask.bought, buy)
  const { sold, spread } = costOf(bought, sell, priceOf(state))
  if (there !== null && there - (state.sold.get(sell) ?? 0n) < sold.minor)
    throw new Refusal(402, `Less ${sell} than ${formatAmount(sold)} has arrived. Deliver first, then convert.`)
  const refusal = take('reject')
    ? 'Refused by the provider.'
    : sold.minor > parseAmount(ask.most_sold, sell).minor
      ? `The price has moved. It would take ${formatAmount(sold)} ${sell}.`
      : null
  const answer: Answer =
    refusal === null
      ? {
          status: 'filled',
          sell,
          sold: formatAmount(sold),
          buy,
          bought: ask.bought,
          spread: formatAmount(spread),
          ...(isFiat(sell) ? { pay_to: payTo(sell, key) } : {}),
        }
      : { status: 'rejected', reason: refusal }
  const due = { iban: ask.iban, currency: buy, amount: formatAmount(bought), reference: ask.reference }
  const proceeds = refusal === null ? proceedsOf(bank, 'CONV', key, bank.now(), due, take) : []
  take('timeout_after_accept')
  await provider.record({ type: 'taken', key, hash, answer, proceeds, uses })
  await provider.wire('conversions', key)
  return uses
}
