import { parseJson } from '@specie/protocol/encoding/json.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { approvableOf, type Approval, makerOf } from './row.ts'

// What follows from a decision, in its transaction.

export type Decider = { readonly actor: string; readonly at: Date }

/** Does what was approved. The approval is used already (people.use_approval). */
export async function execute(env: Env, tx: Tx, id: string, { actor, at }: Decider): Promise<void> {
  const { approvable, payload, maker, why } = await asked(env, tx, id)
  await approvable.execute(env, tx, payload, { actor, checker: actor, maker, why, at })
}

/** For a request that has ended without an approval. */
export async function lapse(env: Env, tx: Tx, id: string, { actor, at }: Decider): Promise<void> {
  const { approvable, payload, maker, why } = await asked(env, tx, id)
  await approvable.lapse?.(env, tx, payload, { actor, checker: actor, maker, why, at })
}

/** Stands for whoever will decide. */
const checker = 'a second person'

/**
 * Throws what the act of a new request would refuse now, so that nobody is asked for what cannot be done. The act itself is
 * tried, and rolled back: the database commits nothing of it (people.rehearse_approval).
 */
export async function rehearse(env: Env, tx: Tx, id: string): Promise<void> {
  const { approvable, payload, maker, why, isStaff } = await asked(env, tx, id)
  if (approvable.check) return approvable.check(env, tx, payload)
  // Acts of an institution look up whose person decides.
  const by = { actor: isStaff ? checker : maker, checker, maker, why, at: env.clock.now() }
  const quiet = { ...env, log: env.log.child({}, { level: 'silent' }) }
  const possible = new Error('It can be done.')
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

async function asked(env: Env, tx: Tx, id: string) {
  const [row] = await tx.query<Approval>('select * from people.approval where id = $1', [id])
  const { kind, payload, reason, institution_id } = row!
  const approvable = approvableOf(env, kind)
  const parsed = approvable.schema.parse(parseJson(payload)) as never
  return { approvable, payload: parsed, maker: makerOf(row!), why: reason, isStaff: institution_id === null }
}
