import { amountText } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { institutionName, institutionNames } from '../../directory/institutions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { type Wire, wireJournal, wireMachine, wiresJob } from './row.ts'

/**
 * The act of an approved `wire.assign`. Two people have identified the owner of a wire. It is then processed like every wire
 * of that institution: held when it comes from a third party, and screened.
 */
export async function assignWire(
  env: Env,
  tx: Tx,
  { wireid, institutionid }: PayloadOf<'wire.assign'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const wire = await assignable(tx, wireid)
  if (!(await institutionNames(tx, [institutionid])).has(institutionid)) {
    throw badRequest('unknown', 'There is no such institution.', 'institutionid')
  }
  const owned = { ...wire, institution_id: institutionid }
  await tx.query('update banking.wire set institution_id = $2 where id = $1', [wireid, institutionid])
  await moveRows(tx, wireMachine, [owned], 'attribute', { actor: checker, why, at }, { reason: null })
  await postIn(env, tx, [wireJournal(owned, 'attributed', 'unallocated', 'pending')])
  audit(tx, { actor: checker, action: 'wire.assigned', subject: wireid, detail: { institutionid, maker, why } })
  env.jobs.wake(tx, wiresJob)
}

async function assignable(tx: Tx, id: string): Promise<Wire> {
  const [wire] = await tx.query<Wire>('select * from banking.wire where id = $1 for update', [id])
  if (!wire) throw badRequest('unknown', 'There is no such wire.', 'wireid')
  if (wire.on_hold)
    throw badRequest('on_hold', 'The wire has a hold. Two people must release the hold first.', 'wireid')
  if (wire.state === 'unidentified') return wire
  throw badRequest('state', `The wire is ${wire.state}. Only an unidentified wire can be assigned.`, 'wireid')
}

export async function describeWireAssignment(
  _env: Env,
  sql: Sql,
  { wireid, institutionid }: PayloadOf<'wire.assign'>,
): Promise<Description> {
  const [wire] = await sql.query<Wire>('select * from banking.wire where id = $1', [wireid])
  const whose = await institutionName(sql, institutionid)
  const what = wire ? `the wire of ${amountText({ asset: wire.currency, minor: wire.amount })}` : 'a wire'
  const from = wire ? ` from ${wire.sender_name ?? 'an unknown sender'}` : ''
  return { title: `Assign ${what}${from} to ${whose}`, institutionId: institutionid }
}
