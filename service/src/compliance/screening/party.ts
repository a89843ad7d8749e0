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

/** The party as it is compared and stored: equal for what is compared equally, but for the case of a wallet. */
export function compared({ kind, name, born, countries, identifiers }: Party): Party {
  const ordered = identifiers?.map((one) => ({ kind: one.kind, value: one.value }))
  return {
    kind,
    name: kind === 'wallet' ? name.trim() : clean(name),
    ...(born !== undefined && { born }),
    ...(countries !== undefined && { countries: [...new Set(countries)].toSorted() }),
    ...(ordered !== undefined && { identifiers: ordered.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) }),
  }
}

const textOf = ({ kind, value }: { readonly kind: string; readonly value: string }): string => `${kind} ${value}`

/** A decision about a pair is kept under this hash and that of the entry. SQL: compliance.party_hash. */
export function partyHash(party: Party): string {
  const { kind, name, born = null, countries = [], identifiers = [] } = compared(party)
  const key = kind === 'wallet' ? walletKey(name) : name
  return hash('sha256', JSON.stringify([kind, key, born, countries, identifiers.map(textOf)]))
}

/** A party of which only the name is known. */
export const named = (name: string): Party => ({ kind: 'any', name })

export const wallet = (address: string): Party => ({ kind: 'wallet', name: address })
