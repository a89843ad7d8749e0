import type { BankEntry } from '@specie/payments/camt.ts'
import { isScorReference } from '@specie/payments/reference.ts'
import { minus, parseAmount } from '@specie/protocol/money.ts'
import type { Arrival } from './arrival.ts'
import type { Proceeds } from './proceeds.ts'

// The provider's bookings for its customer. All entries carry the end-to-end id of the arrival; the reference of an
// entry says which booking it is.

export const arrivalEntry = (arrival: Arrival, iban: string, day: string): BankEntry => ({
  ...booked(arrival, arrival.id, day),
  ...quoted(arrival.reference),
  direction: 'credit',
  code: 'PMNT/RCDT/DMCT',
  creditorAccount: iban,
})

/** Wired twice, it is booked once. The second wire is the provider's own money. */
export function settlementEntries(arrival: Arrival, { amount, iban, reference }: Proceeds, day: string): BankEntry[] {
  const net = parseAmount(amount, arrival.currency)
  const spread = minus(parseAmount(arrival.amount, arrival.currency), net).minor
  const wired: BankEntry = {
    ...booked(arrival, `${arrival.id}-NET`, day),
    ...quoted(reference),
    amount: net.minor,
    counterparty: { name: null, account: iban, bic: null },
  }
  const kept: BankEntry = {
    ...booked(arrival, `${arrival.id}-SPREAD`, day),
    amount: spread,
    code: 'PMNT/MDOP/CHRG',
    counterparty: { name: null, account: null, bic: null },
  }
  return spread === 0n ? [wired] : [wired, kept]
}

export const returnEntry = (arrival: Arrival, reason: string, day: string): BankEntry => ({
  ...booked(arrival, `${arrival.id}-RETURN`, day),
  code: 'PMNT/RCDT/RRTN',
  reversal: true,
  returnReason: { code: 'NARR', info: reason, originalEndToEndId: arrival.id },
})

function booked(arrival: Arrival, bankref: string, day: string): BankEntry {
  return {
    bankref,
    direction: 'debit',
    amount: parseAmount(arrival.amount, arrival.currency).minor,
    currency: arrival.currency,
    bookingDate: day,
    valueDate: day,
    code: 'PMNT/ICDT/DMCT',
    reversal: false,
    endToEndId: arrival.id,
    instructionId: null,
    reference: { type: 'none', value: null },
    unstructured: null,
    creditorAccount: null,
    counterparty: { ...arrival.payer, bic: null },
    returnReason: null,
  }
}

const quoted = (reference: string): Pick<BankEntry, 'reference' | 'unstructured'> =>
  isScorReference(reference)
    ? { reference: { type: 'SCOR', value: reference }, unstructured: null }
    : { reference: { type: 'none', value: null }, unstructured: reference }
