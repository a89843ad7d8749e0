import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { isDone } from '@specie/protocol/machines.ts'
import { type StoppedKind, standings } from '@specie/protocol/standing.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { forEachItem } from '../base/jobs/for-each-due.ts'
import type { Job } from '../base/jobs/runner.ts'
import { endHold } from './holds.ts'
import { holdDetailsOf } from './held-items.ts'
import { screenItems } from './screen-items.ts'

// Items that wait because their institution is suspended. The database places those holds with the suspension, and on
// later items (compliance.hold_open_items). This job ends them: released once the institution may act again, rejected
// once it is offboarded. The same for items that wait because its KYB case requires enhanced due diligence.

export const standingJob = 'compliance.standing'

type Due = { id: string; institution_id: string; subject_kind: HeldKind; subject_id: string; is_offboarded: boolean }

/** Kinds that stay with us after the institution was offboarded: people decide. */
const staying = heldKinds.filter((kind) =>
  Object.values(standings[machineOf(kind)]).every(({ offboarded }) => offboarded === 'stays'),
)

function machineOf(kind: HeldKind): StoppedKind {
  return kind === 'rail' ? 'payment_rail' : kind
}

export const endStandingHolds: Job = {
  name: standingJob,
  everyMs: 1_000,
  run: async (env) => (await endSuspensions(env)) + (await endCaseHolds(env)),
}

async function endSuspensions(env: Env): Promise<number> {
  const due = await env.db.query<Due>(
    `select h.id, h.institution_id, h.subject_kind, h.subject_id, s.standing is not null as is_offboarded from compliance.hold h
       cross join lateral (select directory.standing_of(h.institution_id) as standing offset 0) s
       where h.reason = 'account_suspended' and h.state = 'placed' and s.standing is distinct from 'suspended'
         and not (s.standing is not null and h.subject_kind = any($1)) order by h.created_at, h.id`,
    [staying],
  )
  return forEachItem(env, due, (one) => env.db.tx((tx) => end(env, tx, one)))
}

/** Holds for enhanced due diligence that follow the KYB case: two people have decided on it, or the institution has left. */
async function endCaseHolds(env: Env): Promise<number> {
  const due = await env.db.query<Due>(
    `select h.id, h.institution_id, h.subject_kind, h.subject_id, s.standing is not null as is_offboarded from compliance.hold h
     cross join lateral (select directory.standing_of(h.institution_id) as standing, compliance.lacks_edd(h.institution_id) as lacks offset 0) s
     where h.follows_case and h.state = 'placed' and h.subject_id is not null
       and case when s.standing is null then not s.lacks else s.standing = 'offboarded' and h.subject_kind <> all($1) end
     order by h.created_at, h.id`,
    [staying],
  )
  return forEachItem(env, due, (one) => env.db.tx((tx) => end(env, tx, one)))
}

const deciders = { maker: 'institution', checker: 'service' }

async function end(env: Env, tx: Tx, one: Due): Promise<number> {
  if (!one.is_offboarded) await screenAgain(env, tx, one)
  await endHold(env, tx, one.id, one.is_offboarded ? 'reject' : 'release', deciders)
  if (one.is_offboarded) await endApprovals(env, tx, one)
  return 1
}

/** The request was withdrawn when the institution was offboarded, so its hold ends too. */
async function endApprovals(env: Env, tx: Tx, { subject_id }: Due): Promise<void> {
  const waiting = await tx.query<{ id: string }>(
    `select id from compliance.hold where subject_id = $1 and reason = 'approval_required' and state = 'placed'`,
    [subject_id],
  )
  for (const { id } of waiting) await endHold(env, tx, id, 'reject', deciders)
}

/** Screens an item again, because parties may have been listed meanwhile. */
async function screenAgain(
  env: Env,
  tx: Tx,
  { institution_id, subject_kind: kind, subject_id: id }: Due,
): Promise<void> {
  const { runtime } = env
  const facts = (await holdDetailsOf({ runtime, db: tx }, kind, [id])).get(id)
  if (!facts || isDone(runtime.rooms.held[kind].machine, facts.state)) return
  await screenItems(env, tx, kind, [{ id, institution_id }], { atSending: true })
}
