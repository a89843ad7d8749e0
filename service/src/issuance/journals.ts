import type { AssetCode } from '@specie/protocol/assets.ts'
import { account, type Account } from '../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../ledger/posting/journal.ts'

// The parts of the journals of mints, redemptions and conversions (ledger.md).

type Owned = { readonly id: string; readonly institution_id: string }
type Lot = 'available' | 'pending'

/** The journals of a kind: `<kind>:<id>:<step>`. */
export const journalsOf =
  (kind: 'mint' | 'redemption' | 'conversion') =>
  ({ id }: Owned, step: string, lines: readonly Line[], meta: Record<string, string> = {}): Journal => ({
    key: `${kind}:${id}:${step}`,
    kind: `${kind}_${step}`,
    lines,
    meta: { ref: id, ...meta },
  })

/** The account of the owner. */
export const own = ({ institution_id }: Owned, lot: Lot, asset: AssetCode): Account =>
  account('client', lot, institution_id, asset)

export const holdLines = (one: Owned, asset: AssetCode, amount: bigint): Line[] => [
  debit(own(one, 'available', asset), amount),
  credit(own(one, 'pending', asset), amount),
]

export const releaseLines = (one: Owned, asset: AssetCode, amount: bigint): Line[] => [
  debit(own(one, 'pending', asset), amount),
  credit(own(one, 'available', asset), amount),
]
