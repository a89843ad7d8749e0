import type { AccountId } from '@specie/payments/account.ts'
import type { FiatCurrency } from '@specie/payments/bankfile.ts'

export type BankAccount = {
  purpose: 'client_money' | 'reserve' | 'house'
  currency: FiatCurrency
  iban: string
  /** Paid with a QR reference only. */
  qriban: string | null
  sortcode: string | null
  account: string | null
  bic: string
  name: string
}

const swiss = { currency: 'CHF', sortcode: null, account: null, bic: 'UATBCHZZXXX' } as const
const british = { currency: 'GBP', qriban: null, sortcode: '040080', bic: 'UATBGB2LXXX' } as const

/** The desk's accounts at this bank. Bank number, QR bank number and sort code belong to no real bank. */
export const accounts: readonly BankAccount[] = [
  {
    purpose: 'client_money',
    ...swiss,
    iban: 'CH0308998000010010010',
    qriban: 'CH9131998000010010010',
    name: 'Specie Client Money',
  },
  {
    purpose: 'client_money',
    ...british,
    iban: 'GB50UATB04008010000011',
    account: '10000011',
    name: 'Specie Client Money',
  },
  {
    purpose: 'reserve',
    ...swiss,
    iban: 'CH2408998000010010020',
    qriban: 'CH1531998000010010020',
    name: 'Specie Reserve',
  },
  {
    purpose: 'reserve',
    ...british,
    iban: 'GB97UATB04008010000038',
    account: '10000038',
    name: 'Specie Reserve',
  },
  { purpose: 'house', ...swiss, iban: 'CH4508998000010010030', qriban: null, name: 'Specie House' },
  { purpose: 'house', ...british, iban: 'GB31UATB04008010000062', account: '10000062', name: 'Specie House' },
]

export function accountAt(iban: string): BankAccount {
  const account = accounts.find((account) => account.iban === iban)
  if (!account) throw new Error(`${iban} is not an account of this bank`)
  return account
}

export function ownAccount(id: AccountId): BankAccount | null {
  const isIt = (own: BankAccount) =>
    id.kind === 'iban'
      ? own.iban === id.iban || own.qriban === id.iban
      : own.sortcode === id.sortcode && own.account === id.account
  return accounts.find(isIt) ?? null
}
