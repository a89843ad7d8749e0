import { parseJson } from '@specie/protocol/json.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { approvableOf, type Approval, makerOf } from './row.ts'

// What follows from a decision, in its transaction.

export type Decider = { readonly actor: string; readonly at: Date }

/** Does what was approved. The approval is used already (people.use_approval). */
export async function execute(env: Env, tx: Tx, id: string, decider: Decider): Promise<void> {
  const { approvable, payload, by } = await decided(env, tx, id, decider)
  await approvable.execute(env, tx, payload, by)
}

/** For a request that has ended without an approval. */
export async function lapse(env: Env, tx: Tx, id: string, decider: Decider): Promise<void> {
  const { approvable, payload, by } = await decided(env, tx, id, decider)
  await approvable.lapse?.(env, tx, payload, by)
}

async function decided(env: Env, tx: Tx, id: string, { actor, at }: Decider) {
  const [row] = await tx.query<Approval>('select * from people.approval where id = $1', [id])
  const approvable = approvableOf(env, row!.kind)
  const by = { actor, checker: actor, maker: makerOf(row!), why: row!.reason, at }
  return { approvable, payload: approvable.schema.parse(parseJson(row!.payload)) as never, by }
}
