import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import { Refusal } from '../refusal.ts'
import type { Arrival } from './arrival.ts'
import type { Custody } from './custody.ts'
import { taker } from '../pending-faults.ts'
import { isPending } from './once.ts'
import type { Provider } from './provider.ts'
import { bookingDay } from './statement.ts'

export type IncomingPayment = Pick<Arrival, 'reference' | 'currency' | 'amount' | 'payer'>

/** An incoming payment to a collection, in any currency. */
export function arrive(provider: Provider, paid: IncomingPayment): { number: number; id: string } {
  const { state, bank } = provider
  const collection = state.byReference.get(paid.reference)
  if (!collection || isPending(provider, collection))
    throw new Refusal(404, `No collection with the reference ${paid.reference} is open here.`)
  const at = bank.now()
  const id = `${bank.state.id}-A${String(state.arrivals.size + 1).padStart(9, '0')}`
  const { take, uses } = taker(state)
  const times = take('arrive_twice') ? 2 : 1
  const day = bookingDay(state, paid.currency, at)
  void provider.record({ type: 'arrived', arrival: { ...paid, id, at: at.toISOString() }, day, times, uses })
  return { number: state.told.length - times + 1, id }
}

const maxArrivals = 500

/** The same arrival may have two numbers. */
export function arrivalsAfter({ told, arrivals }: Custody, after: number): (Arrival & { number: number })[] {
  return told.slice(after, after + maxArrivals).map((id, index) => {
    const { gone: _, ...arrival } = arrivals.get(id)!
    return { number: after + index + 1, ...arrival }
  })
}

export function arrivalOf({ arrivals }: Custody, id: string): Arrival & { gone: string | null } {
  const arrival = arrivals.get(id)
  if (!arrival) throw new Refusal(404, `Nothing has arrived with the id ${id}.`)
  return arrival
}

/** The default payers in UAT, who also get returns. */
export const usualPayers: { readonly [currency in FiatCurrency]: string } = {
  CHF: 'CH9300762011623852957',
  GBP: 'GB29NWBK60161331926819',
}
