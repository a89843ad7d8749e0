import type { HoldReason } from '@specie/protocol/holds.ts'
import { isDone, machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { type By } from '../../base/state-machine/move.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { conclude, rejectedRows, screen as screenHolds } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { sameParty } from '../account/same-party.ts'
import { sendBackIn, senderOf } from './send-back.ts'
import { moveWires, type Wire, wireJournal, wiresJob } from './row.ts'

/** Takes every wire that can go on a step further, until none can. */
export const attributeWires: Job = {
  name: wiresJob,
  everyMs: 2_000,
  run: async (env) => {
    let steps = 0
    for (const step of [reject, release, attribute, examine, screen]) {
      for (let moved = bulk; moved === bulk; steps += moved) moved = await step(env)
    }
    return steps
  },
}

/** Wires of one transaction: a day's thousands pass in seconds, and a crash costs little. */
const bulk = 250

type Step = (env: Env, tx: Tx, by: By) => Promise<number>

const step = (why: string, take: Step) => (env: Env) =>
  env.db.tx((tx) => take(env, tx, { actor: 'banking', why, at: env.clock.now() }))

/** Whose is it? The structured reference says so, or the virtual account that was paid, or who sent it. */
const attribute = step('attributed by what the bank told', async (env, tx, by) => {
  const found = await tx.query<Wire & { owner: string | null }>(
    `select wire.*, coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) as owner
     from banking.wire
     left join banking.reference quoted on (quoted.value, quoted.currency) = (wire.reference, wire.currency)
     left join banking.reference paid on (paid.value, paid.currency) = (wire.paid_to, wire.currency)
     left join banking.sender on sender.account = wire.sender_account
     where state = 'booked' or (state = 'unidentified'
       and coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) is not null)
     order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [bulk],
  )
  const owners = new Map(found.map(({ id, owner }) => [id, owner]))
  const owned = found.filter(({ owner }) => owner !== null)
  for (const state of ['booked', 'unidentified']) {
    const some = owned.filter((wire) => wire.state === state)
    const moved = await moveWires(tx, some, 'attribute', ({ id }) => ({ institutionId: owners.get(id)! }), by)
    await post(env, tx, moved, (wire) => wireJournal(wire, 'attributed', 'unallocated', 'pending'))
  }
  const lost = found.filter(({ owner }) => owner === null)
  await moveWires(tx, lost, 'lose', () => ({ reason: 'no reference, virtual account or sender that is known' }), by)
  return found.length
})

/** Money of somebody else is not taken for the institution's own: it waits for a person. */
const examine = step('the sender compared with the institution', async (env, tx, by) => {
  const found = await tx.query<Wire & { name: string }>(
    `select wire.*, institution.name from banking.wire join institutions.institution on institution.id = institution_id
     where state = 'attributed' order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [bulk],
  )
  const isOwn = (wire: Wire & { name: string }) => sameParty(wire.sender_name, wire.name)
  await moveWires(tx, found.filter(isOwn), 'screen', () => ({}), by)
  await hold(
    env,
    tx,
    found.filter((wire) => !isOwn(wire)),
    'aml_review',
    'sent by a third party',
    by,
  )
  return found.length
})

const screenSome = step('screened', async (env, tx, by) => {
  const found = await tx.query<Wire & { institution_id: string }>(
    `select * from banking.wire where state = 'screening' order by created_at, id limit $1 for update skip locked`,
    [bulk],
  )
  const holds = await screenHolds(env, tx, 'wire', found)
  const cleared = found.filter(({ id }) => !holds.has(id))
  const credited = await moveWires(tx, cleared, 'credit', () => ({}), by)
  await post(env, tx, credited, (wire) => wireJournal(wire, 'credited', 'pending', 'available'))
  for (const wire of found) {
    const { reason } = holds.get(wire.id) ?? {}
    if (reason) await hold(env, tx, [wire], reason, byCompliance, by)
  }
  return found.length
})

/** Why a wire is held: a hold was placed on it. One that came from a third party is not released with that. */
const byCompliance = 'under review'

/** People have released it. */
const release = step('released', async (env, tx, by) => {
  const found = await tx.query<Wire>(
    `select * from banking.wire where state = 'held' and not on_hold and reason = $2
     order by created_at, id limit $1 for update skip locked`,
    [bulk, byCompliance],
  )
  const released = await moveWires(tx, found, 'release', () => ({}), by)
  const times = await timesHeld(tx, released)
  await post(env, tx, released, (wire) => wireJournal(wire, numbered('released', times(wire)), 'held', 'pending'))
  return found.length
})

/** People have refused it: it goes back, unless the bank did not say to whom; then it stays held, and a person sends it. */
const reject = step('refused after review', async (env, tx, by) => {
  const found = await rejectedRows<Wire & { institution_id: string }>(tx, wireMachine, bulk)
  const returnable = (wire: Wire) => ['held', 'unidentified'].includes(wire.state) && senderOf(wire) !== null
  const isLeft = ({ state }: Wire) => state === 'return_pending' || isDone(machines.wire, state)
  const ready = found.filter((wire) => returnable(wire) || isLeft(wire))
  await conclude(env, tx, ready)
  for (const wire of ready.filter(returnable)) await sendBackIn(env, tx, wire, by)
  return ready.length
})

const wireMachine = { machine: machines.wire, table: 'banking.wire' }

async function screen(env: Env): Promise<number> {
  const [due] = await env.db.query(`select 1 from banking.wire where state = 'screening' limit 1`)
  return due ? withFaultPoint(env, 'wire.credited', () => screenSome(env)) : 0
}

async function hold(env: Env, tx: Tx, wires: readonly Wire[], hold: HoldReason, reason: string, by: By): Promise<void> {
  const held = await moveWires(tx, wires, 'hold', () => ({ hold, reason }), by)
  const times = await timesHeld(tx, held)
  await post(env, tx, held, (wire) => wireJournal(wire, numbered('held', times(wire)), 'pending', 'held'))
}

/** How often each of these wires has been held; a journal of each time has a key of its own. */
async function timesHeld(tx: Tx, wires: readonly Wire[]): Promise<(wire: Wire) => number> {
  const rows = await tx.query<{ subject: string; times: bigint }>(
    `select subject, count(*) as times from state.history
     where subject = any($1::uuid[]) and to_state = 'held' and hold is null group by subject`,
    [idsOf(wires)],
  )
  const known = new Map(rows.map((row) => [row.subject, Number(row.times)]))
  return ({ id }) => known.get(id) ?? 0
}

const numbered = (step: string, times: number): string => (times <= 1 ? step : `${step}_${times}`)

async function post(
  env: Env,
  tx: Tx,
  wires: readonly Wire[],
  journalOf: (wire: Wire) => ReturnType<typeof wireJournal>,
) {
  if (wires.length > 0) await postIn(env, tx, wires.map(journalOf))
}
