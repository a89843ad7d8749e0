import type { AssetCode } from '@specie/protocol/assets.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

/** Halts the minting of a coin; the first reason stays on record. Only operators can lift it. */
export async function halt(env: Env, tx: Tx, coin: AssetCode, reason: string): Promise<void> {
  const at = env.clock.now()
  const halted = await tx.query(
    `insert into chains.halt (what, reason, actor, at) values ($1, $2, 'service', $3) on conflict do nothing returning 1`,
    [`mint:${coin}`, reason, at],
  )
  if (halted.length === 0) return
  env.log.fatal({ coin, reason }, 'minting is halted')
  await audit(tx, { actor: 'service', action: 'mint.halted', subject: coin, detail: { reason } })
}

/** True when there was a halt to lift. */
export async function lift(env: Env, tx: Tx, coin: string, who: string): Promise<boolean> {
  const at = env.clock.now()
  const lifted = await tx.query(
    'update chains.halt set lifted_at = $2, lifted_by = $3 where what = $1 and lifted_at is null returning 1',
    [`mint:${coin}`, at, who],
  )
  if (lifted.length === 0) return false
  await audit(tx, { actor: `operators ${who}`, action: 'mint.resumed', subject: coin, detail: {} })
  return true
}
