import { createHash } from 'node:crypto'
import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { Bank } from '../bank/bank.ts'
import type { Wire } from '../bank/events.ts'
import { announceWire, assertRoom } from '../bank/wires.ts'
import { settlementSeconds, type TakeFault, usualDelay } from './misbehaviour.ts'

/** Money on its way to the customer. Its id at the bank guarantees one wire, at any crash. */
export type Proceeds = {
  endToEndId: string
  dueAt: string
  iban: string
  currency: FiatCurrency
  amount: string
  reference: string
}

/** The provider's bank account, which also holds its customer's money. */
export const ownIbans = { CHF: 'CH3608998000020020010', GBP: 'GB35UATB04008020000011' } as const

export const isFiat = (asset: AssetCode): asset is FiatCurrency => Object.hasOwn(ownIbans, asset)

/** Where a customer pays fiat for a conversion, and with which reference. */
export type Beneficiary = { name: string; iban: string; bic: string; reference: string }

const name = 'UAT Conversion Provider AG'

export const payTo = (currency: FiatCurrency, key: string): Beneficiary => ({
  name,
  iban: ownIbans[currency],
  bic: currency === 'CHF' ? 'UATBCHZZXXX' : 'UATBGB2LXXX',
  reference: `CONV ${createHash('sha256').update(key).digest('hex').slice(0, 24).toUpperCase()}`,
})

type Due = Pick<Proceeds, 'iban' | 'currency' | 'amount' | 'reference'>

/** Refused if the bank would not accept the wire. Then nothing is executed. */
export function proceedsOf(
  bank: Bank,
  what: 'CONV' | 'SETT',
  key: string,
  at: Date,
  due: Due,
  take: TakeFault,
): Proceeds[] {
  const late = take('settle_late')
  const seconds = settlementSeconds + (late ? (late.seconds ?? usualDelay) : 0)
  const dueAt = new Date(at.getTime() + seconds * 1000)
  const id = createHash('sha256').update(key).digest('hex').slice(0, 24).toUpperCase()
  const one = (nth: number): Proceeds => ({ ...due, endToEndId: `${what}-${id}-${nth}`, dueAt: dueAt.toISOString() })
  announceWire(bank.state, wireOf(one(1)), dueAt)
  assertRoom(bank.state, wireOf(one(1)))
  return take('fill_twice') ? [one(1), one(2)] : [one(1)]
}

export function wireOf(proceeds: Proceeds): Wire & { endToEndId: string } {
  const { endToEndId, iban, currency, amount, reference } = proceeds
  return {
    account: iban,
    currency,
    amount: parseAmount(amount, currency).minor,
    sender: { name, account: { kind: 'iban', iban: ownIbans[currency] } },
    reference,
    creditorAccount: null,
    endToEndId,
    recall: false,
    reason: null,
    seconds: null,
  }
}
