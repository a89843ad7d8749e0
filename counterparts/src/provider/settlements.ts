import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { money, Refusal } from '../refusal.ts'
import { quoteOf } from './arrival.ts'
import { arrivalOf } from './arrivals.ts'
import type { ReturnAnswer, SettlementAnswer } from './custody.ts'
import type { TakeFault } from './misbehaviour.ts'
import { type Decision, once, type Pending } from './once.ts'
import { proceedsOf } from './proceeds.ts'
import type { Provider } from './provider.ts'
import { bookingDay } from './statement.ts'

export type SettlementAsk = { arrival: string; net: string; iban: string; reference: string }
export type ReturnAsk = { arrival: string; reason: string }

/** Wires an arrival on, without the spread. An arrival is settled or returned, once. */
export async function settle(
  provider: Provider,
  key: string,
  ask: SettlementAsk,
): Promise<SettlementAnswer | Pending | null> {
  const { settlements } = provider.state
  const answer = await once(provider, settlements, key, ask, (take, at) => decide(provider, key, ask, take, at))
  await provider.wire('settlements', key)
  return answer
}

function decide({ state, bank }: Provider, key: string, ask: SettlementAsk, take: TakeFault, at: Date): Decision {
  const arrival = arrivalOf(state, ask.arrival)
  const { currency, amount } = arrival
  const [all, net] = money(() => [parseAmount(amount, currency), parseAmount(ask.net, currency)] as const)
  if (net.minor === 0n) throw new Refusal(400, '`net` must be above zero.')
  const offered = quoteOf(arrival).net
  const reason =
    refusal(arrival, take) ??
    (net.minor > parseAmount(offered, currency).minor ? `At most ${offered} ${currency} of it would be wired.` : null)
  const day = bookingDay(state, currency, at)
  const common = { type: 'settlement', arrival: arrival.id, day } as const
  if (reason !== null) return { ...common, answer: { status: 'rejected', reason }, proceeds: [] }
  const spread = formatAmount({ asset: currency, minor: all.minor - net.minor })
  const due = { iban: ask.iban, currency, amount: ask.net, reference: ask.reference }
  const proceeds = proceedsOf(bank, 'SETT', key, at, due, take)
  return { ...common, answer: { status: 'settled', net: ask.net, spread }, proceeds }
}

/** Returns an arrival to its payer, in full. */
export function giveBack(provider: Provider, key: string, ask: ReturnAsk): Promise<ReturnAnswer | Pending | null> {
  const { state } = provider
  return once(provider, state.returns, key, ask, (take, at) => {
    const arrival = arrivalOf(state, ask.arrival)
    const reason = refusal(arrival, take)
    return {
      type: 'return',
      arrival: arrival.id,
      day: bookingDay(state, arrival.currency, at),
      reason: ask.reason,
      answer: reason === null ? { status: 'settled' } : { status: 'rejected', reason },
    }
  })
}

function refusal({ id, gone }: { id: string; gone: string | null }, take: TakeFault): string | null {
  if (gone !== null) return `The arrival ${id} was ${gone} already.`
  return take('reject') ? 'Refused by the provider.' : null
}
