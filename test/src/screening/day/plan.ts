import { type Random, oneOf } from '../../seeded-random.ts'

// What happens on the day, drawn before it begins: who pays whom, and what is wrong with it.

export type Kind = 'wire' | 'mint' | 'withdrawal' | 'payout' | 'payment'

/** Why an item is stopped, or may be. */
export type Trouble =
  | 'listed sender'
  | 'listed wallet'
  | 'listed holder'
  | 'listed payer'
  | 'listed director'
  /** Under way when its director is listed: it has left before, or is held. */
  | 'director is listed later'
  | 'provider rejects'
  | 'provider is silent'

/** What two people decide about a listed party. */
export type Decision = 'release' | 'reject'

export type Item = {
  readonly number: number
  /** An index of `names`. */
  readonly institution: number
  readonly kind: Kind
  readonly trouble: Trouble | null
  /** The listed party: what people decide about it counts for all its items. Null: none. */
  readonly party: string | null
  /** The label of the wallet, for coins. */
  readonly wallet: string
  readonly amount: string
}

export type Plan = {
  readonly items: readonly Item[]
  /** From this item on the new versions of the lists are active. */
  readonly turn: number
  /** The number of listed senders. */
  readonly senders: number
}

export const names = [
  'Alder Treasury AG',
  'Birch Capital AG',
  'Cedar Payments AG',
  'Dogwood Trust AG',
  'Elmwick Shipping AG',
] as const
/** The institution whose director is listed. It does little, so that few items are stopped. */
export const listedLater = names.length - 1

const kinds: readonly (readonly [kind: Kind, weight: number])[] = [
  ['wire', 6],
  ['mint', 4],
  ['withdrawal', 4],
  ['payout', 2],
  ['payment', 4],
]
const weighted = kinds.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))

const troubles: { readonly [kind in Kind]: readonly Trouble[] } = {
  wire: ['listed sender'],
  mint: ['listed wallet', 'provider rejects', 'provider is silent'],
  withdrawal: ['listed wallet', 'provider rejects', 'provider is silent'],
  payout: ['listed holder'],
  payment: ['listed wallet', 'listed payer', 'provider rejects', 'provider is silent'],
}

/** Troubles that only the new versions bring. */
const isOfNewVersion = (trouble: Trouble): boolean => trouble.startsWith('listed') && trouble !== 'listed sender'

/** One in twenty items is stopped, counting those of the listed director. */
export function planOf(pick: Random, count: number): Plan {
  const turn = Math.floor(count * 0.4) + pick(Math.ceil(count * 0.2))
  const senders = Math.max(2, Math.floor(count / 100))
  const items = Array.from({ length: count }, (_, number) => itemOf(pick, number, number >= turn, senders))
  return { items, turn, senders }
}

function itemOf(pick: Random, number: number, isLate: boolean, senders: number): Item {
  const kind = oneOf(pick, weighted)
  const institution = pick(40) === 0 ? listedLater : pick(listedLater)
  const trouble = troubleOf(pick, kind, institution, isLate)
  return {
    number,
    institution,
    kind,
    trouble,
    party: partyOf(pick, trouble, institution, senders),
    wallet: walletOf(pick, trouble),
    amount: `${100 + pick(400)}.${String(pick(100)).padStart(2, '0')}`,
  }
}

function troubleOf(pick: Random, kind: Kind, institution: number, isLate: boolean): Trouble | null {
  if (institution === listedLater)
    return kind === 'wire' ? null : isLate ? 'listed director' : 'director is listed later'
  if (pick(28) > 0) return null
  const possible = troubles[kind].filter((trouble) => isLate || !isOfNewVersion(trouble))
  return possible.length === 0 ? null : oneOf(pick, possible)
}

function partyOf(pick: Random, trouble: Trouble | null, institution: number, senders: number): string | null {
  if (trouble === 'listed sender') return `sender ${pick(senders)}`
  if (trouble === 'listed director' || trouble === 'director is listed later') return 'director'
  return trouble?.startsWith('listed') ? `${trouble.slice('listed '.length)} ${institution}` : null
}

function walletOf(pick: Random, trouble: Trouble | null): string {
  if (trouble === 'listed wallet') return 'listed'
  if (trouble === 'provider rejects') return 'rejecting'
  if (trouble === 'provider is silent') return 'silent'
  return oneOf(pick, ['own', 'own', 'approving'])
}
