import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { approvableOf, type Approval, makerOf, payloadOf } from './row.ts'

// The consequences of a decision, in its transaction.

export type Decider = { readonly actor: string; readonly at: Date }

/** Executes an approved action. The approval is already used (people.use_approval). */
export async function execute(env: Env, tx: Tx, id: string, { actor, at }: Decider): Promise<string | null> {
  const { approvable, payload, maker, why } = await asked(env, tx, id)
  return (await approvable.execute(env, tx, payload, { actor, checker: actor, maker, why, at })) ?? null
}

/** For a request that ended without an approval. Its payload is not parsed. It may be of an earlier version. */
export async function lapse(env: Env, tx: Tx, id: string, { actor, at }: Decider): Promise<void> {
  const row = await approvalRow(tx, id)
  const by = { actor, checker: actor, maker: makerOf(row), why: row.reason, at }
  await env.runtime.rooms.approvals[row.kind]?.lapse?.(env, tx, row.subject, by)
}

/** Stands for the future checker. */
const checker = 'a second approver'

/**
 * Throws the refusal that the action of a new request would meet now, so that impossible requests are refused at once.
 * Executes the action and rolls it back. The database cannot commit a rehearsal (people.rehearse_approval).
 */
export async function rehearse(env: Env, tx: Tx, id: string): Promise<void> {
  const { approvable, payload, maker, why, isStaff } = await asked(env, tx, id)
  if (approvable.check) return approvable.check(env, tx, payload)
  // Actions of an institution look up the institution of the acting person.
  const by = { actor: isStaff ? checker : maker, checker, maker, why, at: env.clock.now() }
  const quiet = { ...env, log: env.log.child({}, { level: 'silent' }) }
  const possible = new Error('It is possible.')
  await tx
    .savepoint(async () => {
      await tx.query('select people.rehearse_approval($1)', [id])
      await approvable.execute(quiet, tx, payload, by)
      throw possible
    })
    .catch((error: unknown) => {
      if (error !== possible) throw error
    })
}

async function approvalRow(tx: Tx, id: string): Promise<Approval> {
  const [row] = await tx.query<Approval>('select * from people.approval where id = $1', [id])
  return row!
}

async function asked(env: Env, tx: Tx, id: string) {
  const row = await approvalRow(tx, id)
  const approvable = approvableOf(env, row.kind)
  const payload = payloadOf(approvable, row)
  if (payload === null)
    throw new ApiError(
      'approval_refused',
      { reason: 'earlier_version' },
      'An earlier version of the service stored this request, and it cannot be executed now. Reject it, and request it again.',
    )
  const { reason: why, institution_id } = row
  return { approvable, payload: payload as never, maker: makerOf(row), why, isStaff: institution_id === null }
}
