import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { type By } from '../../base/state-machine/move.ts'
import { timesEntered } from '../../base/state-machine/history.ts'
import { idsOf, moveRows, storeReasons } from '../../base/state-machine/transitions.ts'
import { placeHold, screeningActor } from '../../compliance/holds.ts'
import { releasedRows, screenRows } from '../../compliance/screening.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { sameParty } from '../account/same-party.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import { freezeWires } from './freeze.ts'
import { rejectWires } from './reject.ts'
import { type OwnedWire, type Wire, wireJournal, wireMachine, wiresJob } from './row.ts'

/** Advances every wire that can advance, until none can. */
export const attributeWires: Job = {
  name: wiresJob,
  everyMs: 2_000,
  run: (env) =>
    forEachItem(env, [freeze, reject, release, attribute, checkSender, screen], (step) => untilDone(env, step)),
}

async function untilDone(env: Env, step: (env: Env) => Promise<number>): Promise<number> {
  let steps = 0
  for (let moved = batchSize; moved === batchSize; steps += moved) moved = await step(env)
  return steps
}

/** Wires per transaction: thousands pass in seconds, and a crash loses little work. */
const batchSize = 250

type Step = (env: Env, tx: Tx, by: By) => Promise<number>

const step = (why: string, run: Step) => (env: Env) =>
  env.db.tx((tx) => run(env, tx, { actor: 'banking', why, at: env.clock.now() }))

/** Finds the owner: by the structured reference, by the virtual account that was paid, or by the sender's account. */
const attribute = step('attributed by the bank’s report', async (env, tx, by) => {
  const found = await tx.query<Wire & { owner: string | null }>(
    `select wire.*, coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) as owner
     from banking.wire
     left join banking.reference quoted on (quoted.value, quoted.currency) = (wire.reference, wire.currency)
     left join banking.reference paid on (paid.value, paid.currency) = (wire.paid_to, wire.currency)
     left join banking.sender on sender.account = wire.sender_account
     where state = 'booked' or (state = 'unidentified'
       and coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) is not null)
     order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [batchSize],
  )
  const owned = found.flatMap((wire) => (wire.owner === null ? [] : [{ ...wire, institution_id: wire.owner }]))
  await setOwners(tx, owned)
  const attributed = await moveRows(tx, wireMachine, owned, 'attribute', by)
  await post(env, tx, attributed, (wire) => wireJournal(wire, 'attributed', 'unallocated', 'pending'))
  const unidentified: Wire[] = found.filter(({ owner }) => owner === null)
  const reason = 'no known reference, virtual account or sender'
  await moveRows(tx, wireMachine, unidentified, 'lose', { ...by, why: reason }, { reason })
  return found.length
})

async function setOwners(tx: Tx, wires: readonly Wire[]): Promise<void> {
  await tx.query(
    `update banking.wire set institution_id = owned.institution_id
     from unnest($1::uuid[], $2::uuid[]) owned (id, institution_id) where wire.id = owned.id`,
    [idsOf(wires), wires.map((wire) => wire.institution_id)],
  )
}

/** The reason shown to the operator for holding a third party's wire. */
const fromThirdParty = 'sent by a third party'

/** Money from a third party is not credited. A hold is placed on it, for review. */
const checkSender = step('the sender compared with the institution', async (env, tx, by) => {
  const found = await tx.query<OwnedWire>(
    `select * from banking.wire where state = 'attributed' order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  const owners = await institutionNames(
    tx,
    found.map((wire) => wire.institution_id),
  )
  const isOwn = (wire: OwnedWire) => sameParty(wire.sender_name, owners.get(wire.institution_id)!)
  const [own, others] = [found.filter(isOwn), found.filter((wire) => !isOwn(wire))]
  for (const { id: on, institution_id: institutionId } of others) {
    const why = 'the sender of the wire is not the institution'
    await placeHold(env, tx, { institutionId, on, reason: 'aml_review', why }, screeningActor)
  }
  await moveRows(tx, wireMachine, own, 'screen', by, { reason: null })
  await moveRows(tx, wireMachine, others, 'screen', by, { reason: fromThirdParty })
  return found.length
})

const screenBatch = step('screened', async (env, tx, by) => {
  const found = await tx.query<OwnedWire>(
    `select * from banking.wire where state = 'screening' order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  const { clear, held } = await screenRows(env, tx, 'wire', wireMachine, found, by)
  const credited = await moveRows(tx, wireMachine, clear, 'credit', by)
  await post(env, tx, credited, (wire) => wireJournal(wire, 'credited', 'pending', 'available'))
  await storeReasons(
    tx,
    wireMachine,
    held.map(({ id, reason }) => ({ subject: id, reason: reason ?? 'under review' })),
  )
  const stepOf = await numbered(tx, held, 'held')
  await post(env, tx, held, (wire) => wireJournal(wire, stepOf(wire), 'pending', 'held'))
  return found.length
})

/** Compliance has released all holds on it. */
const release = step('released', async (env, tx, by) => {
  const found = await releasedRows<OwnedWire>(tx, wireMachine, batchSize)
  const released = await moveRows(tx, wireMachine, found, 'release', by, { reason: null })
  const stepOf = await numbered(tx, released, 'released')
  await post(env, tx, released, (wire) => wireJournal(wire, stepOf(wire), 'held', 'pending'))
  return found.length
})

const freeze = step('frozen after review', (env, tx, by) => freezeWires(env, tx, by))

/** Compliance has rejected it. It is returned, or a case says why it cannot be. */
const reject = step('refused after review', (env, tx, by) => rejectWires(env, tx, by))

async function screen(env: Env): Promise<number> {
  const [due] = await env.db.query(`select 1 from banking.wire where state = 'screening' limit 1`)
  return due ? withFaultPoint(env, 'wire.credited', () => screenBatch(env)) : 0
}

/** The name of a wire's step. Each further hold and release has its own journal, so its name has a number. */
async function numbered(tx: Tx, wires: readonly Wire[], step: string): Promise<(wire: Wire) => string> {
  const times = await timesEntered(tx, idsOf(wires), 'held')
  return ({ id }) => {
    const time = times.get(id) ?? 0
    return time <= 1 ? step : `${step}_${time}`
  }
}

async function post(
  env: Env,
  tx: Tx,
  wires: readonly Wire[],
  journalOf: (wire: Wire) => ReturnType<typeof wireJournal>,
) {
  if (wires.length > 0) await postIn(env, tx, wires.map(journalOf))
}
