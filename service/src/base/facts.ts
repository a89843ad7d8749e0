import type { AssetCode } from '@specie/protocol/assets.ts'
import { type Amount, formatAmount } from '@specie/protocol/money.ts'
import type { ActName } from '@specie/protocol/people/acts.ts'
import { type FactView, none } from '@specie/protocol/web-api/facts.ts'
import type { PlaceKind } from '@specie/protocol/web-api/places.ts'

// The subject of a request in the terms of the people who decide. Each kind of approval makes its own list (Approvable).

/** `place`: the thing, to link its page. `needs`: readers of the request without this right do not see the fact. */
export type Fact = Omit<FactView, 'path'> & {
  readonly place: { readonly kind: PlaceKind; readonly id: string } | null
  readonly needs: ActName | null
}
type More = Partial<Omit<Fact, 'label' | 'value' | 'kind'>>

const plain = { part: 'subject', before: null, asset: null, note: null, place: null, needs: null } as const

const fact = (kind: Fact['kind'], label: string, value: string | null, more: More = {}): Fact => ({
  ...plain,
  kind,
  label,
  value: value ?? none,
  ...more,
})

export const text = (label: string, value: string | null, more?: More): Fact => fact('text', label, value, more)

/** An address, an account number or a key: shown in full, in fixed width. */
export const code = (label: string, value: string | null, more?: More): Fact => fact('code', label, value, more)

export const time = (label: string, at: Date | string | null, more?: More): Fact =>
  fact('time', label, at instanceof Date ? at.toISOString() : at, more)

export const money = (label: string, amount: Amount, more: More = {}): Fact =>
  fact('money', label, formatAmount(amount), { asset: amount.asset, ...more })

/** A thing with a page of its own, by its name. */
export const thing = (label: string, name: string, kind: PlaceKind, id: string, more: More = {}): Fact =>
  fact('text', label, name, { place: { kind, id }, ...more })

export const evidence = (one: Fact): Fact => ({ ...one, part: 'evidence' })

/** A setting before and after; folded away when it stays. */
export const change = (label: string, before: string | null, after: string | null, more: More = {}): Fact =>
  before === after
    ? text(label, after, { ...more, part: 'unchanged' })
    : text(label, after, { part: 'effect', before: before ?? none, ...more })

/** A balance or an amount before and after. */
export const moneyChange = (label: string, asset: AssetCode, before: bigint, after: bigint, more: More = {}): Fact =>
  money(label, { asset, minor: after }, { part: 'effect', before: formatAmount({ asset, minor: before }), ...more })

/** A count with its noun: `3 files`, `1 file`. */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`

/** A word of the code for people: `in_review` becomes ‘in review’. */
export const words = (name: string): string => name.replaceAll(/[_.]/g, ' ')
