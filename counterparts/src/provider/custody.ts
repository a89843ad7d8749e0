import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import type { Arrival } from './arrival.ts'
import { arrivalEntry, returnEntry, settlementEntries } from './entries.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { Proceeds } from './proceeds.ts'

// Fiat received for the customer, and its use: wired on without the provider's spread, or returned.

/** The account for a payer's fiat. */
export type Collection = { iban: string; bic: string; accountname: string; reference: string; currency: FiatCurrency }

type Rejected = { status: 'rejected'; reason: string }
export type CollectionAnswer = ({ status: 'open' } & Collection) | Rejected
export type SettlementAnswer = { status: 'settled'; net: string; spread: string } | Rejected
export type ReturnAnswer = { status: 'settled' } | Rejected

/** Identifies a repeated request. `until`: it is pending up to that settlement time. */
export type StoredRequest = { key: string; hash: string; until: string | null }

type Uses = { uses: Misbehaviour[] }

/** All events of money in custody. `day` is the booking day. */
export type CustodyEvent =
  | ({ type: 'collection'; answer: CollectionAnswer } & StoredRequest & Uses)
  | ({ type: 'arrived'; arrival: Arrival; day: string; times: number } & Uses)
  | ({
      type: 'settlement'
      arrival: string
      answer: SettlementAnswer
      day: string
      proceeds: Proceeds[]
    } & StoredRequest &
      Uses)
  | ({ type: 'return'; arrival: string; answer: ReturnAnswer; day: string; reason: string } & StoredRequest & Uses)
  | ({ type: 'stated'; currency: FiatCurrency; day: string; differs: boolean } & Uses)

/** A request with its key. */
export type TakenRequest = Extract<CustodyEvent, StoredRequest>

type Answered<Answer> = Omit<StoredRequest, 'key'> & { answer: Answer }

export type Custody = {
  collections: Map<string, Answered<CollectionAnswer>>
  byReference: Map<string, Collection & { until: string | null }>
  arrivals: Map<string, Arrival & { gone: 'settled' | 'returned' | null }>
  /** Ids of arrivals in the order of their report. The first has number 1. */
  told: string[]
  settlements: Map<string, Answered<SettlementAnswer> & { arrival: string; proceeds: Proceeds[] }>
  returns: Map<string, Answered<ReturnAnswer> & { arrival: string; reason: string }>
  /** The customer's balance, as booked. */
  books: { readonly [currency in FiatCurrency]: BankEntry[] }
  /** Days with a statement. They are closed. */
  stated: { readonly [currency in FiatCurrency]: Set<string> }
}

export const newCustody = (): Custody => ({
  collections: new Map(),
  byReference: new Map(),
  arrivals: new Map(),
  told: [],
  settlements: new Map(),
  returns: new Map(),
  books: { CHF: [], GBP: [] },
  stated: { CHF: new Set(), GBP: new Set() },
})

/** Part of the provider's `apply`: replaying the log gives the same state. */
export function applyCustody(custody: Custody, event: CustodyEvent): void {
  switch (event.type) {
    case 'collection': {
      const { key, hash, until, answer } = event
      custody.collections.set(key, { hash, until, answer })
      if (answer.status === 'open') custody.byReference.set(answer.reference, { ...answer, until })
      break
    }
    case 'arrived': {
      const { arrival, day, times } = event
      custody.arrivals.set(arrival.id, { ...arrival, gone: null })
      for (let nth = 1; nth <= times; nth += 1) custody.told.push(arrival.id)
      const { iban } = custody.byReference.get(arrival.reference)!
      custody.books[arrival.currency].push(arrivalEntry(arrival, iban, day))
      break
    }
    case 'settlement': {
      const { key, hash, until, answer, proceeds } = event
      custody.settlements.set(key, { hash, until, answer, arrival: event.arrival, proceeds })
      if (answer.status !== 'settled') break
      const arrival = custody.arrivals.get(event.arrival)!
      arrival.gone = 'settled'
      custody.books[arrival.currency].push(...settlementEntries(arrival, proceeds[0]!, event.day))
      break
    }
    case 'return': {
      const { key, hash, until, answer, reason } = event
      custody.returns.set(key, { hash, until, answer, arrival: event.arrival, reason })
      if (answer.status !== 'settled') break
      const arrival = custody.arrivals.get(event.arrival)!
      arrival.gone = 'returned'
      custody.books[arrival.currency].push(returnEntry(arrival, reason, event.day))
      break
    }
    case 'stated':
      custody.stated[event.currency].add(event.day)
      if (event.differs) addCent(custody.books[event.currency], event.day)
  }
}

/** A permanent booking error. The statement agrees with itself and its successors, but with no other record. */
function addCent(books: BankEntry[], day: string): void {
  const first = books.findIndex(({ bookingDate }) => bookingDate === day)
  books[first] = { ...books[first]!, amount: books[first]!.amount + 1n }
}
