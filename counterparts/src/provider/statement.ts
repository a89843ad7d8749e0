import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import { endOfDay, localDate, systemOf } from '@specie/payments/calendar.ts'
import { type BankEntry, writeStatement } from '@specie/payments/camt.ts'
import { later } from '../bank/days.ts'
import { signedSum } from '../bank/state.ts'
import { Refusal } from '../refusal.ts'
import type { Custody } from './custody.ts'
import { taker } from '../pending-faults.ts'
import { ownIbans } from './proceeds.ts'
import type { Provider } from './provider.ts'

const dayMs = 86_400_000

/** The calendar day there, weekends included. A day with a statement is closed, even if the clock was set back. */
export function bookingDay({ stated }: Custody, currency: FiatCurrency, at: Date): string {
  const today = localDate(systemOf(currency), at)
  const closed = [...stated[currency]].reduce(later, '')
  return closed < today ? today : new Date(Date.parse(closed) + dayMs).toISOString().slice(0, 10)
}

/** camt.053: the customer's balance at the provider, for one finished day. It never changes. */
export async function statementOf(provider: Provider, currency: FiatCurrency, day: string): Promise<string> {
  const { state, bank } = provider
  const end = endOfDay(systemOf(currency), day)
  if (bank.now() < end) throw new Refusal(404, `${day} is not over yet.`)
  if (!state.stated[currency].has(day)) {
    const { take, uses } = taker(state)
    const differs = state.books[currency].some(isOf(day)) && take('statement_differs') !== null
    await provider.record({ type: 'stated', currency, day, differs, uses })
  }
  await provider.durable()
  const entries = state.books[currency].filter(isOf(day))
  const opening = state.books[currency].filter(({ bookingDate }) => bookingDate < day).reduce(signedSum, 0n)
  const messageId = `${bank.state.id}-${currency}-${day}`
  return writeStatement({
    kind: 'camt.053',
    messageId,
    createdAt: end.toISOString(),
    account: ownIbans[currency],
    currency,
    statementId: messageId,
    sequence: BigInt(Date.parse(day) / dayMs), // each day has the next number
    from: day,
    to: day,
    opening,
    closing: entries.reduce(signedSum, opening),
    entries,
  })
}

const isOf =
  (day: string) =>
  ({ bookingDate }: BankEntry): boolean =>
    bookingDate === day
