import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import type { RuleDefinition, RuleFigures } from '@specie/protocol/rules.ts'
import { walletKey } from '@specie/screening/lists/wallet.ts'
import { hash } from 'node:crypto'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { normalName } from '../../base/party-names.ts'
import { firedSql } from './figures.ts'

// Rules look at items in the transaction that screens them. A hit is noted once (apply-rules.ts holds its item).

type Item = { readonly id: string; readonly institution_id: string }

/** A version that looks at items now. */
export type LiveVersion = {
  readonly version_id: string
  readonly is_shadow: boolean
  readonly definition: RuleDefinition
}

/** A version that fired for an item. */
export type RuleHit = {
  readonly version_id: string
  readonly item_id: string
  readonly institution_id: string
  readonly figures: RuleFigures
}

/** What is noted of an item. */
export type Movement = {
  readonly id: string
  readonly kind: HeldKind
  readonly institution_id: string
  readonly asset: string | null
  /** The fiat of a coin. */
  readonly priced_as: string | null
  readonly amount: string | null
  readonly counterparty: string | null
  readonly countries: readonly string[]
}

/** What rules need of an item: a part of HoldDetails. */
export type ItemDetails = {
  readonly asset: AssetCode | null
  readonly amount: bigint | null
  readonly blockchain: string | null
  readonly destination: string | null
  readonly parties: readonly string[]
  readonly countries: readonly string[]
}

export function movementOf(kind: HeldKind, { id, institution_id }: Item, details: ItemDetails): Movement {
  const { asset, amount, blockchain, destination, parties, countries } = details
  const account = destination === null || blockchain !== null ? null : destination.replaceAll(' ', '').toUpperCase()
  const [country] = account === null ? [] : (/^[A-Z]{2}(?=\d{2}[A-Z0-9]{11,30}$)/.exec(account) ?? [])
  return {
    id,
    kind,
    institution_id,
    asset,
    priced_as: asset === null ? null : (assets[asset].fiat ?? asset),
    amount: amount === null ? null : String(amount),
    counterparty: account ?? (destination === null ? nameKey(kind, parties) : walletKey(destination)),
    countries: country === undefined ? countries : [...countries, country],
  }
}

/** A sender without an account is known by a hash of the name. */
const nameKey = (kind: HeldKind, [name]: readonly string[]): string | null =>
  kind === 'wire' && name !== undefined ? `name ${hash('sha256', normalName(name)).slice(0, 32)}` : null

/** Notes them, and returns the versions that look at them. Waits for others that count the same movements. */
export const noteMovements = ({ clock }: Env, tx: Tx, movements: readonly Movement[]): Promise<LiveVersion[]> =>
  tx.query<LiveVersion>('select version_id, is_shadow, definition from compliance.note_movements($1, $2)', [
    JSON.stringify(movements),
    clock.now(),
  ])

/** Waits for others that count the movements of this institution. For callers that lock its balance before they screen. */
export async function lockMovements(tx: Tx, institutionId: string): Promise<void> {
  await tx.query(`select compliance.lock_movements($1, '{}')`, [[institutionId]])
}

/** The new hits, which are stored. One statement for all versions and items. */
export async function evaluate(
  { clock }: Pick<Env, 'clock'>,
  tx: Tx,
  versions: readonly LiveVersion[],
  items: readonly string[],
): Promise<RuleHit[]> {
  if (versions.length === 0 || items.length === 0) return []
  const values: unknown[] = [items, clock.now()]
  const put = (value: unknown): string => `$${values.push(value)}`
  const fired = versions.map(({ version_id, is_shadow, definition }) => {
    const columns = `${put(version_id)}::uuid as version_id, ${put(is_shadow)}::boolean as is_shadow`
    return firedSql(definition, 'm.item_id = any($1::uuid[])', put, columns)
  })
  return tx.query<RuleHit>(
    `insert into compliance.rule_hit (version_id, is_shadow, item_id, institution_id, figures, at)
     select fired.*, $2::timestamptz from (${fired.join(' union all ')}) fired
     on conflict do nothing returning version_id, item_id, institution_id, figures`,
    values,
  )
}
