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

/** Advances every wire that can advance, until none can. */
export const attributeWires: Job = {
  name: wiresJob,
  everyMs: 2_000,
  run: async (env) => {
    let steps = 0
    for (const step of [reject, release, attribute, checkSender, screen]) {
      for (let moved = batchSize; moved === batchSize; steps += moved) moved = await step(env)
    }
    return steps
  },
}

/** Wires per transaction: thousands pass in seconds, and a crash loses little work. */
const batchSize = 250

type Step = (env: Env, tx: Tx, by: By) => Promise<number>

const step = (why: string, run: Step) => (env: Env) =>
  env.db.tx((tx) => run(env, tx, { actor: 'banking', why, at: env.clock.now() }))

/** Finds the owner: by the structured reference, by the virtual account that was paid, or by the sender's account. */
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
    [batchSize],
  )
  const owners = new Map(found.map(({ id, owner }) => [id, owner]))
  const owned = found.filter(({ owner }) => owner !== null)
  for (const state of ['booked', 'unidentified']) {
    const group = owned.filter((wire) => wire.state === state)
    const moved = await moveWires(tx, group, 'attribute', ({ id }) => ({ institutionId: owners.get(id)! }), by)
    await post(env, tx, moved, (wire) => wireJournal(wire, 'attributed', 'unallocated', 'pending'))
  }
  const unidentified = found.filter(({ owner }) => owner === null)
  await moveWires(
    tx,
    unidentified,
    'lose',
    () => ({ reason: 'no reference, virtual account or sender that is known' }),
    by,
  )
  return found.length
})

/** Money from a third party is not credited: it is held for review. */
const checkSender = step('the sender compared with the institution', async (env, tx, by) => {
  const found = await tx.query<Wire & { name: string }>(
    `select wire.*, institution.name from banking.wire join institutions.institution on institution.id = institution_id
     where state = 'attributed' order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [batchSize],
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

const screenBatch = step('screened', async (env, tx, by) => {
  const found = await tx.query<Wire & { institution_id: string }>(
    `select * from banking.wire where state = 'screening' order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  const holds = await screenHolds(env, tx, 'wire', found)
  const cleared = found.filter(({ id }) => !holds.has(id))
  const credited = await moveWires(tx, cleared, 'credit', () => ({}), by)
  await post(env, tx, credited, (wire) => wireJournal(wire, 'credited', 'pending', 'available'))
  for (const wire of found) {
    const { reason } = holds.get(wire.id) ?? {}
    if (reason) await hold(env, tx, [wire], reason, heldByCompliance, by)
  }
  return found.length
})

/** The reason of wires held by a compliance hold. A wire from a third party has another reason and is not released. */
const heldByCompliance = 'under review'

/** Compliance has released the hold. */
const release = step('released', async (env, tx, by) => {
  const found = await tx.query<Wire>(
    `select * from banking.wire where state = 'held' and not on_hold and reason = $2
     order by created_at, id limit $1 for update skip locked`,
    [batchSize, heldByCompliance],
  )
  const released = await moveWires(tx, found, 'release', () => ({}), by)
  const times = await timesHeld(tx, released)
  await post(env, tx, released, (wire) => wireJournal(wire, numbered('released', times(wire)), 'held', 'pending'))
  return found.length
})

/** Compliance has rejected it: it is returned. Without a sender account it stays held, and an operator returns it. */
const reject = step('refused after review', async (env, tx, by) => {
  const found = await rejectedRows<Wire & { institution_id: string }>(tx, wireMachine, batchSize)
  const returnable = (wire: Wire) => ['held', 'unidentified'].includes(wire.state) && senderOf(wire) !== null
  const hasLeft = ({ state }: Wire) => state === 'return_pending' || isDone(machines.wire, state)
  const ready = found.filter((wire) => returnable(wire) || hasLeft(wire))
  await conclude(env, tx, ready)
  for (const wire of ready.filter(returnable)) await sendBackIn(env, tx, wire, by)
  return ready.length
})

const wireMachine = { machine: machines.wire, table: 'banking.wire' }

async function screen(env: Env): Promise<number> {
  const [due] = await env.db.query(`select 1 from banking.wire where state = 'screening' limit 1`)
  return due ? withFaultPoint(env, 'wire.credited', () => screenBatch(env)) : 0
}

async function hold(env: Env, tx: Tx, wires: readonly Wire[], hold: HoldReason, reason: string, by: By): Promise<void> {
  const held = await moveWires(tx, wires, 'hold', () => ({ hold, reason }), by)
  const times = await timesHeld(tx, held)
  await post(env, tx, held, (wire) => wireJournal(wire, numbered('held', times(wire)), 'pending', 'held'))
}

/** How often each of these wires has been held. Each time has its own journal key. */
async function timesHeld(tx: Tx, wires: readonly Wire[]): Promise<(wire: Wire) => number> {
  const rows = await tx.query<{ subject: string; times: bigint }>(
    `select subject, count(*) as times from state.history
     where subject = any($1::uuid[]) and to_state = 'held' and hold is null group by subject`,
    [idsOf(wires)],
  )
  const byId = new Map(rows.map((row) => [row.subject, Number(row.times)]))
  return ({ id }) => byId.get(id) ?? 0
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
