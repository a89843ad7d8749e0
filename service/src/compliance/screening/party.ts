import { clean } from '@specie/screening/lists/entry.ts'
import { walletKey } from '@specie/screening/lists/wallet.ts'
import { hash } from 'node:crypto'

/** `any`: the name may be of a person or of a company. */
export type PartyKind = 'person' | 'company' | 'any' | 'wallet'

/** What is compared with the lists. A missing field counts neither for nor against. */
export type Party = {
  readonly kind: PartyKind
  /** Of a wallet: its address. */
  readonly name: string
  /** Of a company: the day of its foundation. */
  readonly born?: string | undefined
  /** ISO 3166. */
  readonly countries?: readonly string[]
  readonly identifiers?: readonly { readonly kind: string; readonly value: string }[]
}

/** Equal for what is compared equally. A decision about a pair is kept under this hash and that of the entry. */
export function partyHash({ kind, name, born, countries = [], identifiers = [] }: Party): string {
  const compared = [
    kind,
    kind === 'wallet' ? walletKey(name) : clean(name),
    born ?? null,
    [...new Set(countries)].toSorted(),
    identifiers.map((one) => `${one.kind} ${one.value}`).toSorted(),
  ]
  return hash('sha256', JSON.stringify(compared))
}

/** A party of which only the name is known. */
export const named = (name: string): Party => ({ kind: 'any', name })

export const wallet = (address: string): Party => ({ kind: 'wallet', name: address })
