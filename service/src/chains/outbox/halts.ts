import type { AssetCode } from '@specie/protocol/assets.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { markLifted, pulledAmong, pullSwitch } from '../../compliance/switch/row.ts'
import { haltedAgain } from '../../people/approval/refusal.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'

// The minting of a coin, on all chains: the switch `mint:VCHF`. The service itself pulls it too.

const switchOf = (coin: string): string => `mint:${coin}`

/** Halts the minting of a coin; the first reason stays on record. Only operators can lift it. */
export async function halt(env: Env, tx: Tx, coin: AssetCode, reason: string): Promise<void> {
  const by = { actor: 'service', why: reason, at: env.clock.now() }
  if (await pullSwitch(tx, switchOf(coin), by)) env.log.fatal({ coin, reason }, 'minting is halted')
}

/** The act of an approved `mint.resume`: lifts a halt. */
export async function resumeMint(
  _env: Env,
  tx: Tx,
  { asset, halt: seen }: PayloadOf<'mint.resume'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const halted = await markLifted(tx, switchOf(asset), `${maker} and ${checker}`, at)
  if (halted === null) throw badRequest('halted', `${asset} is not halted.`, 'asset')
  if (halted.toISOString() !== seen) throw haltedAgain(asset, 'asset')
  audit(tx, { actor: checker, action: 'switch.lifted', subject: switchOf(asset), detail: { maker, why } })
}

/** The halt to lift. */
export async function completeMintResume(
  _env: Env,
  tx: Tx,
  payload: PayloadOf<'mint.resume'>,
): Promise<PayloadOf<'mint.resume'>> {
  const halted = await pulledAmong(tx, [switchOf(payload.asset)])
  return { ...(halted && { halt: halted.at.toISOString() }), ...payload }
}

export const describeMintResume = async (
  _env: Env,
  _sql: Sql,
  { asset }: PayloadOf<'mint.resume'>,
): Promise<Description> => ({ title: `Resume the minting of ${asset}`, institutionId: null })
