import type { AssetCode } from '@specie/protocol/assets.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { haltedAgain } from '../../people/approval/refusal.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'

/** Halts the minting of a coin; the first reason stays on record. Only operators can lift it. */
export async function halt(env: Env, tx: Tx, coin: AssetCode, reason: string): Promise<void> {
  const at = env.clock.now()
  const halted = await tx.query(
    `insert into chains.halt (what, reason, actor, at) values ($1, $2, 'service', $3) on conflict do nothing returning 1`,
    [`mint:${coin}`, reason, at],
  )
  if (halted.length === 0) return
  env.log.fatal({ coin, reason }, 'minting is halted')
  audit(tx, { actor: 'service', action: 'mint.halted', subject: coin, detail: { reason } })
}

/** A halt by one person. Returns false when the coin was already halted. */
export async function haltByPerson(tx: Tx, coin: AssetCode, { actor, why, at, from }: By): Promise<boolean> {
  const halted = await tx.query(
    'insert into chains.halt (what, reason, actor, at) values ($1, $2, $3, $4) on conflict do nothing returning 1',
    [`mint:${coin}`, why, actor, at],
  )
  if (halted.length === 0) return false
  audit(tx, { actor, action: 'mint.halted', subject: coin, detail: { reason: why, ...from } })
  return true
}

/** The act of an approved `mint.resume`: lifts a halt. */
export async function resumeMint(
  _env: Env,
  tx: Tx,
  { asset, halt: seen }: PayloadOf<'mint.resume'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const [lifted] = await tx.query<{ at: Date }>(
    'update chains.halt set lifted_at = $2, lifted_by = $3 where what = $1 and lifted_at is null returning at',
    [`mint:${asset}`, at, `${maker} and ${checker}`],
  )
  if (!lifted) throw badRequest('halted', `${asset} is not halted.`, 'asset')
  if (lifted.at.toISOString() !== seen) throw haltedAgain(asset, 'asset')
  audit(tx, { actor: checker, action: 'mint.resumed', subject: asset, detail: { maker, why } })
}

/** The halt to lift. */
export async function completeMintResume(
  _env: Env,
  tx: Tx,
  payload: PayloadOf<'mint.resume'>,
): Promise<PayloadOf<'mint.resume'>> {
  const [found] = await tx.query<{ at: Date }>('select at from chains.halt where what = $1 and lifted_at is null', [
    `mint:${payload.asset}`,
  ])
  return { ...(found && { halt: found.at.toISOString() }), ...payload }
}

export const describeMintResume = async (
  _env: Env,
  _sql: Sql,
  { asset }: PayloadOf<'mint.resume'>,
): Promise<Description> => ({ title: `Resume the minting of ${asset}`, institutionId: null })
