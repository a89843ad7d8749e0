import { createHash } from 'node:crypto'
import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import { mod97 } from '@specie/payments/iban.ts'
import { scorReference } from '@specie/payments/reference.ts'
import type { Collection, CollectionAnswer, Custody } from './custody.ts'
import { once, type Pending } from './once.ts'
import type { Provider } from './provider.ts'

export type CollectionAsk = { currency: FiatCurrency; name: string }

export function openCollection(
  provider: Provider,
  key: string,
  ask: CollectionAsk,
): Promise<CollectionAnswer | Pending | null> {
  const { state } = provider
  return once(provider, state.collections, key, ask, (take) => ({
    type: 'collection',
    answer: take('collection_rejected')
      ? { status: 'rejected', reason: 'The provider opens no account in this name.' }
      : { status: 'open', ...collectionOf(state, key, ask) },
  }))
}

/** The same for the same key, unless another collection already has the number. */
function collectionOf({ byReference }: Custody, key: string, { currency, name }: CollectionAsk): Collection {
  const ibans = new Set([...byReference.values()].map(({ iban }) => iban))
  for (let nth = 1; ; nth += 1) {
    const digest = createHash('sha256').update(`${currency} ${key} ${nth}`).digest('hex').toUpperCase()
    const body = digest.slice(16, 28)
    const collection: Collection = {
      ...places[currency](BigInt(`0x${digest.slice(0, 16)}`)),
      accountname: Array.from(`UAT Provider for ${name}`).slice(0, 70).join(''), // the maximum length at a bank
      reference: currency === 'CHF' ? scorReference(body) : `RAIL${body}`, // pounds: at most 18 characters
      currency,
    }
    if (!ibans.has(collection.iban) && !byReference.has(collection.reference)) return collection
  }
}

/** Bank number and sort code belong to no real bank; British account numbers pass the modulus check of that sort code. */
const places: { readonly [currency in FiatCurrency]: (number: bigint) => Pick<Collection, 'iban' | 'bic'> } = {
  CHF: (number) => ({ iban: ibanOf('CH', `089983${digits(number, 11)}`), bic: 'UATBCHZZXXX' }),
  GBP: (number) => ({ iban: ibanOf('GB', `UATB040085${withCheckDigit(digits(number, 7))}`), bic: 'UATBGB2LXXX' }),
}

const digits = (number: bigint, count: number): string => String(number % 10n ** BigInt(count)).padStart(count, '0')

function withCheckDigit(account: string): string {
  const weights = [7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((sum, weight, index) => sum + weight * Number(account[index]), 0)
  return `${account}${(10 - (sum % 10)) % 10}`
}

const ibanOf = (country: string, account: string): string =>
  `${country}${String(98 - mod97(`${account}${country}00`)).padStart(2, '0')}${account}`
