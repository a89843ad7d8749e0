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
  /** The institution to which a name without any other fact belongs (`belonging`). */
  readonly of?: string
}

/** The party as it is compared and stored: equal for what is compared equally, but for the case of a wallet. */
export function compared({ kind, name, born, countries, identifiers, of }: Party): Party {
  const ordered = identifiers?.map((one) => ({ kind: one.kind, value: one.value }))
  return {
    kind,
    name: kind === 'wallet' ? name.trim() : clean(name),
    ...(born !== undefined && { born }),
    ...(countries !== undefined && { countries: [...new Set(countries)].toSorted() }),
    ...(ordered !== undefined && { identifiers: ordered.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) }),
    ...(of !== undefined && { of }),
  }
}

const textOf = ({ kind, value }: { readonly kind: string; readonly value: string }): string => `${kind} ${value}`

/** A decision about a pair is kept under this hash and that of the entry. SQL: compliance.party_hash. */
export function partyHash(party: Party): string {
  const { kind, name, born = null, countries = [], identifiers = [], of } = compared(party)
  const key = kind === 'wallet' ? walletKey(name) : name
  const facts = [kind, key, born, countries, identifiers.map(textOf)]
  return hash('sha256', JSON.stringify(of === undefined ? facts : [...facts, of]))
}

/**
 * Of two parties of which only the name is known, it is not known whether they are the same. So what people decide about one
 * counts for the institution that it came from. An address of a wallet, or any other fact, is the same for all.
 */
export function belonging<P extends Party>(party: P, institutionId: string | null): P {
  const { kind, born, countries = [], identifiers = [] } = party
  const isNameAlone = kind !== 'wallet' && born === undefined && countries.length === 0 && identifiers.length === 0
  return isNameAlone && institutionId !== null ? { ...party, of: institutionId } : party
}

/** A party of which only the name is known. */
export const named = (name: string): Party => ({ kind: 'any', name })

export const wallet = (address: string): Party => ({ kind: 'wallet', name: address })
