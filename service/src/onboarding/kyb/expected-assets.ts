import type { AssetCode } from '@specie/protocol/assets.ts'
import { isDone } from '@specie/protocol/machines.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { holdDetailsUnderWay } from '../../compliance/held-items.ts'

/**
 * Kinds that can credit the institution's balance: the coins or the fiat of a supply change, the money of a payment
 * that returns.
 */
const kinds = ['mint', 'redemption', 'withdrawal'] as const

/** The assets that the open items of an institution can still credit, by success or failure. */
export async function expectedAssets(env: Env, db: Sql, institutionId: string): Promise<Set<AssetCode>> {
  const found = new Set<AssetCode>()
  for (const kind of kinds) {
    const { machine } = env.runtime.rooms.held[kind]
    const open = Object.keys(machine.states).filter((state) => !isDone(machine, state))
    for (const { asset, kept_asset, fee_asset } of await holdDetailsUnderWay({ ...env, db }, kind, institutionId, open))
      for (const one of [asset, kept_asset, fee_asset]) if (one !== null) found.add(one)
  }
  return found
}
