import type { AssetCode } from '@specie/protocol/assets.ts'
import type { HeldKind, HoldDecision } from '@specie/protocol/holds.ts'
import type { Lot } from '../ledger/explorer/client-lots.ts'
import type { HoldDetails } from './held-items.ts'

// The effect of a decision on the balances of the client. Pure: shows people in advance what the products will book.

export type LotChange = { readonly asset: AssetCode; readonly name: Lot; readonly change: bigint }

/** The destination of the held money: the client's available balance, outside, or unchanged. */
type MoneyEffect = 'available' | 'away' | 'stays'

type Effect = { to: MoneyEffect; next: string }
type Effects = { readonly release: Effect; readonly reject: Effect; readonly freeze?: Effect }

const frozen: Effect = { to: 'away', next: 'It stays with us, frozen, and is no longer the client’s.' }

const moneyEffect: { readonly [kind in HeldKind]: Effects } = {
  mint: {
    release: { to: 'away', next: 'It continues: the money pays for the coins, which are minted.' },
    reject: { to: 'available', next: 'Nothing is minted, and the money is available again.' },
  },
  redemption: {
    release: { to: 'away', next: 'It continues. The coins are burned, and their money is paid out.' },
    reject: { to: 'available', next: 'Nothing is burned, and the coins are available again.' },
  },
  withdrawal: {
    release: { to: 'away', next: 'It continues, and the money is paid to its destination.' },
    reject: { to: 'available', next: 'Nothing leaves, and the money is available again.' },
  },
  deposit: {
    release: { to: 'available', next: 'It is credited.' },
    reject: { to: 'away', next: 'It is returned to the address that you name, less the network fee.' },
    freeze: frozen,
  },
  wire: {
    release: { to: 'available', next: 'It is credited.' },
    reject: { to: 'away', next: 'It is returned to its sender.' },
    freeze: frozen,
  },
  rail: {
    release: { to: 'stays', next: 'The rail can be used.' },
    reject: { to: 'stays', next: 'The rail is rejected.' },
  },
  payment: {
    release: { to: 'stays', next: 'It continues over its rail.' },
    reject: { to: 'stays', next: 'It is returned to its payer.' },
  },
}

/** The possible decisions about a hold on an item of this kind. */
export const decisionsFor = (kind: HeldKind): HoldDecision[] => Object.keys(moneyEffect[kind]) as HoldDecision[]

type Kept = Pick<HoldDetails, 'kept' | 'kept_asset' | 'kept_in'>

/** `others`: the number of other holds on it. One rejection is enough; a release needs all holds to be released. */
export function effectOf(
  kind: HeldKind,
  decision: HoldDecision,
  { kept, kept_asset: asset, kept_in: name }: Kept,
  others: number,
): { next: string; changes: LotChange[] } {
  const { to, next } = moneyEffect[kind][decision]!
  if (decision === 'release' && others > 0)
    return { next: 'It stays on hold, because another hold on it must be decided too.', changes: [] }
  if (to === 'stays' || kept === null || asset === null || name === null) return { next, changes: [] }
  const out = { asset, name, change: -kept }
  return { next, changes: to === 'away' ? [out] : [out, { asset, name: 'available', change: kept }] }
}
